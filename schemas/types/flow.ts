/* Generated from schemas/flow.schema.json by `npm run generate`; do not edit. */

/**
 * A language as a BCP 47 tag, for instance en-US or de-DE.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "language".
 */
export type Language = string;
/**
 * Path of a file relative to this one. It begins with ./ or ../.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "importPath".
 */
export type ImportPath = string;
/**
 * One piece of a prompt: text, SSML, a prompt stored on the platform, or an audio file.
 */
export type PromptPart = {
  /**
   * Text to speak. Expressions in `${…}` are replaced by their values. Text longer than the platform's limit of 1,024 characters is spoken in several pieces, split at the ends of sentences.
   */
  text?: string;
  /**
   * A complete SSML document, from <speak> to </speak>, of at most 1,024 characters. Expressions in `${…}` are replaced by their values, escaped for XML.
   */
  ssml?: string;
  /**
   * Language of this text or SSML, if it differs from the caller's, for instance in a bilingual greeting.
   */
  language?: string;
  /**
   * With `text`: how it is read out, for instance telephone for ${call.from}.
   */
  as?:
    | (
        | 'characters'
        | 'spell-out'
        | 'cardinal'
        | 'number'
        | 'ordinal'
        | 'number_digit'
        | 'fraction'
        | 'date'
        | 'time'
        | 'duration'
        | 'telephone'
        | 'currency'
        | 'address'
        | 'name'
      )
    | ({
        [k: string]: unknown;
      } & {
        /**
         * The order in which day, month and year stand in the text: dmy for 24.12.2026. In which order they are spoken is up to the voice.
         */
        date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
        /**
         * A time of day on a 12-hour or 24-hour clock.
         */
        time?: 'hms12' | 'hms24';
        /**
         * A duration in hours, minutes and seconds, or some of these.
         */
        duration?: 'hms' | 'hm' | 'ms';
        /**
         * An amount in this currency, for instance EUR. The currency is read out with the amount.
         */
        currency?: string;
      });
  /**
   * With `text`: the speaking style.
   */
  style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
  prosody?: Prosody1;
  /**
   * With `text`: the pause after it, at most 10s, for instance 700ms.
   */
  pause?: string;
  /**
   * Name of a prompt uploaded to the platform's project.
   */
  stored?: string;
  /**
   * HTTPS address of an audio file, WAV or MP3.
   */
  url?: string;
  /**
   * Duration of the stored prompt or audio file, rounded up. The flow waits this long if the platform does not report the end of the playback. Default: 10m.
   */
  length?: string;
} & {
  [k: string]: unknown;
};
/**
 * A variable: its initial value, or a map with details.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "variable".
 */
export type Variable =
  | string
  | number
  | boolean
  | {
      /**
       * string for text and digits, int for whole numbers, double for decimal numbers, bool for true or false.
       */
      type: 'string' | 'int' | 'double' | 'bool';
      /**
       * Value at the start of a call. Default: empty text, 0 or false.
       */
      initial?: string | number | boolean;
      /**
       * True for values that must never be spoken, logged or traced, such as a PIN.
       */
      secret?: boolean;
      /**
       * sms: this secret value, such as a one-time code, may be sent by text message to the remote party of the call, by an `sms` step without `to` and `recipients`, and nowhere else.
       */
      send_by?: 'sms';
      /**
       * What the variable is for.
       */
      description?: string;
    };
/**
 * A parameter: its type, or a map with details.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "parameter".
 */
export type Parameter =
  | ('string' | 'int' | 'double' | 'bool')
  | {
      /**
       * string for text and digits, int for whole numbers, double for decimal numbers, bool for true or false.
       */
      type: 'string' | 'int' | 'double' | 'bool';
      /**
       * Value if none is given. A parameter without a default is required.
       */
      default?: string | number | boolean;
      /**
       * The SIP header of an inbound call that the parameter comes from: `X-…` or `P-…`, on carriers that read it. The type is then string, and the default an empty text. A value that the route or the request gives comes first. Whoever calls can write anything into a header.
       */
      header?: string;
      /**
       * What the parameter is for.
       */
      description?: string;
    };
/**
 * A setting: its description, or a map with details.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "setting".
 */
export type Setting =
  | string
  | {
      /**
       * What the setting is for.
       */
      description?: string;
      /**
       * Value if the environment variable is not set. A setting without a default is required.
       */
      default?: string;
      /**
       * True for values that must never be spoken, logged or traced, such as an API key.
       */
      secret?: boolean;
    };
/**
 * A prompt: the same in every language, or a map from language to content.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "promptDefinition".
 */
export type PromptDefinition =
  | Spoken
  | {
      [k: string]: Spoken;
    };
/**
 * Text, a piece such as { url: … }, or a list of these.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "spoken".
 */
export type Spoken = Text | PromptPart1 | (Text | PromptPart1)[];
/**
 * Text to speak. Expressions in `${…}` are replaced by their values. Text longer than the platform's limit of 1,024 characters is spoken in several pieces, split at the ends of sentences.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "text".
 */
export type Text = string;
/**
 * One piece of a prompt: text, SSML, a prompt stored on the platform, or an audio file.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "promptPart".
 */
export type PromptPart1 = {
  text?: Text;
  /**
   * A complete SSML document, from <speak> to </speak>, of at most 1,024 characters. Expressions in `${…}` are replaced by their values, escaped for XML.
   */
  ssml?: string;
  /**
   * Language of this text or SSML, if it differs from the caller's, for instance in a bilingual greeting.
   */
  language?: string;
  /**
   * With `text`: how it is read out, for instance telephone for ${call.from}.
   */
  as?:
    | (
        | 'characters'
        | 'spell-out'
        | 'cardinal'
        | 'number'
        | 'ordinal'
        | 'number_digit'
        | 'fraction'
        | 'date'
        | 'time'
        | 'duration'
        | 'telephone'
        | 'currency'
        | 'address'
        | 'name'
      )
    | ({
        [k: string]: unknown;
      } & {
        /**
         * The order in which day, month and year stand in the text: dmy for 24.12.2026. In which order they are spoken is up to the voice.
         */
        date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
        /**
         * A time of day on a 12-hour or 24-hour clock.
         */
        time?: 'hms12' | 'hms24';
        /**
         * A duration in hours, minutes and seconds, or some of these.
         */
        duration?: 'hms' | 'hm' | 'ms';
        /**
         * An amount in this currency, for instance EUR. The currency is read out with the amount.
         */
        currency?: string;
      });
  /**
   * With `text`: the speaking style.
   */
  style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
  prosody?: Prosody2;
  /**
   * With `text`: the pause after it, at most 10s, for instance 700ms.
   */
  pause?: string;
  /**
   * Name of a prompt uploaded to the platform's project.
   */
  stored?: string;
  /**
   * HTTPS address of an audio file, WAV or MP3.
   */
  url?: string;
  /**
   * Duration of the stored prompt or audio file, rounded up. The flow waits this long if the platform does not report the end of the playback. Default: 10m.
   */
  length?: string;
} & PromptPart2;
export type PromptPart2 = {
  [k: string]: unknown;
};
/**
 * Opening times such as 09:00-18:00, or a list of them.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "times".
 */
export type Times = Time | Time[];
/**
 * Start and end, for instance 09:00-18:00. 00:00-24:00 is the whole day; 22:00-06:00 ends on the next day.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "time".
 */
export type Time = string;
/**
 * A day, or a map with details.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "holiday".
 */
export type Holiday =
  | Day
  | ({
      [k: string]: unknown;
    } & {
      date?: Day;
      /**
       * A calendar day, for instance 2026-12-25.
       */
      from?: string;
      /**
       * A calendar day, for instance 2026-12-25.
       */
      to?: string;
      /**
       * Name of the holiday, shown in the trace.
       */
      name?: string;
    });
/**
 * A calendar day, for instance 2026-12-25.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "day".
 */
export type Day = string;
/**
 * A list of rows whose first column is the key, a map from key to row, or a file with rows.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "table".
 */
export type Table =
  | {
      /**
       * A row, or its only cell.
       */
      [k: string]: Cell | TableRow;
    }
  | TableRow[]
  | TableFile;
/**
 * Text, a number or true/false.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "cell".
 */
export type Cell = string | number | boolean;
/**
 * Name of a step of this flow, `hangup` to end the call, `return` to end a flow that another one runs, `back` to return to the previous question, or (in steps that take input) `repeat` to hear the prompt again.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "target".
 */
export type Target = string;
/**
 * What callers can say: a phrase, a list of phrases, or one of these for each language. A phrase matches when it is part of what is said, in whole words and regardless of case. If several match, the longest one counts, so `pay a bill` wins over `pay`; of equally long ones the one that is said first.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "phrases".
 */
export type Phrases =
  | Phrase
  | Phrase[]
  | {
      /**
       * A phrase in this language, or a list of phrases.
       */
      [k: string]: Phrase | Phrase[];
    };
/**
 * One or more words.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "phrase".
 */
export type Phrase = string;
/**
 * One step: exactly one verb, and where its outcomes lead.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "step".
 */
export type Step = {
  say?: SayStep;
  menu?: MenuStep;
  collect?: CollectStep;
  switch?: SwitchStep;
  set?: SetStep1;
  language?: LanguageStep1;
  connect?: ConnectStep;
  hold?: HoldStep;
  resume?: ResumeStep;
  wait?: WaitStep;
  run?: RunStep;
  goto?: GotoStep;
  return?: ReturnStep;
  http?: HttpStep;
  lookup?: LookupStep;
  hours?: HoursStep;
  record?: RecordStep;
  voicemail?: VoicemailStep;
  stream?: StreamStep;
  sms?: SmsStep;
  room?: RoomStep;
  outcome?: OutcomeStep;
  accept?: AcceptStep;
  reject?: RejectStep;
  hangup?: HangupStep;
  /**
   * Name of a step of this flow, `hangup` to end the call, `return` to end a flow that another one runs, `back` to return to the previous question, or (in steps that take input) `repeat` to hear the prompt again.
   */
  next?: string;
  /**
   * Outcome → the step to go to. The verb determines which outcomes a step has.
   */
  on?: {
    [k: string]: Target;
  };
  /**
   * A comment for readers. Never spoken.
   */
  note?: string;
} & Step1;
/**
 * Speaks or plays something to the caller and continues after the playback: a text, SSML, a stored prompt or an audio file. Outcomes: done, failed.
 */
export type SayStep = string | PromptPart | (string | PromptPart)[];
/**
 * The language that the caller hears from this choice on.
 */
export type LanguageStep = string;
/**
 * Goes to the step of the first case whose condition is true; if none is, to `next` or the step below. Takes no time. A list of conditions, or one value with its cases: `{ value: vars.tier, cases: { gold: gold_desk, silver: silver_desk } }`. Outcomes: one for each case, otherwise, failed (a condition could not be evaluated).
 */
export type SwitchStep =
  | {
      /**
       * A condition as a CEL expression over vars, call and error, for instance vars.tier == "gold".
       */
      when: string;
      /**
       * The step to go to when the condition is true.
       */
      goto: string;
    }[]
  | {
      /**
       * The value to compare, as a CEL expression, for instance vars.tier.
       */
      value: string;
      /**
       * Value → the step to go to. The values have the type of `value`: text needs no quotes, so that 1 and 007 are texts where `value` is a text.
       */
      cases: {
        /**
         * Name of a step of this flow, `hangup` to end the call, `return` to end a flow that another one runs, `back` to return to the previous question, or (in steps that take input) `repeat` to hear the prompt again.
         */
        [k: string]: string;
      };
    };
/**
 * Changes the language that the caller hears from here on. Takes no time. Outcome: done.
 */
export type LanguageStep1 = string;
/**
 * Puts the caller on hold until a `resume` step. Written without a value: `hold:`. No other step ends the music: what a step says, asks or plays as a `filler` is sent to a caller who is on hold, and whether it is heard depends on the carrier. So `resume` belongs before a step that speaks, asks or connects. Outcomes: done, failed.
 */
export type HoldStep = null | {};
/**
 * Resumes a call on hold. Written without a value: `resume:`. Outcomes: done, failed.
 */
export type ResumeStep = null | {};
/**
 * Waits for a time or for an event: `wait: 30s`, or `wait: { for: message, timeout: 2m }`. The caller hears nothing meanwhile. Outcomes: done (the time has passed, or the event has happened), timeout (with `for: message` or `timeout`: the event has not happened in time), failed (with `for`).
 */
export type WaitStep =
  | string
  | {
      /**
       * message: the step waits until the caller sends a text message to one of our numbers; `message.text` then holds its text. A message that came before the step began does not count. bridge_end: the step waits until the other party of a bridge has hung up.
       */
      for: 'message' | 'bridge_end';
      /**
       * With `for: message`: the number that must send the message. Default: the remote party of the call. Expressions in ${…} are replaced by their values.
       */
      from?: string | number;
      /**
       * With `for: message`: the variable, of type string, that stores the text of the message.
       */
      save?: string;
      keys?: BridgeKeys1;
      /**
       * With `keys`: time to wait for the next key when a longer one may follow. Default: 3s.
       */
      inter_digit?: string;
      /**
       * Maximum time to wait. Default: 2m for a message; for the end of a bridge, the maximum duration of a bridge.
       */
      timeout?: string;
    };
/**
 * Ends this flow with an outcome, which the `run` step of the calling flow routes; without a value the outcome is `done`. If no flow runs this one, the call ends. `failed` is reserved: a `run` step has this outcome when a step of this flow fails and neither an edge nor `on.error` of this flow takes the failure.
 */
export type ReturnStep = string | null;
/**
 * Sends a request to a web service and stores parts of its response. Also runs in the finalizer. Redirects are not followed. An outcome without an edge goes where `failed` goes. Outcomes: ok (the status is 200 to 299), client_error (a status from 400 to 499), server_error (500 or above), timeout (no response in time), failed (the service cannot be reached, its response cannot be read, or it redirects; `error.code` says which: unreachable, bad_response, http_302, or egress_denied if the operator does not let flows send requests there).
 */
export type HttpStep = {
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings are inserted as they are; the values of other expressions are encoded, each as one segment of the path or one value of the query. Secret values are not allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  get?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings are inserted as they are; the values of other expressions are encoded, each as one segment of the path or one value of the query. Secret values are not allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  post?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings are inserted as they are; the values of other expressions are encoded, each as one segment of the path or one value of the query. Secret values are not allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  put?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings are inserted as they are; the values of other expressions are encoded, each as one segment of the path or one value of the query. Secret values are not allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  patch?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings are inserted as they are; the values of other expressions are encoded, each as one segment of the path or one value of the query. Secret values are not allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  delete?: string;
  headers?: Headers;
  /**
   * Query parameters, encoded and added to the address. Never shown in the trace. Secret values are not allowed, because servers log addresses.
   */
  query?: {
    /**
     * A value; expressions in `${…}` are replaced by their values.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * The body as JSON, of any request but a `get`: any value, with expressions in its texts. A text that consists of one expression becomes its value, so a number stays a number. Secret values are allowed.
   */
  json?:
    | string
    | number
    | boolean
    | null
    | Json1[]
    | {
        [k: string]: Json1;
      };
  /**
   * The body as form fields (application/x-www-form-urlencoded). Secret values are allowed.
   */
  form?: {
    /**
     * Text; expressions in `${…}` are replaced by their values. Secret values are allowed.
     *
     * This interface was referenced by `undefined`'s JSON-Schema
     * via the `definition` "sent".
     */
    [k: string]: string | number | boolean;
  };
  /**
   * Text; expressions in `${…}` are replaced by their values. Secret values are allowed.
   */
  text?: string | number | boolean;
  /**
   * Timeout of one attempt, at most 60s. Default: 5s.
   */
  timeout?: string;
  /**
   * Number of retries after no response, a status of 500 or above, or 429. The pauses between them are 500ms, 1s, 2s and so on up to 10s, or longer if the service asks for it with Retry-After; a service that asks for more than 10s is not asked again. Default: 0.
   */
  retries?: number;
  /**
   * What the caller hears: the name of a prompt, text, a piece such as { url: … }, or a list of these, played in order.
   */
  filler?: string | PromptPart | (string | PromptPart)[];
  /**
   * A duration: a whole number and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
   */
  filler_after?: string;
  /**
   * Variable → what it stores from the response: one expression in `${…}`, which can also read `response.status`, `response.headers` (names in lower case), `response.text` and `response.json`; or for text variables, text with expressions. Text that is a number fits a number variable. A number fits a text variable: ${response.status} gives 200, 3 and 3.0 in the JSON give 3, 2.50 gives 2.5. If a value cannot be read, nothing is stored and the outcome is `failed` with error.code bad_response.
   */
  save?: {
    /**
     * Value of the variable, for instance ${response.json.tier}.
     */
    [k: string]: string | number | boolean;
  };
} & {
  [k: string]: unknown;
};
/**
 * A JSON value. Expressions in `${…}` are replaced by their values; a text that consists of one expression becomes its value, of any type.
 */
export type Json1 =
  | string
  | number
  | boolean
  | null
  | Json1[]
  | {
      [k: string]: Json1;
    };
/**
 * Checks whether it is open now, by the opening hours in `hours`. Takes no time. Outcomes: open, closed, holiday (closed because of a holiday; without an edge it goes where `closed` goes), failed.
 */
export type HoursStep = string;
/**
 * Starts or stops a recording of a bridge: `record: { start: "call-${call.id}" }`, later `record: { stop: true }`. The platform records bridged calls only, so lead to this step from the outcome `bridged` of `connect`, or use one of its `keys`. `call.recording_url` holds the address of the recording once the platform has reported it, in the finalizer at the latest. A refusal without an edge goes where `failed` goes. Outcomes: started (of a start: the recording is running), not_bridged (nobody else is on the line), already_recording (the call is already being recorded), name_taken (another recording has the name), stopped (of a stop: the recording has ended), failed.
 */
export type RecordStep = {
  /**
   * Name of the recording. Names must be unique, so include `${call.id}`. Expressions in ${…} are replaced by their values.
   */
  start?: string;
  /**
   * Stops the current recording.
   */
  stop?: true;
} & {
  [k: string]: unknown;
};
/**
 * Streams the audio of the call to a WebSocket server, such as a voice agent. `stream: { to: … }` waits until the stream has ended; `stream: { start: … }` continues the flow while the audio is streamed, until a step `stream: { stop: true }`. On an outbound call the first stream with `to` starts together with the call, so that the server hears the remote party from the first word. Outcomes: ended (with `to`: the server has closed the stream), timeout (with `to` and `timeout`: the stream was stopped after that time), done (with `start` or `stop`), failed (the stream could not start, or broke).
 */
export type StreamStep = {
  /**
   * Address to stream to. The step waits for the end of the stream.
   */
  to?: string;
  /**
   * Address to stream to while the flow continues.
   */
  start?: string;
  /**
   * Stops the stream that a step has started with `start`.
   */
  stop?: true;
  /**
   * With `to`: maximum duration of the stream. The stream is then stopped and the outcome is timeout. Default: the maximum duration of the call.
   */
  timeout?: string;
} & {
  [k: string]: unknown;
};
/**
 * Brings the call into a video room, where the caller takes part by voice: `room: { join: "5f2…" }` for an existing room, or `room: { create: { name: … }, invite: { … } }` to create one and send somebody the link by text message. The caller stays in the room until the call ends, because the platform cannot take a call out of a room; this time counts towards `limits.duration`. Give `joined` an edge to continue the flow meanwhile. `room.id` is the id of the room, and `room.token` the token with which the invited person joins. Outcomes: joined (the caller is in the room), failed.
 */
export type RoomStep = {
  /**
   * Id of an existing room. Expressions in ${…} are replaced by their values.
   */
  join?: string;
  create?: Create;
  invite?: Invite;
} & {
  [k: string]: unknown;
};
/**
 * Records that the call has reached a business outcome: `outcome: appointment_booked`. It appears in the trace and in the call's record, for reports. Its name has small letters, digits and underscores. Also allowed in the finalizer. Outcomes: done.
 */
export type OutcomeStep = string;
/**
 * Answers a ringing call. Written without a value: `accept:`. Steps that speak, listen or connect answer the call themselves; use `accept` if the call must be answered before a web request or a `wait`, so that the caller pays for that time. If the call is already answered, the flow continues at once. Outcomes: done, failed.
 */
export type AcceptStep = null | {};
/**
 * Rejects a call that still rings: the caller is never answered and pays nothing. Written without a value: `reject:`. It must come before the first step that speaks, listens or connects. Outcomes: failed (the call is already answered, or is an outbound call).
 */
export type RejectStep = null | {};
/**
 * Ends the call; a call that still rings is rejected. Written without a value: `hangup:`. With a prompt, `hangup: Goodbye.`, the prompt is said first: this is short for a step `say: Goodbye.` with `next: hangup`, and `failed` is an outcome too.
 */
export type HangupStep = (string | PromptPart | (string | PromptPart)[]) | (null | {});
export type Step1 = {
  [k: string]: unknown;
};
/**
 * A JSON value. Expressions in `${…}` are replaced by their values; a text that consists of one expression becomes its value, of any type.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "json".
 */
export type Json =
  | string
  | number
  | boolean
  | null
  | Json[]
  | {
      [k: string]: Json;
    };
/**
 * Name of a step of this flow.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "stepName".
 */
export type StepName = string;
/**
 * How the text is read out: characters or spell-out (letter by letter), number_digit (digit by digit), number or cardinal, ordinal, fraction, date, time, duration, telephone, currency, address, name; or a map with the order of the parts in the text, such as { date: dmy }, or with the currency of an amount, { currency: EUR }.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "sayAs".
 */
export type SayAs =
  | (
      | 'characters'
      | 'spell-out'
      | 'cardinal'
      | 'number'
      | 'ordinal'
      | 'number_digit'
      | 'fraction'
      | 'date'
      | 'time'
      | 'duration'
      | 'telephone'
      | 'currency'
      | 'address'
      | 'name'
    )
  | ({
      [k: string]: unknown;
    } & {
      /**
       * The order in which day, month and year stand in the text: dmy for 24.12.2026. In which order they are spoken is up to the voice.
       */
      date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
      /**
       * A time of day on a 12-hour or 24-hour clock.
       */
      time?: 'hms12' | 'hms24';
      /**
       * A duration in hours, minutes and seconds, or some of these.
       */
      duration?: 'hms' | 'hm' | 'ms';
      /**
       * An amount in this currency, for instance EUR. The currency is read out with the amount.
       */
      currency?: string;
    });
/**
 * A duration: a whole number and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "duration".
 */
export type Duration = string;
/**
 * A duration greater than zero: a whole number and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "positiveDuration".
 */
export type PositiveDuration = string;
/**
 * A key of the telephone keypad, or a sequence of keys: digits, * and #.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "key".
 */
export type Key = string | number;
/**
 * A single lower-case word is the name of a prompt from `prompts`; any other text is spoken as written. Use `{ text: … }` to speak a single word.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "promptItem".
 */
export type PromptItem = string | PromptPart1;
/**
 * What the caller hears: the name of a prompt, text, a piece such as { url: … }, or a list of these, played in order.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "prompt".
 */
export type Prompt = string | PromptPart1 | PromptItem[];
/**
 * A text, a piece such as { url: … }, or a list of prompts.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "afterFailedAttempt".
 */
export type AfterFailedAttempt = string | PromptPart1 | Prompt[];

/**
 * A call flow: what a caller hears, what they can answer, and where each answer leads. Steps run from top to bottom unless `next`, `on` or `goto` says otherwise; the call ends after the last step, and above the step of `on.error` or `on.end`.
 */
export interface FlowSource {
  /**
   * Version of the flow language. The only version is 1.
   */
  ringflow: 1;
  /**
   * Name of the flow, used in routes, traces and commands. Lower-case letters, digits and hyphens.
   */
  name: string;
  /**
   * Description of the flow for readers. Never spoken.
   */
  description?: string;
  /**
   * The language of the flow as a BCP 47 tag, or a list of languages in order of preference. A call begins in the first one; a prompt that lacks the caller's language is spoken in the same language of another country, or in the first of these that it has. Default: en-US.
   */
  languages?: Language | Language[];
  /**
   * Voice of synthesised speech, by its name on the platform, for instance female or male. Default: the platform's default voice.
   */
  voice?: string;
  /**
   * Files with prompts, variables, settings, opening hours, tables and steps that several flows share: a path relative to this file, for instance ./common.yaml or ../shared/prompts.yaml, or a list of paths. Each file is a fragment: it has `ringflow: 1` and no name (schemas/fragment.schema.json). Its contents become part of this flow, so two files must not define the same name. The last step of each file leads to the end of the flow. Files must be in the flow's folder, in its parent folder, or below these.
   */
  imports?: ImportPath | ImportPath[];
  defaults?: Defaults;
  /**
   * Variables of a call, each with its initial value, which also determines its type: text, whole number, decimal number, or true/false. Expressions read them as `vars.<name>`.
   */
  vars?: {
    [k: string]: Variable;
  };
  /**
   * Parameters that a call starts with. They come from the request that places the call, from the flow that runs this one, or on an inbound call from its route and its SIP headers. Each is declared by its type, or by a map with details. Expressions read them as `params.<name>`.
   */
  params?: {
    [k: string]: Parameter;
  };
  /**
   * Settings of the environment in which the flow runs, such as addresses and keys, each with a description. They come from environment variables of the same name, and expressions read them as `env.<NAME>`. The service does not start without them.
   */
  env?: {
    [k: string]: Setting;
  };
  /**
   * Values that this flow returns to the flow that runs it: name → expression. If `returns` is present, even empty ({}), the flow returns after its last step instead of ending the call.
   */
  returns?: {
    /**
     * A CEL expression, for instance vars.tier.
     */
    [k: string]: string;
  };
  /**
   * Prompts by name, so that several steps can share one and translators find all texts in one place. A prompt is the same in every language, or a map from language to content.
   */
  prompts?: {
    [k: string]: PromptDefinition;
  };
  /**
   * Opening hours by name, for the verb `hours`.
   */
  hours?: {
    [k: string]: OpeningHours;
  };
  /**
   * Small tables by name, for the verb `lookup`: inline, or in a file next to the flow. They become part of the compiled flow. Numbers in cells keep the form in which they are written, with or without quotes: 007 stays 007, 1.50 stays 1.50.
   */
  tables?: {
    [k: string]: Table;
  };
  /**
   * What callers can do at every step that waits for input, in addition to the step's own choices.
   */
  always?: {
    /**
     * Key or keys → the step to go to, `repeat` to hear the current prompt again, `back` to return to the previous question, or `hangup`. What a question itself takes comes first: the keys of a menu, the digits, the decimal star and the terminator of a `collect`, and 1 and 2 in its confirmation.
     */
    keys?: {
      [k: string]: Target;
    };
    /**
     * Target (a step, `repeat`, `back` or `hangup`) → the phrases that lead there. With `phrases`, every step that waits for input also listens for speech. A choice of a menu takes precedence over the same phrase here.
     */
    phrases?: {
      [k: string]: Phrases;
    };
  };
  /**
   * Where the call goes on events that concern the call as a whole.
   */
  on?: {
    /**
     * The step that handles failures without an edge of their own, or `hangup` to end the call. A failure on that path hangs up. A call does not run into the step from above: a step above it without `next` ends the call.
     */
    error?: string;
    /**
     * The finalizer: the step at which the flow continues after the call has ended, for whatever reason. It can no longer speak or listen. A call does not run into it from above: a step above it without `next` ends the call. A failure without an edge ends the finalizer: the remaining steps are not run, and `on.error` does not apply.
     */
    end?: string;
  };
  /**
   * Limits of every call, so that no call runs forever.
   */
  limits?: {
    /**
     * Maximum duration of a call, excluding the time in a bridge and including the time in a room. A call that exceeds it takes the error path, with `error.code` limit_duration, whatever its step waits for: a longer `timeout` of `wait` or `stream` is never reached, and the edges of that step do not apply. Default: 1h.
     */
    duration?: string;
    /**
     * Maximum duration of a conversation with another party. The time in a bridge does not count towards `duration`. Default: 4h.
     */
    bridge?: string;
    /**
     * Maximum number of steps that a call may enter, including those of the flows that it runs. A step counts each time it is entered, not each time it repeats its question. The limit of the flow with which the call began applies. A call that exceeds it takes the error path, with 50 more steps. Default: 500.
     */
    steps?: number;
  };
  /**
   * The steps by name, in the order in which a caller reaches them. A call begins at the first one.
   */
  steps: {
    [k: string]: Step;
  };
}
/**
 * Default settings for the steps of this file, by verb. A step inherits each key that it does not set; a list or map is inherited or replaced as a whole. Steps of imported files use the defaults of their own file.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "defaults".
 */
export interface Defaults {
  /**
   * Defaults for texts written in `say` steps themselves. Named prompts, SSML and audio are not affected.
   */
  say?: {
    /**
     * With `text`: the speaking style.
     */
    style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
    prosody?: Prosody;
    /**
     * With `text`: the pause after it, at most 10s, for instance 700ms.
     */
    pause?: string;
  };
  /**
   * Defaults for `menu` steps.
   */
  menu?: {
    /**
     * Number of times the question is asked before the outcome `exhausted`. Silence and invalid input count together. Default: 3.
     */
    attempts?: number;
    /**
     * Time to wait for the first key, or for speech to begin, after the prompt has ended. Default: 5s.
     */
    timeout?: string;
    /**
     * Time to wait for the next key when more may follow. Default: 3s.
     */
    inter_digit?: string;
    /**
     * If false, keys pressed during the prompt are ignored; otherwise they count and end the prompt. Default: true.
     */
    barge_in?: boolean;
    /**
     * What is said after silence, before the prompt is repeated: one text for every time, or a list with the first entry for the first silence, the second for the second, and so on. The last entry serves for all further ones.
     */
    no_input?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
    /**
     * What is said after invalid input, before the prompt is repeated: one text for every time, or a list with the first entry for the first time, the second for the second, and so on. The last entry serves for all further ones.
     */
    no_match?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
    /**
     * If false, the `no_input` or `no_match` entry is said alone, and the prompt is not repeated. Default: true.
     */
    reprompt?: boolean;
  };
  /**
   * Defaults for `collect` steps.
   */
  collect?: {
    /**
     * The key that ends the input early: # or *. It is not part of the digits; pressed before the minimum number of digits it counts as no match. Default: # for a number, an amount and a phone number, otherwise none.
     */
    terminator?: '#' | '*';
    /**
     * Number of times the question is asked before the outcome `exhausted`. Silence and invalid input count together. Default: 3.
     */
    attempts?: number;
    /**
     * Time to wait for the first key, or for speech to begin, after the prompt has ended. Default: 5s.
     */
    timeout?: string;
    /**
     * Time to wait for the next key when more may follow. Default: 3s.
     */
    inter_digit?: string;
    /**
     * If false, keys pressed during the prompt are ignored; otherwise they count and end the prompt. Default: true.
     */
    barge_in?: boolean;
    /**
     * What is said after silence, before the prompt is repeated: one text for every time, or a list with the first entry for the first silence, the second for the second, and so on. The last entry serves for all further ones.
     */
    no_input?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
    /**
     * What is said after invalid input, before the prompt is repeated: one text for every time, or a list with the first entry for the first time, the second for the second, and so on. The last entry serves for all further ones.
     */
    no_match?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
    /**
     * If false, the `no_input` or `no_match` entry is said alone, and the prompt is not repeated. Default: true.
     */
    reprompt?: boolean;
  };
  /**
   * Defaults for `connect` steps.
   */
  connect?: {
    /**
     * The number that the other party sees; it must belong to the project. Default: the number that the caller dialled, or on an outbound call the number it was placed from.
     */
    from?: string | number;
    /**
     * Ring time for each party. Default: 30s.
     */
    ring?: string;
  };
  /**
   * Defaults for `http` steps. The headers of a step replace these as a whole.
   */
  http?: {
    headers?: Headers;
    /**
     * Timeout of one attempt, at most 60s. Default: 5s.
     */
    timeout?: string;
    /**
     * Number of retries after no response, a status of 500 or above, or 429. The pauses between them are 500ms, 1s, 2s and so on up to 10s, or longer if the service asks for it with Retry-After; a service that asks for more than 10s is not asked again. Default: 0.
     */
    retries?: number;
    /**
     * What the caller hears, repeatedly, while the service is slow. Keep it short: nothing interrupts it, so the call continues only after the current piece has ended. It is not played before the call is answered or during a bridge. A caller who is on `hold` gets it, too.
     */
    filler?: string | PromptPart | (string | PromptPart)[];
    /**
     * Silence before the filler, and between its repetitions. Default: 1s.
     */
    filler_after?: string;
  };
}
/**
 * With `text`: pitch, rate and volume of the voice.
 */
export interface Prosody {
  /**
   * Pitch: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speaking rate: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Volume: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * With `text`: pitch, rate and volume of the voice.
 */
export interface Prosody1 {
  /**
   * Pitch: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speaking rate: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Volume: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * Headers of the request. Secret values are allowed. Headers of a step replace those of `defaults` as a whole. Every request but a `get` has an Idempotency-Key, which is the same for all attempts of one visit to the step, unless you set your own.
 */
export interface Headers {
  /**
   * Text; expressions in `${…}` are replaced by their values. Secret values are allowed.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "sent".
   */
  [k: string]: string | number | boolean;
}
/**
 * With `text`: pitch, rate and volume of the voice.
 */
export interface Prosody2 {
  /**
   * Pitch: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speaking rate: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Volume: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * Opening hours of a place or a service.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "openingHours".
 */
export interface OpeningHours {
  /**
   * An IANA time zone, for instance Europe/Berlin. Times are local times there, with daylight saving time.
   */
  timezone: string;
  /**
   * Day of the week, or days such as mon-fri → opening times. Days that are not listed are closed.
   */
  open: {
    [k: string]: Times;
  };
  /**
   * A day that is closed and has the outcome `holiday`, or a list of such days.
   */
  holidays?: Holiday | Holiday[];
  /**
   * Day, such as 2026-12-24 → opening times on that day, or `closed`. Exceptions take precedence over holidays and days of the week: the outcome on such a day is `open` or `closed`, never `holiday`.
   */
  exceptions?: {
    /**
     * Times, or closed.
     */
    [k: string]: Time | 'closed' | Time[];
  };
}
/**
 * Column → cell.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "tableRow".
 */
export interface TableRow {
  [k: string]: Cell;
}
/**
 * A file next to the flow: CSV with a header line of column names, or YAML with rows. Cells of CSV are taken as they are, spaces and leading zeros included.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "tableFile".
 */
export interface TableFile {
  /**
   * Path relative to the flow file, within its folder.
   */
  file: string;
  /**
   * The column that contains the keys. Default: the first one.
   */
  key?: string;
}
/**
 * Offers choices by key, and by phrase if they have phrases. Each choice leads to its step. With `extension` callers may also dial numbers, such as extensions of a company. Outcomes besides the choices: exhausted (the last attempt was no valid answer), silent (the last attempt was silence; leads where exhausted leads unless it has an edge of its own), failed.
 */
export interface MenuStep {
  /**
   * The choices, in the order in which they are read out.
   *
   * @minItems 1
   * @maxItems 100
   *
   * Items: One choice: by key, by phrases, or by both.
   */
  choices: {
    /**
     * The key, or sequence of keys, that the caller presses. A choice without a key can only be said.
     */
    key?: string | number;
    /**
     * Phrases that select this choice, for instance sales or [sales, buy]; or phrases for each language. Two choices of a menu cannot have the same phrase, but one may contain the other: the longest that is said counts. In a menu with phrases, callers can also say the name of a key.
     */
    phrases?:
      | string
      | string[]
      | {
          /**
           * A phrase in this language, or a list of phrases.
           */
          [k: string]: string | string[];
        };
    set?: SetStep;
    language?: LanguageStep;
    /**
     * The step that this choice leads to; `repeat` to hear the menu again; `back` to return to the previous question; `hangup`.
     */
    goto: string;
  }[];
  /**
   * The question that the caller hears.
   */
  prompt: string | PromptPart | (string | PromptPart)[];
  /**
   * Number of times the question is asked before the outcome `exhausted`. Silence and invalid input count together. Default: 3.
   */
  attempts?: number;
  /**
   * Time to wait for the first key, or for speech to begin, after the prompt has ended. Default: 5s.
   */
  timeout?: string;
  /**
   * Time to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * If false, keys pressed during the prompt are ignored; otherwise they count and end the prompt. Default: true.
   */
  barge_in?: boolean;
  /**
   * What is said after silence, before the prompt is repeated: one text for every time, or a list with the first entry for the first silence, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_input?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
  /**
   * What is said after invalid input, before the prompt is repeated: one text for every time, or a list with the first entry for the first time, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_match?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
  /**
   * If false, the `no_input` or `no_match` entry is said alone, and the prompt is not repeated. Default: true.
   */
  reprompt?: boolean;
  /**
   * Numbers that callers may dial beside the keys of the choices: digits that are no key are collected until they fit the pattern. A key that begins an extension waits `inter_digit` for more. In the trace the outcome is called extension.
   */
  extension?: {
    /**
     * Regular expression that the whole number must match, for instance ^[2-8][0-9]{2}$.
     */
    pattern: string;
    /**
     * The variable, of type string, that stores the digits.
     */
    save: string;
    /**
     * The step that the extension leads to.
     */
    goto: string;
    /**
     * Number of digits: a number for an exact length, or { min, max }. Default: the lengths that the pattern allows.
     */
    digits?:
      | number
      | {
          /**
           * Minimum number of digits. Default: 1.
           */
          min?: number;
          /**
           * Maximum number of digits; the number is complete when it has that many.
           */
          max: number;
        };
  };
}
/**
 * Variables that this choice assigns before the call goes on, for instance { consent: 'yes' }. If a value cannot be computed, the outcome is failed.
 */
export interface SetStep {
  /**
   * The new value: a value of the variable's type, one expression in ${…}, or for text variables text with expressions.
   */
  [k: string]: string | number | boolean;
}
/**
 * Asks for digits, or for a date, a time, an amount or another kind of value, and stores the answer in a variable. Outcomes: filled, exhausted (the last attempt was no valid answer, or the value was not confirmed), silent (the last attempt was silence; leads where exhausted leads unless it has an edge of its own), failed.
 */
export interface CollectStep {
  /**
   * Kind of value. digits: as entered, with leading zeros. number: a whole number, or a decimal number if `save` is a double; star is the decimal point, and leading zeros are dropped, also in a variable of type string: 007 is stored as 7. currency: an amount; star is the decimal point. date: eight digits, with day, month and year in the order of `format`. time: four digits on a 24-hour clock. phone: a phone number, stored in E.164 form. text: anything the caller says. Default: digits. A variable of type string stores a date as 2026-12-24, a time as 14:30, an amount as 12.50.
   */
  type?: 'digits' | 'number' | 'date' | 'time' | 'currency' | 'phone' | 'text';
  /**
   * With `type: date`: the order in which day, month and year are entered. Default: the usual order in the caller's language: mdy for en-US, en-PH, es-US and es-PR, ymd for languages such as Swedish and Japanese, otherwise dmy. The prompt should state it.
   */
  format?: 'dmy' | 'mdy' | 'ymd';
  /**
   * With `type: phone`: the country of numbers without a country code, for instance DE. Default: the country of our own number.
   */
  country?: string;
  /**
   * With `type: currency`: the code of the currency, for instance EUR. The amount is read out with it.
   */
  currency?: string;
  /**
   * Bounds of the value; a value outside of them counts as no match. Numbers, dates such as 2026-12-24 or times such as 08:30, depending on `type`. They are fixed: a bound such as today is left to the service that gets the date.
   */
  range?: {
    /**
     * Minimum value.
     */
    min?: string | number;
    /**
     * Maximum value.
     */
    max?: string | number;
  };
  /**
   * If true, callers can say the answer as well as key it in: in figures or, in English, German, French, Spanish, Italian, Dutch and Portuguese, in words such as twenty-five, twelve euros fifty, March third, half past eight. Digits and phone numbers are said digit by digit. Or a map with details.
   */
  speech?:
    | boolean
    | {
        /**
         * Phrases that callers can say instead of the value; the variable then stores the phrase. With `type: text` a phrase must be all that is said.
         */
        phrases?:
          | string
          | string[]
          | {
              /**
               * A phrase in this language, or a list of phrases.
               */
              [k: string]: string | string[];
            };
        /**
         * Words that are likely in an answer, such as names of places. Speech that is nearly one of them counts as that word.
         */
        hints?:
          | string
          | string[]
          | {
              /**
               * A phrase in this language, or a list of phrases.
               */
              [k: string]: string | string[];
            };
      };
  /**
   * If true, the value is read back: 1 or yes accepts it; 2 or no asks again and counts as an attempt. After silence the caller hears the step's `no_input`. Or a map with your own texts. The variable holds the value during the confirmation. If the value is not accepted, for instance because the caller hangs up, the variable gets its initial value again.
   */
  confirm?:
    | boolean
    | {
        /**
         * What the caller hears: the name of a prompt, text, a piece such as { url: … }, or a list of these, played in order.
         */
        prompt?: string | PromptPart | (string | PromptPart)[];
        /**
         * Phrases that accept the value, if the step listens for speech. Default: yes, correct and similar words in the caller's language.
         */
        yes?:
          | string
          | string[]
          | {
              /**
               * A phrase in this language, or a list of phrases.
               */
              [k: string]: string | string[];
            };
        /**
         * Phrases that reject the value. Default: no, wrong and similar words in the caller's language.
         */
        no?:
          | string
          | string[]
          | {
              /**
               * A phrase in this language, or a list of phrases.
               */
              [k: string]: string | string[];
            };
      };
  /**
   * Number of keys: a number for an exact length, or { min, max }. Required for digits. A date has 8 keys and a time 4. The star of an amount counts as a key: 12*50 has five. Default: 1 to 12 for a number, 1 to 10 for an amount, 4 to 18 for a phone number.
   */
  digits?:
    | number
    | {
        /**
         * Minimum number of digits. Default: 1.
         */
        min?: number;
        /**
         * Maximum number of digits; the input is complete when it has that many.
         */
        max: number;
      };
  /**
   * The key that ends the input early: # or *. It is not part of the digits; pressed before the minimum number of digits it counts as no match. Default: # for a number, an amount and a phone number, otherwise none.
   */
  terminator?: '#' | '*';
  /**
   * Regular expression that the whole value must match as it is stored: digits as they were keyed, a date as 2026-12-24. Otherwise it counts as no match. Phrases need not match it. For instance ^4[0-9]*$. A repeated group must not contain a quantifier, except a fixed count, or alternatives that begin alike.
   */
  pattern?: string;
  /**
   * The variable that stores the value: of type string, for a number also int or double, for an amount also double.
   */
  save: string;
  /**
   * The question that the caller hears.
   */
  prompt: string | PromptPart | (string | PromptPart)[];
  /**
   * Number of times the question is asked before the outcome `exhausted`. Silence and invalid input count together. Default: 3.
   */
  attempts?: number;
  /**
   * Time to wait for the first key, or for speech to begin, after the prompt has ended. Default: 5s.
   */
  timeout?: string;
  /**
   * Time to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * If false, keys pressed during the prompt are ignored; otherwise they count and end the prompt. Default: true.
   */
  barge_in?: boolean;
  /**
   * What is said after silence, before the prompt is repeated: one text for every time, or a list with the first entry for the first silence, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_input?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
  /**
   * What is said after invalid input, before the prompt is repeated: one text for every time, or a list with the first entry for the first time, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_match?: string | PromptPart | (string | PromptPart | (string | PromptPart)[])[];
  /**
   * If false, the `no_input` or `no_match` entry is said alone, and the prompt is not repeated. Default: true.
   */
  reprompt?: boolean;
}
/**
 * Assigns new values to variables. Takes no time. Outcomes: done, failed (a value could not be computed).
 */
export interface SetStep1 {
  /**
   * The new value: a value of the variable's type, one expression in ${…}, or for text variables text with expressions.
   */
  [k: string]: string | number | boolean;
}
/**
 * Bridges the caller to another party. Several numbers are tried in order. Give `bridged` an edge to continue the flow during the conversation instead of waiting for its end; `completed` is then not taken, and `wait: { for: bridge_end }` can wait for the end later. Outcomes: completed (the other party hung up, the caller is still on the line), bridged (the conversation has begun), busy, no_answer, failed, unreached (in `on`: stands for busy, no_answer and failed, unless they have edges of their own).
 */
export interface ConnectStep {
  /**
   * A phone number in E.164 form or a SIP URI, or a list of them to try in order.
   */
  to: (string | number) | (string | number)[];
  /**
   * A phone number in E.164 form, for instance +493012345, or a SIP URI, for instance sip:desk@example.com. Expressions in ${…} are replaced by their values.
   */
  from?: string | number;
  /**
   * Ring time for each party. Default: 30s.
   */
  ring?: string;
  /**
   * SIP headers that the other party receives, on carriers that send them: `X-…`, or `P-…` unless it asserts who calls or who pays. A value is cut off after 200 characters; characters beyond ASCII become question marks.
   */
  headers?: {
    /**
     * Value of the header. Expressions in ${…} are replaced by their values.
     */
    [k: string]: string | number;
  };
  keys?: BridgeKeys;
  /**
   * With `keys`: time to wait for the next key when a longer one may follow. Default: 3s.
   */
  inter_digit?: string;
}
/**
 * What keys do during the conversation: keys → `record` (starts or stops a recording), `hold` (puts the call on hold, or resumes it), `end` (ends the call: the platform cannot end a bridge alone), or a step to go to while the bridge continues. After that step, a `wait: { for: bridge_end }` can have keys of its own. A step with an edge for `bridged` ends when the conversation begins, so only that `wait` can have keys. All other keys are left to the other party. If a key is the beginning of a longer one, the step waits `inter_digit` for the rest. A sequence of keys cannot begin with 0, because the platform drops it.
 *
 * This interface was referenced by `ConnectStep`'s JSON-Schema
 * via the `definition` "bridgeKeys".
 */
export interface BridgeKeys {
  /**
   * record, hold or end; a step to go to; or `hangup`.
   *
   * This interface was referenced by `ConnectStep`'s JSON-Schema
   * via the `definition` "keyAction".
   */
  [k: string]: 'record' | 'hold' | 'end' | string;
}
/**
 * What keys do during the conversation: keys → `record` (starts or stops a recording), `hold` (puts the call on hold, or resumes it), `end` (ends the call: the platform cannot end a bridge alone), or a step to go to while the bridge continues. After that step, a `wait: { for: bridge_end }` can have keys of its own. A step with an edge for `bridged` ends when the conversation begins, so only that `wait` can have keys. All other keys are left to the other party. If a key is the beginning of a longer one, the step waits `inter_digit` for the rest. A sequence of keys cannot begin with 0, because the platform drops it.
 */
export interface BridgeKeys1 {
  /**
   * record, hold or end; a step to go to; or `hangup`.
   *
   * This interface was referenced by `ConnectStep`'s JSON-Schema
   * via the `definition` "keyAction".
   */
  [k: string]: 'record' | 'hold' | 'end' | string;
}
/**
 * Runs another flow, with its own steps, variables and prompts, and continues when that flow ends by `return` or after its last step. Keys and phrases under `always` work in the flow that has them, not in those that it runs. Outcomes: done, the outcomes of the other flow's `return` steps, failed (the other flow does not handle a failure, or a value of `with` cannot be computed).
 */
export interface RunStep {
  /**
   * Name of the other flow. Its file is in the folder of this flow, in a folder beside or directly below it, or among the files given to the command. Or a standard flow: std/callback, std/hunt or std/pin.
   */
  flow: string;
  /**
   * Values of the other flow's parameters: a value of the parameter's type, one expression in ${…}, or for text parameters text with expressions.
   */
  with?: {
    /**
     * The value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * Variable → the value of the other flow that it stores, one of its `returns`. Values are stored with every outcome but `failed`.
   */
  save?: {
    /**
     * The name of a value that the other flow returns.
     */
    [k: string]: string;
  };
}
/**
 * Continues with another flow for good: the steps after this one are not run. Outcome: failed (a value could not be computed).
 */
export interface GotoStep {
  /**
   * Name of the other flow. Its file is in the folder of this flow, in a folder beside or directly below it, or among the files given to the command. Or a standard flow: std/callback, std/hunt or std/pin.
   */
  flow: string;
  /**
   * Values of the other flow's parameters: a value of the parameter's type, one expression in ${…}, or for text parameters text with expressions.
   */
  with?: {
    /**
     * The value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
}
/**
 * Looks up a row of a table in `tables`, for instance the person behind an extension. Takes no time. Outcomes: found, not_found (no row has the key), failed.
 */
export interface LookupStep {
  /**
   * Name of the table.
   */
  table: string;
  /**
   * The key to look up, compared as text: 007 is not 7. Usually one expression, such as ${vars.extension}. Secret values are allowed.
   */
  key: string | number;
  /**
   * Variable → the column whose cell it stores, of the row found; the key column can be stored too. Every cell of the column must be of the variable's type.
   */
  save?: {
    /**
     * A column of the table.
     */
    [k: string]: string | number;
  };
}
/**
 * Records a message of the caller: plays the prompt and a tone, records until the caller presses the terminator, is silent or reaches the maximum length, and stores the address of the recording in a variable. The address can be played back (`say: { url: "${vars.recording}" }`) and sent with `http`, and with `sms` on carriers that have text messages; Asterisk has none. Whoever opens it signs in. Not every carrier records one caller alone: `ringflow validate --carrier …` tells. Outcomes: recorded (a message was left, also when the caller hung up after it), silent (nobody spoke), too_short (less than `shortest`; leads where silent leads unless it has an edge of its own), failed (the carrier could not record).
 */
export interface VoicemailStep {
  /**
   * What the caller hears: the name of a prompt, text, a piece such as { url: … }, or a list of these, played in order.
   */
  prompt?: string | PromptPart | (string | PromptPart)[];
  /**
   * Variable of type string that stores the address of the recording.
   */
  save: string;
  /**
   * Maximum length of the message, 1s to 1h. Default: 2m.
   */
  longest?: string;
  /**
   * Minimum time that the caller must speak; a shorter message has the outcome too_short. Default: 1s.
   */
  shortest?: string;
  /**
   * Time of silence that ends the message, 1s to 30s. Default: 4s.
   */
  silence?: string;
  /**
   * The key that ends the message: #, *, any for every key, or none. Default: #.
   */
  terminator?: '#' | '*' | 'any' | 'none';
  /**
   * If false, no tone is played before the recording. Default: true.
   */
  beep?: boolean;
}
/**
 * Sends a text message, or one to each of several numbers, from a template that was approved in the platform's portal. Also allowed in the finalizer. With `wait: delivered` the step waits for the delivery reports. Outcomes: accepted (without `wait`: the platform has accepted the message, which does not mean that it has arrived), delivered (with `wait`: all messages have arrived), undelivered (with `wait`: a message could not be delivered), timeout (with `wait`: no final delivery report in time), failed.
 */
export interface SmsStep {
  /**
   * Id of an approved template. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "template".
   */
  template: string | number;
  /**
   * Id of a campaign that is configured in the portal. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "campaign".
   */
  campaign: string | number;
  /**
   * Recipient's number in E.164 form, or a list of numbers. Default: the remote party of the call.
   */
  to?: (string | number) | (string | number)[];
  /**
   * Instead of `to` and `data`: several numbers, each with its own values.
   *
   * @minItems 1
   * @maxItems 1000
   *
   * Items: A number, and the values for its message.
   */
  recipients?: {
    /**
     * A phone number in E.164 form, for instance +4915112345678. Expressions in ${…} are replaced by their values.
     *
     * This interface was referenced by `SmsStep`'s JSON-Schema
     * via the `definition` "number".
     */
    to: string | number;
    data?: Data;
  }[];
  /**
   * Sender of the message: a sender id, or one of the project's numbers. Default: as configured in the campaign. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "sender".
   */
  from?: string | number;
  data?: Data;
  /**
   * When the message is sent: after a delay such as 2h, or at a time such as 2026-12-24T09:00:00+01:00; a time without an offset is UTC. Default: at once. Expressions in ${…} are replaced by their values.
   */
  schedule?: string;
  /**
   * delivered: the step waits until every message has arrived or has failed.
   */
  wait?: 'delivered';
  /**
   * With `wait`: maximum time to wait. Default: 2m.
   */
  timeout?: string;
}
/**
 * Placeholder of the template → its value.
 *
 * This interface was referenced by `SmsStep`'s JSON-Schema
 * via the `definition` "data".
 */
export interface Data {
  /**
   * Text, a number or true/false. Expressions in ${…} are replaced by their values.
   */
  [k: string]: string | number | boolean;
}
/**
 * Creates a room.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "create".
 */
export interface Create {
  /**
   * Name of the room. Expressions in ${…} are replaced by their values.
   */
  name: string;
  /**
   * If true, the room is kept; otherwise it is deleted after its first session. Default: false.
   */
  permanent?: boolean;
  /**
   * Turns video off for everybody. Default: false.
   */
  audio_only?: boolean;
  /**
   * Maximum number of participants, moderators, viewers and the caller included.
   */
  participants?: number;
  /**
   * Video quality: HD, SD or LD. Default: as in the subscription.
   */
  quality?: 'HD' | 'SD' | 'LD';
  /**
   * Records from the first video or audio on. Default: false.
   */
  auto_recording?: boolean;
  /**
   * Allows screen sharing. Default: true.
   */
  screen_share?: boolean;
  /**
   * A moderator admits each participant, also the caller. Default: false.
   */
  knock?: boolean;
  /**
   * Participants, also the caller, wait in a lobby until a moderator joins. The caller is a participant, never a moderator: let the invited person be one (`role: moderator`), or somebody to whom your own application gives such a token. Default: false.
   */
  wait_for_moderator?: boolean;
}
/**
 * A person who is sent a link to the room. Their token is valid for one use within 15 minutes.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "invite".
 */
export interface Invite {
  /**
   * The name that the other participants see. Default: the remote party's number. Expressions in ${…} are replaced by their values.
   */
  name?: string;
  /**
   * moderator, participant or viewer. Default: participant.
   */
  role?: 'moderator' | 'participant' | 'viewer';
  sms: Message;
}
/**
 * The text message with the link, for instance with `data: { link: "https://meet.example.com/?token=${room.token}" }`.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "message".
 */
export interface Message {
  /**
   * Id of an approved template. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "template".
   */
  template: string | number;
  /**
   * Id of a campaign that is configured in the portal. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "campaign".
   */
  campaign: string | number;
  /**
   * A phone number in E.164 form, for instance +4915112345678. Expressions in ${…} are replaced by their values.
   */
  to?: string | number;
  /**
   * Sender of the message: a sender id, or one of the project's numbers. Default: as configured in the campaign. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "sender".
   */
  from?: string | number;
  data: Data;
}
/**
 * Pitch, rate and volume of the voice.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "prosody".
 */
export interface Prosody3 {
  /**
   * Pitch: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speaking rate: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Volume: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * How a step asks the caller, and what it does if there is no answer or no valid one.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "input".
 */
export interface Input {
  /**
   * What the caller hears: the name of a prompt, text, a piece such as { url: … }, or a list of these, played in order.
   */
  prompt: string | PromptPart1 | PromptItem[];
  /**
   * Number of times the question is asked before the outcome `exhausted`. Silence and invalid input count together. Default: 3.
   */
  attempts?: number;
  /**
   * Time to wait for the first key, or for speech to begin, after the prompt has ended. Default: 5s.
   */
  timeout?: string;
  /**
   * Time to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * If false, keys pressed during the prompt are ignored; otherwise they count and end the prompt. Default: true.
   */
  barge_in?: boolean;
  /**
   * What is said after silence, before the prompt is repeated: one text for every time, or a list with the first entry for the first silence, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_input?: string | PromptPart1 | Prompt[];
  /**
   * What is said after invalid input, before the prompt is repeated: one text for every time, or a list with the first entry for the first time, the second for the second, and so on. The last entry serves for all further ones.
   */
  no_match?: string | PromptPart1 | Prompt[];
  /**
   * If false, the `no_input` or `no_match` entry is said alone, and the prompt is not repeated. Default: true.
   */
  reprompt?: boolean;
}

/* Generated from schemas/flow.schema.json by `npm run generate`; do not edit. */

/**
 * A language as a BCP 47 tag, for instance en-US or de-DE.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "language".
 */
export type Language = string;
/**
 * One piece of a prompt: text, SSML, a prompt stored on the platform, or an audio file.
 */
export type PromptPart = {
  /**
   * Text to speak. Expressions in `${…}` are replaced by their values. Text longer than the platform's 1,024 characters is spoken in several pieces, split at sentence ends.
   */
  text?: string;
  /**
   * A whole SSML document, from <speak> to </speak>, of at most 1,024 characters. Expressions in `${…}` are replaced by their values, escaped for XML.
   */
  ssml?: string;
  /**
   * Language of this text or SSML, where it is not the caller's: for a greeting in two languages.
   */
  language?: string;
  /**
   * Beside `text`: what it is, so that it is read out as such, for instance telephone for ${call.from}.
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
         * A date whose day, month and year come in this order.
         */
        date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
        /**
         * A time of day on a clock of 12 or of 24 hours.
         */
        time?: 'hms12' | 'hms24';
        /**
         * A length of time in hours, minutes and seconds, or some of these.
         */
        duration?: 'hms' | 'hm' | 'ms';
        /**
         * An amount of this currency, by its code, for instance EUR: it is read out with it.
         */
        currency?: string;
      });
  /**
   * Beside `text`: the speaking style.
   */
  style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
  prosody?: Prosody1;
  /**
   * Beside `text`: silence after it, at most 10s, for instance 700ms.
   */
  pause?: string;
  /**
   * Name of a prompt that was uploaded to the platform's project.
   */
  stored?: string;
  /**
   * HTTPS address of an audio file, WAV or MP3.
   */
  url?: string;
  /**
   * How long the stored prompt or audio file lasts, rounded up. It is what the flow waits for when the platform does not say that a play has ended. Default: 10m.
   */
  length?: string;
} & {
  [k: string]: unknown;
};
/**
 * What is said after silence, before the prompt is repeated: the first entry after the first silence, and so on; the last one serves for all further ones.
 *
 * @minItems 1
 *
 * Items: What the caller hears: a prompt's name, text, a piece such as { url: … }, or a list of these, heard one after another.
 */
export type NoInput = (string | PromptPart | (string | PromptPart)[])[];
/**
 * What is said after input that does not fit, before the prompt is repeated: the first entry after the first time, and so on; the last one serves for all further ones.
 *
 * @minItems 1
 *
 * Items: What the caller hears: a prompt's name, text, a piece such as { url: … }, or a list of these, heard one after another.
 */
export type NoMatch = (string | PromptPart | (string | PromptPart)[])[];
/**
 * A variable: its initial value, or an object that says more about it.
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
       * string for text and digits, int for whole numbers, double for numbers with a point, bool for true or false.
       */
      type: 'string' | 'int' | 'double' | 'bool';
      /**
       * Value at the beginning of a call. Default: empty text, 0 or false.
       */
      initial?: string | number | boolean;
      /**
       * True for what must never be spoken, logged or traced, such as a PIN.
       */
      secret?: boolean;
      /**
       * What the variable is for.
       */
      description?: string;
    };
/**
 * A parameter: its type, or an object that says more about it.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "parameter".
 */
export type Parameter =
  | ('string' | 'int' | 'double' | 'bool')
  | {
      /**
       * string for text and digits, int for whole numbers, double for numbers with a point, bool for true or false.
       */
      type: 'string' | 'int' | 'double' | 'bool';
      /**
       * Its value where none is given. Without a default a value has to be given.
       */
      default?: string | number | boolean;
      /**
       * What the parameter is for.
       */
      description?: string;
    };
/**
 * A setting: what it is for, or an object that says more about it.
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
       * Its value where the environment has none. Without a default it has to be set.
       */
      default?: string;
      /**
       * True for what must never be spoken, logged or traced, such as a key.
       */
      secret?: boolean;
    };
/**
 * A prompt: the same in every language, or a map from language to what is said in it.
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
 * Text to speak. Expressions in `${…}` are replaced by their values. Text longer than the platform's 1,024 characters is spoken in several pieces, split at sentence ends.
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
   * A whole SSML document, from <speak> to </speak>, of at most 1,024 characters. Expressions in `${…}` are replaced by their values, escaped for XML.
   */
  ssml?: string;
  /**
   * Language of this text or SSML, where it is not the caller's: for a greeting in two languages.
   */
  language?: string;
  /**
   * Beside `text`: what it is, so that it is read out as such, for instance telephone for ${call.from}.
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
         * A date whose day, month and year come in this order.
         */
        date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
        /**
         * A time of day on a clock of 12 or of 24 hours.
         */
        time?: 'hms12' | 'hms24';
        /**
         * A length of time in hours, minutes and seconds, or some of these.
         */
        duration?: 'hms' | 'hm' | 'ms';
        /**
         * An amount of this currency, by its code, for instance EUR: it is read out with it.
         */
        currency?: string;
      });
  /**
   * Beside `text`: the speaking style.
   */
  style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
  prosody?: Prosody2;
  /**
   * Beside `text`: silence after it, at most 10s, for instance 700ms.
   */
  pause?: string;
  /**
   * Name of a prompt that was uploaded to the platform's project.
   */
  stored?: string;
  /**
   * HTTPS address of an audio file, WAV or MP3.
   */
  url?: string;
  /**
   * How long the stored prompt or audio file lasts, rounded up. It is what the flow waits for when the platform does not say that a play has ended. Default: 10m.
   */
  length?: string;
} & PromptPart2;
export type PromptPart2 = {
  [k: string]: unknown;
};
/**
 * A time such as 09:00-18:00, or a list of them.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "times".
 */
export type Times = Time | Time[];
/**
 * From when to when, for instance 09:00-18:00; 00:00-24:00 is the whole day, 22:00-06:00 ends on the next day.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "time".
 */
export type Time = string;
/**
 * A day, or a map that says more.
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
       * A day of the calendar, for instance 2026-12-25.
       */
      from?: string;
      /**
       * A day of the calendar, for instance 2026-12-25.
       */
      to?: string;
      /**
       * What the holiday is called; stands in the trace.
       */
      name?: string;
    });
/**
 * A day of the calendar, for instance 2026-12-25.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "day".
 */
export type Day = string;
/**
 * A list of rows, of which the first column is the key; or a map from key to row; or the file in which they stand.
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
 * The name of a step of this flow, or `hangup` to end the call, or `return` to end a flow that another one runs, or `back` to what the caller was asked before, or (where the caller gives input) `repeat` to hear the prompt again.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "target".
 */
export type Target = string;
/**
 * What a caller can say for this: a list of phrases, or for each language a list. A phrase counts wherever it is part of what is said, in whole words, whatever the case of letters; of several the longest counts.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "phrases".
 */
export type Phrases =
  | string[]
  | {
      /**
       * Phrases in this language.
       *
       * @minItems 1
       *
       * Items: Words, at least one.
       */
      [k: string]: string[];
    };
/**
 * One step: exactly one verb, and where its outcomes lead.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "step".
 */
export type Step = {
  say?: SayStep;
  play?: SayStep;
  menu?: MenuStep;
  collect?: CollectStep;
  switch?: SwitchStep;
  set?: SetStep;
  language?: LanguageStep;
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
  stream?: StreamStep;
  sms?: SmsStep;
  room?: RoomStep;
  outcome?: OutcomeStep;
  accept?: AcceptStep;
  reject?: RejectStep;
  hangup?: HangupStep;
  /**
   * The name of a step of this flow, or `hangup` to end the call, or `return` to end a flow that another one runs, or `back` to what the caller was asked before, or (where the caller gives input) `repeat` to hear the prompt again.
   */
  next?: string;
  /**
   * Outcome → the step to go to. Which outcomes a step has depends on its verb.
   */
  on?: {
    [k: string]: Target;
  };
  /**
   * A remark for people. Never spoken.
   */
  note?: string;
} & Step1;
/**
 * Says or plays something to the caller and goes on when it has been heard. `say` and `play` are two words for the same. Outcomes: done, failed.
 */
export type SayStep = string | PromptPart | (string | PromptPart)[];
/**
 * Goes to the step of the first case whose condition is true; when none is, to the step below or `next`. Takes no time. Outcomes: one for each case, otherwise, failed (a condition could not be evaluated).
 *
 * @minItems 1
 *
 * Items: One case: a condition and where it leads.
 */
export type SwitchStep = {
  /**
   * A condition as a CEL expression over vars, call and error, for instance vars.tier == "gold".
   */
  when: string;
  /**
   * The step to go to when the condition is true.
   */
  goto: string;
}[];
/**
 * From here on the caller hears this language. Takes no time. Outcome: done.
 */
export type LanguageStep = string;
/**
 * Puts the caller on hold until a `resume` step. Written without a value: `hold:`. Outcomes: done, failed.
 */
export type HoldStep = null | {};
/**
 * Takes a caller who is on hold up again. Written without a value: `resume:`. Outcomes: done, failed.
 */
export type ResumeStep = null | {};
/**
 * Waits for some time, or until something happens: `wait: 30s`, or `wait: { for: message, timeout: 2m }`. The caller hears nothing meanwhile. Outcomes: done (what was waited for has happened), timeout (beside `for: message`, and beside `timeout`: it has not in time), failed (beside `for`).
 */
export type WaitStep =
  | string
  | {
      /**
       * message: until the caller sends a text message to one of our numbers; `message.text` then holds it. bridge_end: until the other party of a bridge has gone.
       */
      for: 'message' | 'bridge_end';
      /**
       * With `for: message`: the number from which the message has to come. Default: the other end of the call. Expressions in ${…} are replaced by their values.
       */
      from?: string | number;
      /**
       * With `for: message`: the variable, of type string, that keeps the text of the message.
       */
      save?: string;
      keys?: BridgeKeys1;
      /**
       * Beside `keys`: how long to wait for the next key where a longer one may follow. Default: 3s.
       */
      inter_digit?: string;
      /**
       * How long to wait at most. Default: 2m for a message; as long as the bridge may last for its end.
       */
      timeout?: string;
    };
/**
 * Ends this flow for the one that runs it, with an outcome that its `run` step routes; without a value, with `done`. In a flow that nobody runs it ends the call.
 */
export type ReturnStep = string | null;
/**
 * Asks a web service and keeps what is wanted of its answer. Runs in the finalizer too. Redirections are not followed. An outcome without an edge goes where `failed` goes. Outcomes: ok (the service answered with a status from 200 to 299), client_error (a status from 400 to 499), server_error (500 or above), timeout (no answer in time), failed (the service cannot be reached, its answer cannot be read, or it redirects; `error.code` says which: unreachable, bad_response, http_302, or egress_denied where the operator lets flows send nothing there).
 */
export type HttpStep = {
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings stand in it as they are; the values of other expressions are encoded, each as one word of the path or query. Secret values are refused.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  get?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings stand in it as they are; the values of other expressions are encoded, each as one word of the path or query. Secret values are refused.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  post?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings stand in it as they are; the values of other expressions are encoded, each as one word of the path or query. Secret values are refused.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  put?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings stand in it as they are; the values of other expressions are encoded, each as one word of the path or query. Secret values are refused.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  patch?: string;
  /**
   * The address, beginning with https:// or http:// or a setting such as ${env.CRM_URL}. Settings stand in it as they are; the values of other expressions are encoded, each as one word of the path or query. Secret values are refused.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "url".
   */
  delete?: string;
  headers?: Headers;
  /**
   * What is added to the address behind the question mark, encoded. Never shown in the trace; secret values are refused all the same, since servers log addresses.
   */
  query?: {
    /**
     * A value; expressions in `${…}` are replaced by their values.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * The body as JSON: any value, with expressions in its texts. A text that is one expression becomes its value, so a number stays a number. Secret values may stand here.
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
   * The body as the fields of a form (application/x-www-form-urlencoded). Secret values may stand here.
   */
  form?: {
    /**
     * Text; expressions in `${…}` are replaced by their values. Secret values may stand here.
     *
     * This interface was referenced by `undefined`'s JSON-Schema
     * via the `definition` "sent".
     */
    [k: string]: string | number | boolean;
  };
  /**
   * Text; expressions in `${…}` are replaced by their values. Secret values may stand here.
   */
  text?: string | number | boolean;
  /**
   * How long one attempt may take, at most 60s. Default: 5s.
   */
  timeout?: string;
  /**
   * How often to ask again after no answer, a status of 500 or above, or 429. The pauses between are 500ms, 1s, 2s and so on up to 10s, or longer where the service says so in Retry-After; one that asks for more than 10s is not asked again. Default: 0.
   */
  retries?: number;
  /**
   * What the caller hears: a prompt's name, text, a piece such as { url: … }, or a list of these, heard one after another.
   */
  filler?: string | PromptPart | (string | PromptPart)[];
  /**
   * A length of time: a whole number and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
   */
  filler_after?: string;
  /**
   * Variable → what it gets of the answer: one expression in `${…}`, which also reads `response.status`, `response.headers` (names in lower case), `response.text` and `response.json`; or for text variables text with expressions in it. Text that is a number fits a number variable. When something cannot be read, nothing is kept and the outcome is `failed` with error.code bad_response.
   */
  save?: {
    /**
     * What the variable gets, for instance ${response.json.tier}.
     */
    [k: string]: string | number | boolean;
  };
} & {
  [k: string]: unknown;
};
/**
 * A JSON value. Expressions in `${…}` are replaced by their values; a text that is one expression becomes its value, of whatever type.
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
 * Finds out whether it is open now, by opening hours of `hours`. Takes no time. Outcomes: open, closed, holiday (closed because of a holiday; without an edge it goes where `closed` goes), failed.
 */
export type HoursStep = string;
/**
 * Begins or ends a recording of two people who talk: `record: { start: "call-${call.id}" }`, later `record: { stop: true }`. The platform records bridged calls only, so such a step is reached from the outcome `bridged` of `connect`, or by one of its `keys`. Where the recording is fetched stands in `call.recording_url` once the platform has told it, which is in the finalizer at the latest. Without an edge of its own a refusal goes where `failed` goes. Outcomes: started (of a start: the recording runs), not_bridged (nobody else is on the line), already_recording (the call is recorded), name_taken (another recording has the name), stopped (of a stop: the recording has ended), failed.
 */
export type RecordStep = {
  /**
   * The name of the recording, which no other one may have: put `${call.id}` into it. Expressions in ${…} are replaced by their values.
   */
  start?: string;
  /**
   * Ends the recording in progress.
   */
  stop?: true;
} & {
  [k: string]: unknown;
};
/**
 * Streams the audio of the call to a WebSocket server, such as a voice agent. `stream: { to: … }` waits until the stream has ended; `stream: { start: … }` goes on while the audio is streamed, until a step `stream: { stop: true }`. An outbound call carries its first stream with `to`, so that the server hears the person called from the first word. Outcomes: ended (beside `to`: the server has closed the stream), timeout (beside `to` and `timeout`: it lasted longer and was stopped), done (beside `start` or `stop`), failed (it could not begin, or broke).
 */
export type StreamStep = {
  /**
   * Where to stream, until it ends.
   */
  to?: string;
  /**
   * Where to stream while the flow goes on.
   */
  start?: string;
  /**
   * Ends the stream that a step has begun with `start`.
   */
  stop?: true;
  /**
   * Beside `to`: how long the stream may last; then it is stopped, and the outcome is timeout. Default: as long as the call may last.
   */
  timeout?: string;
} & {
  [k: string]: unknown;
};
/**
 * Brings the call into a video room, where the caller takes part by voice: `room: { join: "5f2…" }` for one that exists, or `room: { create: { name: … }, invite: { … } }` to make one and text somebody the link. The caller stays in the room until the call ends, for the platform cannot take a call out of one; the time there counts as `limits.duration`. Give `joined` an edge and the flow goes on there meanwhile. `room.id` is the room, and `room.token` what the person invited joins with. Outcomes: joined (the caller is in the room), failed.
 */
export type RoomStep = {
  /**
   * The id of a room. Expressions in ${…} are replaced by their values.
   */
  join?: string;
  create?: Create;
  invite?: Invite;
} & {
  [k: string]: unknown;
};
/**
 * Notes that the call has got somewhere that counts for the business: `outcome: appointment_booked`. It stands in the trace and in the record of the call, for reports. It may stand in the finalizer too. Outcomes: done.
 */
export type OutcomeStep = string;
/**
 * Answers the call while it still rings. Written without a value: `accept:`. Steps that speak, listen or connect do that by themselves; use it where a web request or a `wait` is to be paid by the caller. A call that is answered goes on at once. Outcomes: done, failed.
 */
export type AcceptStep = null | {};
/**
 * Refuses a call that still rings: the caller is never answered and pays nothing. Written without a value: `reject:`. It has to come before the first step that speaks, listens or connects. Outcomes: failed (somebody is on the line already, or the call is our own).
 */
export type RejectStep = null | {};
/**
 * Ends the call; before it is answered this rejects it. Written without a value: `hangup:`.
 */
export type HangupStep = null | {};
export type Step1 = {
  [k: string]: unknown;
};
/**
 * A JSON value. Expressions in `${…}` are replaced by their values; a text that is one expression becomes its value, of whatever type.
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
 * The name of a step of this flow.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "stepName".
 */
export type StepName = string;
/**
 * What the text is, so that it is read out as such: characters or spell-out (letter by letter), number_digit (digit by digit), number or cardinal, ordinal, fraction, date, time, duration, telephone, currency, address, name; or the order of its parts, such as { date: dmy }, or the currency of an amount, { currency: EUR }.
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
       * A date whose day, month and year come in this order.
       */
      date?: 'dmy' | 'mdy' | 'ymd' | 'dm' | 'md' | 'my' | 'ym' | 'd' | 'm' | 'y';
      /**
       * A time of day on a clock of 12 or of 24 hours.
       */
      time?: 'hms12' | 'hms24';
      /**
       * A length of time in hours, minutes and seconds, or some of these.
       */
      duration?: 'hms' | 'hm' | 'ms';
      /**
       * An amount of this currency, by its code, for instance EUR: it is read out with it.
       */
      currency?: string;
    });
/**
 * A length of time: a whole number and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "duration".
 */
export type Duration = string;
/**
 * A length of time that is more than nothing: a whole number from 1 and a unit, ms, s, m or h. For instance 500ms, 5s, 2m, 1h.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "positiveDuration".
 */
export type PositiveDuration = string;
/**
 * A key of the telephone keypad, or several in a row: digits, * and #.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "key".
 */
export type Key = string | number;
/**
 * A single word in lower case names a prompt of `prompts`; any other text is spoken as it stands. `{ text: … }` speaks even a single word.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "promptItem".
 */
export type PromptItem = string | PromptPart1;
/**
 * What the caller hears: a prompt's name, text, a piece such as { url: … }, or a list of these, heard one after another.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "prompt".
 */
export type Prompt = string | PromptPart1 | PromptItem[];

/**
 * A call flow: what a caller hears, what they can answer, and where each answer leads. Steps run from top to bottom unless `next`, `on` or `goto` says otherwise; after the last one the call is ended.
 */
export interface FlowSource {
  /**
   * Version of the flow language. There is one so far: 1.
   */
  ringflow: 1;
  /**
   * Name of the flow, as routes, traces and commands use it. Lower-case letters, digits and hyphens.
   */
  name: string;
  /**
   * What the flow is for, for people. Never spoken.
   */
  description?: string;
  /**
   * Languages of the flow as BCP 47 tags, in order of preference. A call begins in the first one; a prompt that lacks the caller's language falls back along this list. Default: [en-US].
   *
   * @minItems 1
   * @maxItems 50
   */
  languages?: Language[];
  /**
   * Voice of synthesised speech, as the platform names it, for instance female or male. Default: the platform's own.
   */
  voice?: string;
  /**
   * Files that hold prompts, variables, settings, opening hours, tables and steps for several flows, as paths from this file, for instance ./common.yaml or ../shared/prompts.yaml. They are fragments: files with `ringflow: 1` and without a name (schemas/fragment.schema.json). What they hold is part of this flow as if it stood in it, so no name may stand in two of the files; the last step of each file leads to the end of the flow. Files lie in the folder of the flow, in the one around it, or below these.
   *
   * Items: Path of a file, seen from this one; it begins with ./ or ../.
   */
  imports?: string[];
  defaults?: Defaults;
  /**
   * Variables of a call, each with its initial value, which also gives its type: text, whole number, number with a point, or true/false. Read in expressions as `vars.<name>`.
   */
  vars?: {
    [k: string]: Variable;
  };
  /**
   * What a call is begun with: by whoever places it, or by the flow that runs this one. A number that is called gives none. Each by its type, or by a map that says more. Read in expressions as `params.<name>`.
   */
  params?: {
    [k: string]: Parameter;
  };
  /**
   * Settings of the place where the flow runs, such as addresses and keys, each with what it is for. They come from environment variables of the same name and are read in expressions as `env.<NAME>`; the service does not start without them.
   */
  env?: {
    [k: string]: Setting;
  };
  /**
   * What this flow gives back to one that runs it: name → expression. With it, even empty ({}), the flow returns after its last step instead of ending the call.
   */
  returns?: {
    /**
     * An expression over what the flow knows, for instance vars.tier.
     */
    [k: string]: string;
  };
  /**
   * Prompts by name, so that several steps can say the same and translators find all texts in one place. A prompt is the same in every language, or a map from language to what is said in it.
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
   * Small tables by name, for the verb `lookup`: written here, or in a file beside the flow. They are part of the compiled flow.
   */
  tables?: {
    [k: string]: Table;
  };
  /**
   * What a caller can do at every step that waits for input, beside the step's own choices.
   */
  always?: {
    /**
     * Key or keys → the step to go to, or `repeat` to hear the current prompt again, or `back` for the question before, or `hangup`.
     */
    keys?: {
      [k: string]: Target;
    };
    /**
     * The step to go to (or `repeat`, `back`, `hangup`) → what a caller can say to get there. With it every step that waits for input listens for speech.
     */
    phrases?: {
      [k: string]: Phrases;
    };
  };
  /**
   * Where the call goes when something happens to it as a whole.
   */
  on?: {
    /**
     * The step that takes over when a failure has no edge of its own. A failure inside that path hangs up.
     */
    error?: string;
    /**
     * The finalizer: the step from which the flow runs once more after the call has ended, however it ended. It can no longer speak or listen. A failure in it that has no edge ends it: the steps behind are not run, and `on.error` does not take over.
     */
    end?: string;
  };
  /**
   * Bounds within which every call stays, so that none can hang for ever.
   */
  limits?: {
    /**
     * Longest life of a call, not counting the time in a bridge; then it takes the error path. Default: 1h.
     */
    duration?: string;
    /**
     * Longest conversation with another party; the time in a bridge does not count as duration. Default: 4h.
     */
    bridge?: string;
    /**
     * Most steps a call may enter; then it takes the error path, with 50 steps more. Default: 500.
     */
    steps?: number;
  };
  /**
   * The steps by name, in the order in which a caller meets them. The first one is where a call begins.
   */
  steps: {
    [k: string]: Step;
  };
}
/**
 * What the steps of this file say unless they say it themselves, verb by verb. A step takes over each key that it does not have; a list or map is taken over or replaced as a whole. Steps of imported files keep to the defaults of their own file.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "defaults".
 */
export interface Defaults {
  /**
   * Of texts that `say` steps hold themselves. Prompts by name, SSML and audio stay as they are.
   */
  say?: {
    /**
     * Beside `text`: the speaking style.
     */
    style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
    prosody?: Prosody;
    /**
     * Beside `text`: silence after it, at most 10s, for instance 700ms.
     */
    pause?: string;
  };
  /**
   * Of texts that `play` steps hold themselves. Prompts by name, SSML and audio stay as they are.
   */
  play?: {
    /**
     * Beside `text`: the speaking style.
     */
    style?: 'advertisement_upbeat' | 'Cheerful' | 'customerservice' | 'Friendly' | 'gentle';
    prosody?: Prosody;
    /**
     * Beside `text`: silence after it, at most 10s, for instance 700ms.
     */
    pause?: string;
  };
  /**
   * Of `menu` steps.
   */
  menu?: {
    /**
     * How often the caller is asked before the outcome `exhausted`; silence and wrong input count together. Default: 3.
     */
    attempts?: number;
    /**
     * How long to wait for the first key, or for speech to begin, once the prompt has been heard. Default: 5s.
     */
    timeout?: string;
    /**
     * How long to wait for the next key when more may follow. Default: 3s.
     */
    inter_digit?: string;
    /**
     * False: keys pressed while the prompt is being spoken do not count. Default: they do, and end the prompt.
     */
    barge_in?: boolean;
    no_input?: NoInput;
    no_match?: NoMatch;
    /**
     * False: only the `no_input` or `no_match` entry is said, without the prompt after it. Default: true.
     */
    reprompt?: boolean;
  };
  /**
   * Of `collect` steps.
   */
  collect?: {
    /**
     * The key that ends the input before its time: # or *. It is not part of the digits. Default: # for a number, an amount and a phone number, otherwise none.
     */
    terminator?: '#' | '*';
    /**
     * How often the caller is asked before the outcome `exhausted`; silence and wrong input count together. Default: 3.
     */
    attempts?: number;
    /**
     * How long to wait for the first key, or for speech to begin, once the prompt has been heard. Default: 5s.
     */
    timeout?: string;
    /**
     * How long to wait for the next key when more may follow. Default: 3s.
     */
    inter_digit?: string;
    /**
     * False: keys pressed while the prompt is being spoken do not count. Default: they do, and end the prompt.
     */
    barge_in?: boolean;
    no_input?: NoInput;
    no_match?: NoMatch;
    /**
     * False: only the `no_input` or `no_match` entry is said, without the prompt after it. Default: true.
     */
    reprompt?: boolean;
  };
  /**
   * Of `connect` steps.
   */
  connect?: {
    /**
     * The number that the other party sees; it must be one of the project's. Default: the number that the caller dialled, or on an outbound call the number it was placed from.
     */
    from?: string | number;
    /**
     * How long one party may ring. Default: 30s.
     */
    ring?: string;
  };
  /**
   * Of `http` steps. Headers of a step replace these as a whole.
   */
  http?: {
    headers?: Headers;
    /**
     * How long one attempt may take, at most 60s. Default: 5s.
     */
    timeout?: string;
    /**
     * How often to ask again after no answer, a status of 500 or above, or 429. The pauses between are 500ms, 1s, 2s and so on up to 10s, or longer where the service says so in Retry-After; one that asks for more than 10s is not asked again. Default: 0.
     */
    retries?: number;
    /**
     * What the caller hears while the service is slow, again and again. Nothing can cut it off, so the call goes on only when the piece being heard has ended: keep it short. It is not heard before the call is answered, nor during a bridge.
     */
    filler?: string | PromptPart | (string | PromptPart)[];
    /**
     * The silence before the filler is heard, and between its repetitions. Default: 1s.
     */
    filler_after?: string;
  };
}
/**
 * Beside `text`: pitch, rate and volume of the voice.
 */
export interface Prosody {
  /**
   * Height of the voice: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speed: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Loudness: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * Beside `text`: pitch, rate and volume of the voice.
 */
export interface Prosody1 {
  /**
   * Height of the voice: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speed: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Loudness: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * Headers of the request. Secret values may stand here. What is no `get` carries an Idempotency-Key, the same for all attempts of one stay in the step, unless one is given here.
 */
export interface Headers {
  /**
   * Text; expressions in `${…}` are replaced by their values. Secret values may stand here.
   *
   * This interface was referenced by `undefined`'s JSON-Schema
   * via the `definition` "sent".
   */
  [k: string]: string | number | boolean;
}
/**
 * Beside `text`: pitch, rate and volume of the voice.
 */
export interface Prosody2 {
  /**
   * Height of the voice: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speed: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Loudness: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * When something is open.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "openingHours".
 */
export interface OpeningHours {
  /**
   * An IANA time zone, for instance Europe/Berlin. Times are those of the clocks there, in summer and in winter.
   */
  timezone: string;
  /**
   * Day of the week, or days such as mon-fri → when it is open. Days that are not named are closed.
   */
  open: {
    [k: string]: Times;
  };
  /**
   * Days on which it is closed and the outcome is `holiday`.
   */
  holidays?: Holiday[];
  /**
   * Day, such as 2026-12-24 → when it is open then, or `closed`. Counts before holidays and days of the week.
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
 * A file beside the flow: CSV with a first line of column names, or YAML with rows.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "tableFile".
 */
export interface TableFile {
  /**
   * Its path, seen from the flow file and not outside of its folder.
   */
  file: string;
  /**
   * The column that holds the keys. Default: the first one.
   */
  key?: string;
}
/**
 * Offers choices by key, and by phrase where they have phrases. Each choice leads to its step. Outcomes besides the choices: exhausted (asked as often as `attempts` allows), failed.
 */
export interface MenuStep {
  /**
   * The choices in the order in which they are read out.
   *
   * @minItems 1
   * @maxItems 100
   *
   * Items: One choice: by key, by phrases, or by both.
   */
  choices: {
    /**
     * The key, or keys in a row, that the caller presses. Without it the choice can only be said.
     */
    key?: string | number;
    /**
     * What a caller can say for this choice, for instance [sales, buy]; or for each language a list. Where there are phrases, the name of a key may be said as well.
     */
    phrases?:
      | string[]
      | {
          /**
           * Phrases in this language.
           *
           * @minItems 1
           *
           * Items: Words, at least one.
           */
          [k: string]: string[];
        };
    /**
     * The step that this choice leads to; `repeat` to hear the menu again; `back` for the question before it; `hangup`.
     */
    goto: string;
  }[];
  /**
   * What the caller is asked.
   */
  prompt: string | PromptPart | (string | PromptPart)[];
  /**
   * How often the caller is asked before the outcome `exhausted`; silence and wrong input count together. Default: 3.
   */
  attempts?: number;
  /**
   * How long to wait for the first key, or for speech to begin, once the prompt has been heard. Default: 5s.
   */
  timeout?: string;
  /**
   * How long to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * False: keys pressed while the prompt is being spoken do not count. Default: they do, and end the prompt.
   */
  barge_in?: boolean;
  no_input?: NoInput;
  no_match?: NoMatch;
  /**
   * False: only the `no_input` or `no_match` entry is said, without the prompt after it. Default: true.
   */
  reprompt?: boolean;
}
/**
 * Asks for digits, or for a date, a time, an amount and the like, and keeps them in a variable. Outcomes: filled, exhausted (asked as often as `attempts` allows), failed.
 */
export interface CollectStep {
  /**
   * What is asked for. digits: as they are. number: a whole number, or with `save` in a double one with a point, keyed as star. currency: an amount, star is the point. date: eight digits, day, month and year in the order of `format`. time: four digits, 24 hours. phone: a number, kept in E.164. text: whatever is said. Default: digits. A variable of type string keeps a date as 2026-12-24, a time as 14:30, an amount as 12.50.
   */
  type?: 'digits' | 'number' | 'date' | 'time' | 'currency' | 'phone' | 'text';
  /**
   * With `type: date`: the order in which day, month and year are entered. Default: as usual in the caller's language; the prompt should say it.
   */
  format?: 'dmy' | 'mdy' | 'ymd';
  /**
   * With `type: phone`: the country of numbers without a country code, for instance DE. Default: that of our own number.
   */
  country?: string;
  /**
   * With `type: currency`: the code of the currency, for instance EUR, with which the amount is read out.
   */
  currency?: string;
  /**
   * Bounds of the value; beyond them it counts as no match. Numbers, dates such as 2026-12-24 or times such as 08:30, as the type has it.
   */
  range?: {
    /**
     * Least value.
     */
    min?: string | number;
    /**
     * Greatest value.
     */
    max?: string | number;
  };
  /**
   * True: the answer may be said as well as keyed, in figures or, in English, German, French, Spanish, Italian, Dutch and Portuguese, in words: twenty-five, twelve euros fifty, March third, half past eight. Digits and phone numbers are said digit by digit. Or a map that says more.
   */
  speech?:
    | boolean
    | {
        /**
         * What may be said instead of the value, and is then kept as it stands here. Beside text it must be all that is said.
         */
        phrases?:
          | string[]
          | {
              /**
               * Phrases in this language.
               *
               * @minItems 1
               *
               * Items: Words, at least one.
               */
              [k: string]: string[];
            };
        /**
         * Words that are likely in an answer, such as names of places: what is recognised as nearly one of them counts as it.
         */
        hints?:
          | string[]
          | {
              /**
               * Phrases in this language.
               *
               * @minItems 1
               *
               * Items: Words, at least one.
               */
              [k: string]: string[];
            };
      };
  /**
   * True: the value is read back, 1 or yes accepts it, 2 or no asks again, which counts as an attempt. Or a map with words of your own. While it is read back the variable holds the value; after anything but a yes, a hang-up too, it has its initial one again.
   */
  confirm?:
    | boolean
    | {
        /**
         * What the caller hears: a prompt's name, text, a piece such as { url: … }, or a list of these, heard one after another.
         */
        prompt?: string | PromptPart | (string | PromptPart)[];
        /**
         * What may be said to accept the value, where the step listens for speech. Default: yes, correct and the like in the caller's language.
         */
        yes?:
          | string[]
          | {
              /**
               * Phrases in this language.
               *
               * @minItems 1
               *
               * Items: Words, at least one.
               */
              [k: string]: string[];
            };
        /**
         * What may be said to refuse it. Default: no, wrong and the like in the caller's language.
         */
        no?:
          | string[]
          | {
              /**
               * Phrases in this language.
               *
               * @minItems 1
               *
               * Items: Words, at least one.
               */
              [k: string]: string[];
            };
      };
  /**
   * How many keys: a number for exactly so many, or { min, max }. Needed for digits; a date has 8 and a time 4; default for a number 1 to 12, for an amount 1 to 10, for a phone number 4 to 18.
   */
  digits?:
    | number
    | {
        /**
         * Fewest digits. Default: 1.
         */
        min?: number;
        /**
         * Most digits; the input is complete when they are there.
         */
        max: number;
      };
  /**
   * The key that ends the input before its time: # or *. It is not part of the digits. Default: # for a number, an amount and a phone number, otherwise none.
   */
  terminator?: '#' | '*';
  /**
   * Regular expression that the whole value must match; otherwise it counts as no match. For instance ^4[0-9]*$. A repeated group must not hold a quantifier, except a fixed count, or alternatives that begin alike.
   */
  pattern?: string;
  /**
   * The variable that keeps the value: of type string; for a number int or double too, for an amount double.
   */
  save: string;
  /**
   * What the caller is asked.
   */
  prompt: string | PromptPart | (string | PromptPart)[];
  /**
   * How often the caller is asked before the outcome `exhausted`; silence and wrong input count together. Default: 3.
   */
  attempts?: number;
  /**
   * How long to wait for the first key, or for speech to begin, once the prompt has been heard. Default: 5s.
   */
  timeout?: string;
  /**
   * How long to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * False: keys pressed while the prompt is being spoken do not count. Default: they do, and end the prompt.
   */
  barge_in?: boolean;
  no_input?: NoInput;
  no_match?: NoMatch;
  /**
   * False: only the `no_input` or `no_match` entry is said, without the prompt after it. Default: true.
   */
  reprompt?: boolean;
}
/**
 * Gives variables new values. Takes no time. Outcomes: done, failed (a value could not be computed).
 */
export interface SetStep {
  /**
   * The new value: a value of the variable's type, or one expression in ${…}, or for text variables text with expressions in it.
   */
  [k: string]: string | number | boolean;
}
/**
 * Bridges the caller to another party. Several numbers are tried one after another. Give `bridged` an edge and the flow goes on there while the two talk, instead of waiting for their end; `wait: { for: bridge_end }` does that later. Outcomes: completed (the other party hung up, the caller is still there), bridged (the two talk), busy, no_answer, failed.
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
   * How long one party may ring. Default: 30s.
   */
  ring?: string;
  keys?: BridgeKeys;
  /**
   * Beside `keys`: how long to wait for the next key where a longer one may follow. Default: 3s.
   */
  inter_digit?: string;
}
/**
 * What keys do while the two talk: keys → `record` (begins a recording, or ends it), `hold` (puts the call on hold, or takes it up again), `end` (ends the call: the platform cannot end a bridge alone), or a step to go to, with the bridge standing. Behind that step a `wait: { for: bridge_end }` can have keys of its own. Other keys are for the other party. A key that begins like another one waits `inter_digit`. No key of several begins with 0, which the platform does not keep.
 *
 * This interface was referenced by `ConnectStep`'s JSON-Schema
 * via the `definition` "bridgeKeys".
 */
export interface BridgeKeys {
  /**
   * record, hold or end; or a step to go to; or `hangup`.
   *
   * This interface was referenced by `ConnectStep`'s JSON-Schema
   * via the `definition` "keyAction".
   */
  [k: string]: 'record' | 'hold' | 'end' | string;
}
/**
 * What keys do while the two talk: keys → `record` (begins a recording, or ends it), `hold` (puts the call on hold, or takes it up again), `end` (ends the call: the platform cannot end a bridge alone), or a step to go to, with the bridge standing. Behind that step a `wait: { for: bridge_end }` can have keys of its own. Other keys are for the other party. A key that begins like another one waits `inter_digit`. No key of several begins with 0, which the platform does not keep.
 */
export interface BridgeKeys1 {
  /**
   * record, hold or end; or a step to go to; or `hangup`.
   *
   * This interface was referenced by `ConnectStep`'s JSON-Schema
   * via the `definition` "keyAction".
   */
  [k: string]: 'record' | 'hold' | 'end' | string;
}
/**
 * Runs another flow, with its own steps, variables, prompts and keys, and comes back when that has ended by `return` or has run off its last step. Outcomes: done, those that the other flow's `return` steps name, failed.
 */
export interface RunStep {
  /**
   * Name of the other flow: one of those in the same folder tree.
   */
  flow: string;
  /**
   * Values of the other flow's parameters: a value of the parameter's type, or one expression in ${…}, or for text parameters text with expressions in it.
   */
  with?: {
    /**
     * The value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * What the other flow gives back (its `returns`) → the variable that keeps it.
   */
  save?: {
    /**
     * A variable of this flow.
     */
    [k: string]: string;
  };
}
/**
 * Goes on with another flow for good: what comes after this step is not done. Outcome: failed (a value could not be computed).
 */
export interface GotoStep {
  /**
   * Name of the other flow: one of those in the same folder tree.
   */
  flow: string;
  /**
   * Values of the other flow's parameters: a value of the parameter's type, or one expression in ${…}, or for text parameters text with expressions in it.
   */
  with?: {
    /**
     * The value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
}
/**
 * Looks something up in a table of `tables`, such as who has an extension. Takes no time. Outcomes: found, not_found (no row has the key), failed.
 */
export interface LookupStep {
  /**
   * Name of the table.
   */
  table: string;
  /**
   * What to look for among the keys of the table, compared as text: 007 is not 7. Usually one expression, such as ${vars.extension}. A secret value may stand here.
   */
  key: string | number;
  /**
   * Column → the variable that gets what stands there in the row found; the column of the keys is one of them. Every cell of the column must be of the variable's type.
   */
  save?: {
    /**
     * A variable of this flow.
     */
    [k: string]: string;
  };
}
/**
 * Sends a text message, or one each to several numbers, from a template that was approved in the portal of the platform. It may stand in the finalizer too. With `wait: delivered` the step goes on when it is known what became of the messages. Outcomes: accepted (without `wait`: the platform has taken it, which does not mean that it has arrived), delivered (beside `wait`: all messages have arrived), undelivered (beside `wait`: one could not be delivered), timeout (beside `wait`: nobody can say in time), failed.
 */
export interface SmsStep {
  /**
   * The id of an approved template. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "template".
   */
  template: string | number;
  /**
   * The id of a campaign that is configured in the portal. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "campaign".
   */
  campaign: string | number;
  /**
   * The number to which it goes, in E.164 form, or a list of them. Default: the other end of the call.
   */
  to?: (string | number) | (string | number)[];
  /**
   * Instead of `to` and `data`: several numbers, each with what goes into its text.
   *
   * @minItems 1
   * @maxItems 1000
   *
   * Items: One number, with what goes into its text.
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
   * Who it is from: a sender id, or one of the project's numbers. Default: what the campaign says. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "sender".
   */
  from?: string | number;
  data?: Data;
  /**
   * When it is sent: so long from now, such as 2h, or at a time, such as 2026-12-24T09:00:00+01:00; one without an offset is UTC. Default: at once. Expressions in ${…} are replaced by their values.
   */
  schedule?: string;
  /**
   * delivered: the step waits until the messages have arrived, or cannot.
   */
  wait?: 'delivered';
  /**
   * With `wait`: how long to wait at most. Default: 2m.
   */
  timeout?: string;
}
/**
 * Placeholder of the template → what stands in its place.
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
 * Makes a room.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "create".
 */
export interface Create {
  /**
   * What it is called. Expressions in ${…} are replaced by their values.
   */
  name: string;
  /**
   * true keeps the room for ever; by default it is gone after its first session.
   */
  permanent?: boolean;
  /**
   * Nobody sends pictures. Default: false.
   */
  audio_only?: boolean;
  /**
   * Most people in it.
   */
  participants?: number;
  /**
   * Of the pictures: HD, SD or LD. Default: what the subscription says.
   */
  quality?: 'HD' | 'SD' | 'LD';
  /**
   * Records from the first picture or sound on. Default: false.
   */
  auto_recording?: boolean;
  /**
   * Screens may be shared. Default: true.
   */
  screen_share?: boolean;
  /**
   * A moderator lets everybody in. Default: false.
   */
  knock?: boolean;
  /**
   * Everybody waits in a lobby until a moderator is there. Default: false.
   */
  wait_for_moderator?: boolean;
}
/**
 * Somebody who is sent a link to the room. Their token is good for one use within 15 minutes.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "invite".
 */
export interface Invite {
  /**
   * The name that the others see. Default: the number of the other end of the call. Expressions in ${…} are replaced by their values.
   */
  name?: string;
  /**
   * moderator, participant or viewer. Default: participant.
   */
  role?: 'moderator' | 'participant' | 'viewer';
  sms: Message;
}
/**
 * The message with the link, for instance with `data: { link: "https://meet.example.com/?token=${room.token}" }`.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "message".
 */
export interface Message {
  /**
   * The id of an approved template. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "template".
   */
  template: string | number;
  /**
   * The id of a campaign that is configured in the portal. Expressions in ${…} are replaced by their values.
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
   * Who it is from: a sender id, or one of the project's numbers. Default: what the campaign says. Expressions in ${…} are replaced by their values.
   *
   * This interface was referenced by `SmsStep`'s JSON-Schema
   * via the `definition` "sender".
   */
  from?: string | number;
  data: Data;
}
/**
 * How the voice speaks.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "prosody".
 */
export interface Prosody3 {
  /**
   * Height of the voice: x-low, low, medium, high, x-high, default, or a change such as +10% or -2st.
   */
  pitch?: string;
  /**
   * Speed: x-slow, slow, medium, fast, x-fast, default, or a change such as -20%.
   */
  rate?: string;
  /**
   * Loudness: silent, x-soft, soft, medium, loud, x-loud, default, or a change such as +50%.
   */
  volume?: string;
}
/**
 * How a step asks the caller and what it does when nothing, or nothing that fits, comes back.
 *
 * This interface was referenced by `FlowSource`'s JSON-Schema
 * via the `definition` "input".
 */
export interface Input {
  /**
   * What the caller is asked.
   */
  prompt: string | PromptPart1 | PromptItem[];
  /**
   * How often the caller is asked before the outcome `exhausted`; silence and wrong input count together. Default: 3.
   */
  attempts?: number;
  /**
   * How long to wait for the first key, or for speech to begin, once the prompt has been heard. Default: 5s.
   */
  timeout?: string;
  /**
   * How long to wait for the next key when more may follow. Default: 3s.
   */
  inter_digit?: string;
  /**
   * False: keys pressed while the prompt is being spoken do not count. Default: they do, and end the prompt.
   */
  barge_in?: boolean;
  /**
   * What is said after silence, before the prompt is repeated: the first entry after the first silence, and so on; the last one serves for all further ones.
   *
   * @minItems 1
   */
  no_input?: Prompt[];
  /**
   * What is said after input that does not fit, before the prompt is repeated: the first entry after the first time, and so on; the last one serves for all further ones.
   *
   * @minItems 1
   */
  no_match?: Prompt[];
  /**
   * False: only the `no_input` or `no_match` entry is said, without the prompt after it. Default: true.
   */
  reprompt?: boolean;
}

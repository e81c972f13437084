/* Generated from schemas/scenario.schema.json by `npm run generate`; do not edit. */

/**
 * Behaviour of a party when called; or a list for the first call, the second, and so on. The last entry applies from then on.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "party_turns".
 */
export type PartyTurns =
  | ('busy' | 'no_answer' | 'rejects' | 'answers')
  | ({
      [k: string]: unknown;
    } & {
      /**
       * Answers after ringing for this time.
       */
      answers?: string;
      /**
       * Rejects the call after ringing for this time.
       */
      rejects?: string;
      /**
       * Is busy; the platform reports it after this time.
       */
      busy?: string;
      /**
       * Does not answer; the platform gives up after this time, possibly before the step does.
       */
      no_answer?: string;
      /**
       * Cannot be reached; the platform reports it after this time.
       */
      fails?: string;
      /**
       * With `fails`: reason text of the platform.
       */
      reason?: string;
      /**
       * Hangs up this long after answering.
       */
      hangs_up?: string;
    })
  | Party[];
/**
 * busy, no_answer, rejects or answers; or a map with the time until then.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "party".
 */
export type Party =
  | ('busy' | 'no_answer' | 'rejects' | 'answers')
  | ({
      [k: string]: unknown;
    } & {
      /**
       * Answers after ringing for this time.
       */
      answers?: string;
      /**
       * Rejects the call after ringing for this time.
       */
      rejects?: string;
      /**
       * Is busy; the platform reports it after this time.
       */
      busy?: string;
      /**
       * Does not answer; the platform gives up after this time, possibly before the step does.
       */
      no_answer?: string;
      /**
       * Cannot be reached; the platform reports it after this time.
       */
      fails?: string;
      /**
       * With `fails`: reason text of the platform.
       */
      reason?: string;
      /**
       * Hangs up this long after answering.
       */
      hangs_up?: string;
    });
/**
 * Response of a web service to some requests, or its failure.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "http_stub".
 */
export type HttpStub = {
  match: HttpMatch;
  /**
   * Expected content of the JSON body, which may contain more.
   */
  json?:
    | string
    | number
    | boolean
    | null
    | Json[]
    | {
        [k: string]: Json;
      };
  /**
   * The response.
   */
  answer?: {
    /**
     * Status. Default: 200.
     */
    status?: number;
    /**
     * Headers.
     */
    headers?: {
      /**
       * Value of a header.
       */
      [k: string]: string | number;
    };
    /**
     * A JSON value.
     */
    json?:
      | string
      | number
      | boolean
      | null
      | Json[]
      | {
          [k: string]: Json;
        };
    /**
     * Body as text. Default: empty.
     */
    text?: string;
  };
  /**
   * timeout: the response never arrives. unreachable: the service cannot be reached. egress_denied: the operator does not allow flows to use this host.
   */
  fail?: 'timeout' | 'unreachable' | 'egress_denied';
  /**
   * Response time. A time above the step's `timeout` is a timeout. Default: none.
   */
  delay?: string;
  /**
   * Number of requests that this entry answers; then the next matching entry is used. Default: all.
   */
  times?: number;
  /**
   * Exact number of requests that this entry must answer by the end of the call; 0 if there must be none.
   */
  calls?: number;
} & HttpStub1;
/**
 * Pattern of requests: an optional method, and the end of the URL without its query, or a whole URL; * matches anything. For example POST /pin, or GET https://crm.example.com/callers/*. The query is compared only if the pattern contains a question mark.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "http_match".
 */
export type HttpMatch = string;
/**
 * A JSON value.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
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
export type HttpStub1 = {
  [k: string]: unknown;
};
/**
 * Tags by which `ringflow test --tag` selects scenarios. The tags of the file apply to all its scenarios.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "tags".
 *
 * Items: A tag of letters, digits, - and _.
 */
export type Tags = string[];
/**
 * A failure that is injected into the call. Only the rules that every call must keep are checked. `ringflow perturb` writes and runs such scenarios; `ringflow test` skips them. Events and commits are numbered as in the trace of the call, commands as in the call.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "perturbation".
 */
export type Perturbation = {
  /**
   * The event with this number arrives twice.
   */
  duplicate?: number;
  /**
   * With `duplicate`: the second event has the same deduplication key as the first (same) or a new one (new). Default: same.
   */
  key?: 'same' | 'new';
  /**
   * With `duplicate`: delay of the second event. Default: none.
   */
  after?: string;
  /**
   * The event with this number never arrives.
   */
  drop?: number;
  /**
   * The event with this number arrives after the next one.
   */
  swap?: number;
  /**
   * The event with this number arrives after the deadline named by `past`.
   */
  delay?: number;
  /**
   * With `delay`: name of a deadline that is pending at the original time of the event.
   */
  past?: string;
  /**
   * The command with this number is refused with `code`.
   */
  refuse?: number;
  /**
   * The first `attempts` attempts at the command with this number are refused with `code`; the engine retries, and the platform accepts the next attempt.
   */
  retry?: number;
  /**
   * With `retry`: number of refused attempts. Default: 1.
   */
  attempts?: number;
  /**
   * With `refuse`, `retry` or `outage`: error code of the platform.
   */
  code?: string | number;
  /**
   * The command with this number gets no response.
   */
  unanswered?: number;
  /**
   * With `unanswered`: true if the platform has carried out the command. Default: true.
   */
  done?: boolean;
  /**
   * With `unanswered`: a retry gets a response (again), or no retry does (in_vain). Default: again.
   */
  asked?: 'again' | 'in_vain';
  /**
   * The node crashes after the commit with this number is stored.
   */
  crash?: number;
  /**
   * With `crash`: the first command of the commit has reached the platform (sent) or not (unsent). Default: unsent.
   */
  command?: 'sent' | 'unsent';
  /**
   * With `crash`: time until another node takes over. Default: none.
   */
  takeover?: string;
  /**
   * The caller hangs up right after the event with this number.
   */
  hang_up?: number;
  /**
   * The caller presses `keys` right after the event with this number.
   */
  press?: number;
  /**
   * With `press`: the keys. Default: #.
   */
  keys?: string;
  /**
   * The web request with this number is answered as `answer` says.
   */
  service?: number;
  /**
   * With `service`: the request is carried out, but the answer comes too late for it and its retries (lost), for this attempt (lost_once), or just in time (slow), or the caller hangs up before it comes (hung_up); or the request and its retries get status 400 (refused) or 503 (fails). Default: lost.
   */
  answer?: 'lost' | 'lost_once' | 'slow' | 'hung_up' | 'refused' | 'fails';
  /**
   * The command with this number and all later ones of its kind are refused with `code`.
   */
  outage?: number;
  /**
   * The caller withholds the number.
   */
  withheld?: true;
  /**
   * An answering machine takes the outbound call: nobody presses or says anything, and the script is not followed.
   */
  mailbox?: true;
  /**
   * Nothing goes wrong: the call is judged by its effects alone.
   */
  nothing?: true;
  /**
   * The connection of the stream breaks at the event with this number, which ends the stream.
   */
  stream_breaks?: number;
} & Perturbation1;
export type Perturbation1 = {
  [k: string]: unknown;
};
/**
 * A kind of command to the platform.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "command".
 */
export type Command =
  | 'dial'
  | 'accept'
  | 'play'
  | 'connect'
  | 'hold'
  | 'record'
  | 'stop_recording'
  | 'record_message'
  | 'stream'
  | 'stop_stream'
  | 'create_room'
  | 'create_token'
  | 'join'
  | 'sms'
  | 'hangup';
/**
 * One line of the script.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "line".
 */
export type Line =
  | ('hangs_up' | 'operator_hangs_up' | 'mumbles' | 'stays_silent' | 'stream_ends' | 'stream_breaks')
  | ({
      [k: string]: unknown;
    } & {
      /**
       * What the caller hears next: part of its text (case-insensitive), or a map. Earlier prompts are skipped.
       */
      hears?:
        | string
        | ({
            [k: string]: unknown;
          } & {
            /**
             * Part of what is heard (case-insensitive).
             */
            text?: string;
            /**
             * The whole text of one prompt (case-insensitive).
             */
            equals?: string;
            /**
             * A regular expression for what is heard (case-insensitive).
             */
            matches?: string;
            /**
             * Name of a prompt of the flow, in any language.
             */
            prompt?: string;
            /**
             * Language in which it is spoken.
             */
            language?: string;
          });
      does_not_hear?: DoesNotHear;
      /**
       * Keys that the caller presses, as soon as something listens for keys.
       */
      presses?:
        | (string | number)
        | {
            /**
             * The keys.
             */
            keys: string | number;
            /**
             * Pause between keys.
             */
            pause: string;
          };
      /**
       * The caller speaks for this time, such as 5s, into the recording of a `voicemail` step, as soon as it begins.
       */
      speaks?: string;
      /**
       * What the caller says, as soon as something listens for speech. The platform reports no confidence; write `- mumbles` for unintelligible speech, and `- stays_silent` for silence.
       */
      says?: string;
      /**
       * Message that the caller sends, once the flow waits for one.
       */
      texts?: string;
      /**
       * The caller waits for this time, such as 30s.
       */
      waits?: string;
      /**
       * The caller waits until a time of day, such as 18:00, in the UTC offset of `start.at` (default: UTC), or until a date and time, such as 2026-12-25T18:00:00+01:00.
       */
      waits_until?: string;
      /**
       * The party with this number, which is talking to the caller, hangs up.
       */
      party_hangs_up?: string | number;
      expects?: Expects;
    });
/**
 * What the caller must not have heard since their last key, word or message, or since the start of the call; with `for`, nor hear within that time.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "does_not_hear".
 */
export type DoesNotHear =
  | string
  | ({
      [k: string]: unknown;
    } & {
      /**
       * Part of what is heard (case-insensitive).
       */
      text?: string;
      /**
       * The whole text of one prompt (case-insensitive).
       */
      equals?: string;
      /**
       * A regular expression for what is heard (case-insensitive).
       */
      matches?: string;
      /**
       * Name of a prompt of the flow, in any language.
       */
      prompt?: string;
      /**
       * Language in which it is spoken.
       */
      language?: string;
      /**
       * Time from now within which it must not be heard.
       */
      for?: string;
    });
/**
 * What must be true of the flow, now or soon.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "expects".
 */
export type Expects = {
  /**
   * A kind of command to the platform.
   */
  command?:
    | 'dial'
    | 'accept'
    | 'play'
    | 'connect'
    | 'hold'
    | 'record'
    | 'stop_recording'
    | 'record_message'
    | 'stream'
    | 'stop_stream'
    | 'create_room'
    | 'create_token'
    | 'join'
    | 'sms'
    | 'hangup';
  /**
   * With `command`: the dialled or connected number or SIP URI; one of the recipients of a message; the URL of a stream.
   */
  to?: string | number;
  /**
   * With `command`: the number that the other party sees.
   */
  from?: string | number;
  /**
   * With `command: play`: part of the played text.
   */
  text?: string;
  /**
   * Pattern of requests: an optional method, and the end of the URL without its query, or a whole URL; * matches anything. For example POST /pin, or GET https://crm.example.com/callers/*. The query is compared only if the pattern contains a question mark.
   */
  http?: string;
  /**
   * A JSON value.
   */
  json?:
    | string
    | number
    | boolean
    | null
    | Json[]
    | {
        [k: string]: Json;
      };
  /**
   * With `command: record`: name of the recording; with `command: create_room`: name of the room; with `command: join`: id of the room.
   */
  name?: string;
  sms?: ExpectedSms;
  /**
   * The call reaches, or has reached, this outcome, which an `outcome` step records.
   */
  outcome?: string;
  /**
   * The flow is in this step, or reaches it.
   */
  step?: string;
  /**
   * The call ends for this reason.
   */
  ended?: 'normal' | 'busy' | 'no_answer' | 'rejected' | 'failed' | 'unknown';
  /**
   * A variable has this value now.
   */
  var?: {
    /**
     * Name of a variable of the flow.
     */
    name: string;
    /**
     * Its value.
     */
    is: string | number | boolean;
  };
} & Expects1;
export type Expects1 = {
  [k: string]: unknown;
};
/**
 * A placeholder for a value of a row of `each`.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "placeholder".
 */
export type Placeholder = string;
/**
 * A prompt that the caller hears: part of its text, or a map.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "hears".
 */
export type Hears =
  | string
  | ({
      [k: string]: unknown;
    } & {
      /**
       * Part of what is heard (case-insensitive).
       */
      text?: string;
      /**
       * The whole text of one prompt (case-insensitive).
       */
      equals?: string;
      /**
       * A regular expression for what is heard (case-insensitive).
       */
      matches?: string;
      /**
       * Name of a prompt of the flow, in any language.
       */
      prompt?: string;
      /**
       * Language in which it is spoken.
       */
      language?: string;
    });
/**
 * A phone number in E.164 form, such as +4930123456.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "phone_number".
 */
export type PhoneNumber = string | number;
/**
 * A phone number in E.164 form, such as +4930123456, or empty text.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "calling_number".
 */
export type CallingNumber = string | number;
/**
 * A phone number in E.164 form, such as +4930123456, or a SIP URI.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "called_number".
 */
export type CalledNumber = string | number;
/**
 * A duration: a whole number with the unit ms, s, m or h.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "duration".
 */
export type Duration = string;

/**
 * Scenarios of one flow: what the caller does and hears, in order, and how the flow must respond. They run offline, on a virtual clock.
 */
export interface ScenarioFile {
  /**
   * Path of the flow file, relative to this file. Default: flow.yaml.
   */
  flow?: string;
  env?: Env;
  start?: Start;
  parties?: Parties;
  phones?: Phones;
  /**
   * Responses of web services in all scenarios of this file. Entries of a scenario come first.
   */
  http?: HttpStub[];
  tables?: Tables;
  tags?: Tags;
  /**
   * The scenarios, each with its own call.
   *
   * @minItems 1
   */
  scenarios: Scenario[];
}
/**
 * Values of the flow's settings (`env`), for all scenarios of the file or for one. Settings with a default may be omitted.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "env".
 */
export interface Env {
  /**
   * Value of a setting.
   */
  [k: string]: string | number;
}
/**
 * Start of the call. Keys at the top of the file apply to all scenarios that do not set them.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "start".
 */
export interface Start {
  /**
   * inbound: somebody calls the flow. outbound: the flow calls somebody, whose acts are the script. Default: inbound.
   */
  direction?: 'inbound' | 'outbound';
  /**
   * Calling number; '' for a caller who withholds it. Default: +4915112345678, and +4930555000 for an outbound call.
   */
  from?: string | number;
  /**
   * Start time with its UTC offset, such as 2026-12-25T10:00:00+01:00. Default: 2026-01-05T09:00:00Z, a Monday.
   */
  at?: string;
  /**
   * Called number. Default: +4930555000, and +4915112345678 for an outbound call.
   */
  to?: string | number;
  /**
   * Text of the message that starts the call: `to` sent it to `from`, and the flow calls back. The direction is then outbound.
   */
  message?: string;
  /**
   * Kind of carrier of the call: what it cannot do is refused, words where it does not understand speech are not heard. Default: the carrier of `ringflow test --carrier`, else platform.
   */
  carrier?: 'platform' | 'asterisk' | 'asterisk+recognition';
  /**
   * Result of recordings of this call: refused (they cannot start) or fails (they start but produce no recording). Default: they succeed.
   */
  recording?: 'refused' | 'fails';
  /**
   * SIP headers of the inbound call. They fill the parameters that name them, on a carrier that reads SIP headers (`carrier: asterisk`).
   */
  headers?: {
    /**
     * Value of the header.
     */
    [k: string]: string | number;
  };
  /**
   * Values of the flow's parameters. Those without a default are required.
   */
  params?: {
    /**
     * Value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
}
/**
 * Behaviour of the parties that the flow calls, by number or SIP URI, for all scenarios of the file or for one. Other parties answer after one second.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "parties".
 */
export interface Parties {
  [k: string]: PartyTurns;
}
/**
 * Delivery of messages, by number: delivers, fails (the carrier gives up), unknown (no report is available), never (the phone is off), unreachable (no such number; sending is refused). Messages to other numbers are delivered after one second.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "phones".
 */
export interface Phones {
  /**
   * Delivery of messages to this number.
   */
  [k: string]: 'delivers' | 'fails' | 'unknown' | 'never' | 'unreachable';
}
/**
 * Rows that replace those of the flow's tables: name of the table → key → cells.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "tables".
 */
export interface Tables {
  /**
   * Key → cells. They replace all rows of the table.
   */
  [k: string]: {
    /**
     * The cells by the names of their columns; for a table with one column, its value. Omitted cells are empty.
     */
    [k: string]:
      | string
      | number
      | boolean
      | {
          /**
           * Value of a cell.
           */
          [k: string]: string | number | boolean;
        };
  };
}
/**
 * One call from its start to its end; with `each`, one call per row.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "scenario".
 */
export interface Scenario {
  /**
   * What the scenario shows, as a sentence. With `each`, it may contain ${row.…}; otherwise the row is appended to it.
   */
  name: string;
  tags?: Tags;
  /**
   * Runs only the scenarios with this key, while you work on them.
   */
  only?: true;
  /**
   * Skips this scenario, for this reason, such as `the holiday rule is not implemented yet`.
   */
  skip?: string;
  perturbation?: Perturbation;
  /**
   * Rows of values. The scenario runs once per row, with ${row.<name>} replaced by the value of that name.
   *
   * @minItems 1
   *
   * Items: Name → value.
   */
  each?: {
    /**
     * Value that replaces ${row.<name>}.
     */
    [k: string]: string | number | boolean;
  }[];
  env?: Env;
  start?: Start;
  parties?: Parties;
  phones?: Phones;
  /**
   * Responses of web services; the first matching entry is used. A request without a response fails the scenario.
   */
  http?: HttpStub[];
  tables?: Tables;
  /**
   * Commands that the platform refuses. The scenario fails if the flow does not send one of them.
   *
   * @minItems 1
   */
  faults?: Fault[];
  /**
   * What happens, in order. After the script, the call continues to its end by itself. The scenario fails if only `limits.duration` ends the call.
   *
   * @minItems 1
   */
  script: Line[];
}
/**
 * A command that the platform refuses. It fails for good with this code, unless `attempts` makes the platform accept it in the end.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "fault".
 */
export interface Fault {
  command: Command;
  /**
   * Number of the command among those of its kind in the call. Default: 1.
   */
  nth?: number;
  /**
   * Number of consecutive commands of this kind that are refused. Default: 1.
   */
  times?: number;
  /**
   * Number of attempts that the platform refuses before it accepts the command. The engine retries after codes such as 429 and 500. Default: the command fails for good.
   */
  attempts?: number;
  /**
   * Error code of the platform, such as 6120 or CALL_NOT_FOUND; http_503 and the like for a response without a code; timeout or unreachable if the platform does not respond.
   */
  code: string | number;
}
/**
 * The flow sends this message, after the last expected command.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "expected_sms".
 */
export interface ExpectedSms {
  /**
   * One of its recipients.
   */
  to?: string | number;
  /**
   * ID of its template.
   */
  template?: string;
  /**
   * Placeholder → its value. The message may have further placeholders.
   */
  data?: {
    /**
     * Value of the placeholder.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * The message must be delivered.
   */
  delivered?: true;
}

/* Generated from schemas/scenario.schema.json by `npm run generate`; do not edit. */

/**
 * What somebody does when called; or a list: at the first call, the second, and so on, the last entry from then on.
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
       * Answers after having let it ring for so long.
       */
      answers?: string;
      /**
       * Rejects the call after having let it ring for so long.
       */
      rejects?: string;
      /**
       * Turns out to be busy after so long.
       */
      busy?: string;
      /**
       * Does not answer: the platform gives up after so long, which may be before the step does.
       */
      no_answer?: string;
      /**
       * Cannot be reached, as the platform finds out after so long.
       */
      fails?: string;
      /**
       * Why a party `fails`, in the words of the platform.
       */
      reason?: string;
      /**
       * Hangs up so long after having answered.
       */
      hangs_up?: string;
    })
  | Party[];
/**
 * busy, no_answer, rejects or answers; or a map that says after how long.
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
       * Answers after having let it ring for so long.
       */
      answers?: string;
      /**
       * Rejects the call after having let it ring for so long.
       */
      rejects?: string;
      /**
       * Turns out to be busy after so long.
       */
      busy?: string;
      /**
       * Does not answer: the platform gives up after so long, which may be before the step does.
       */
      no_answer?: string;
      /**
       * Cannot be reached, as the platform finds out after so long.
       */
      fails?: string;
      /**
       * Why a party `fails`, in the words of the platform.
       */
      reason?: string;
      /**
       * Hangs up so long after having answered.
       */
      hangs_up?: string;
    });
/**
 * What a web service answers to some requests, or how it fails.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "http_stub".
 */
export type HttpStub = {
  match: HttpMatch;
  /**
   * Only requests with this in their JSON body, which may hold more.
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
   * The answer.
   */
  answer?: {
    /**
     * Its status. Default: 200.
     */
    status?: number;
    /**
     * Its headers.
     */
    headers?: {
      /**
       * The value of a header.
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
     * Its body as text. Default: empty.
     */
    text?: string;
  };
  /**
   * timeout: the answer never comes. unreachable: there is no service. egress_denied: the operator of the service does not let flows send anything there.
   */
  fail?: 'timeout' | 'unreachable' | 'egress_denied';
  /**
   * How long the answer takes. Longer than the step's `timeout` is no answer. Default: none.
   */
  delay?: string;
  /**
   * How many requests are answered so; then the next entry that matches is used. Default: all.
   */
  times?: number;
  /**
   * How many requests this entry has to answer by the end of the call, no more and no less; 0: none may come.
   */
  calls?: number;
} & HttpStub1;
/**
 * Which requests: a method, if it matters, and the end of the address without its query, or a whole address; * stands for anything. For instance POST /pin, or GET https://crm.example.com/callers/*. With a question mark in it the query counts too.
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
 * Words by which `ringflow test --tag` chooses scenarios: those of the file count for all scenarios in it.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "tags".
 *
 * Items: A word of letters, digits, - and _.
 */
export type Tags = string[];
/**
 * Something goes wrong in the call, and only what must hold of every call is expected. `ringflow perturb` writes and runs such scenarios, `ringflow test` skips them. Events and commits are numbered as in the trace of the call, commands as the call numbers them.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "perturbation".
 */
export type Perturbation = {
  /**
   * The event with this number is told twice.
   */
  duplicate?: number;
  /**
   * Beside `duplicate`: the repetition has the fingerprint of the first (same) or one of its own (new). Default: same.
   */
  key?: 'same' | 'new';
  /**
   * Beside `duplicate`: how much later the repetition comes. Default: at once.
   */
  after?: string;
  /**
   * The event with this number never comes.
   */
  drop?: number;
  /**
   * The event with this number comes after the next one.
   */
  swap?: number;
  /**
   * The event with this number comes after the deadline named by `past`.
   */
  delay?: number;
  /**
   * Beside `delay`: the name of a deadline that is set when the event should have come.
   */
  past?: string;
  /**
   * The command with this number is refused with `code`.
   */
  refuse?: number;
  /**
   * The first `attempts` attempts at the command with this number are refused with `code`; the engine repeats it, and the platform takes the next one.
   */
  retry?: number;
  /**
   * Beside `retry`: how many attempts are refused. Default: 1.
   */
  attempts?: number;
  /**
   * Beside `refuse` and `retry`: the error code of the platform.
   */
  code?: string | number;
  /**
   * The command with this number gets no answer.
   */
  unanswered?: number;
  /**
   * Beside `unanswered`: the platform has carried it out. Default: true.
   */
  done?: boolean;
  /**
   * Beside `unanswered`: the platform answers when it is asked again, or it is asked in vain. Default: again.
   */
  asked?: 'again' | 'in_vain';
  /**
   * The node dies once the commit with this number is stored.
   */
  crash?: number;
  /**
   * Beside `crash`: the first command that is to be sent then has reached the platform (sent) or has not (unsent). Default: unsent.
   */
  command?: 'sent' | 'unsent';
  /**
   * Beside `crash`: how much later another node takes over. Default: at once.
   */
  takeover?: string;
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
  | ('hangs_up' | 'mumbles' | 'stays_silent' | 'stream_ends' | 'stream_breaks')
  | ({
      [k: string]: unknown;
    } & {
      /**
       * What the caller hears next: text that is part of it, in any case of letters; or a map. What was said before it is passed over.
       */
      hears?:
        | string
        | ({
            [k: string]: unknown;
          } & {
            /**
             * Text that is part of what is heard, in any case of letters.
             */
            text?: string;
            /**
             * All that is said at once, in any case of letters.
             */
            equals?: string;
            /**
             * A regular expression for what is heard; letters count in any case.
             */
            matches?: string;
            /**
             * The name of a prompt of the flow, in whatever language.
             */
            prompt?: string;
            /**
             * The language in which it is spoken.
             */
            language?: string;
          });
      does_not_hear?: DoesNotHear;
      /**
       * Keys that the caller presses, as a person would: as soon as something listens for keys.
       */
      presses?:
        | (string | number)
        | {
            /**
             * The keys.
             */
            keys: string | number;
            /**
             * How long the caller takes from each key to the next one.
             */
            pause: string;
          };
      /**
       * What the caller says, as soon as something listens for speech. The platform tells no confidence; speech that nobody can tell is `- mumbles`, silence `- stays_silent`.
       */
      says?: string;
      /**
       * The message that the caller sends to one of our numbers, once the flow waits for one.
       */
      texts?: string;
      /**
       * The caller does nothing for so long, for instance 30s.
       */
      waits?: string;
      /**
       * The caller does nothing until it is so late: 18:00, as far from UTC as `start.at` is written (UTC without one), or a whole time such as 2026-12-25T18:00:00+01:00.
       */
      waits_until?: string;
      /**
       * The party with this number, who is talking to the caller, hangs up.
       */
      party_hangs_up?: string | number;
      expects?: Expects;
    });
/**
 * What the caller does not hear from the last key, word or message of theirs until now, or from the beginning of the call; with `for` also during so much time to come.
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
       * Text that is part of what is heard, in any case of letters.
       */
      text?: string;
      /**
       * All that is said at once, in any case of letters.
       */
      equals?: string;
      /**
       * A regular expression for what is heard; letters count in any case.
       */
      matches?: string;
      /**
       * The name of a prompt of the flow, in whatever language.
       */
      prompt?: string;
      /**
       * The language in which it is spoken.
       */
      language?: string;
      /**
       * How long from now on it is not heard.
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
    | 'stream'
    | 'stop_stream'
    | 'create_room'
    | 'create_token'
    | 'join'
    | 'sms'
    | 'hangup';
  /**
   * Beside `command`: the number or SIP URI that is dialled or connected to; one of the numbers to which a message goes; the address of a stream.
   */
  to?: string | number;
  /**
   * Beside `command`: the number that the other party sees.
   */
  from?: string | number;
  /**
   * Beside `command: play`: text that is part of what is played.
   */
  text?: string;
  /**
   * Which requests: a method, if it matters, and the end of the address without its query, or a whole address; * stands for anything. For instance POST /pin, or GET https://crm.example.com/callers/*. With a question mark in it the query counts too.
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
   * Beside `command: record`: the name of the recording; beside `command: create_room`: the name of the room; beside `command: join`: its id.
   */
  name?: string;
  sms?: ExpectedSms;
  /**
   * The call gets to this outcome, which a step `outcome` notes, or has got to it.
   */
  outcome?: string;
  /**
   * The flow is in this step or passes it.
   */
  step?: string;
  /**
   * The call ends, for this reason.
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
 * The value of a row of `each`.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "placeholder".
 */
export type Placeholder = string;
/**
 * Something that the caller hears: text that is part of it, or a map.
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
       * Text that is part of what is heard, in any case of letters.
       */
      text?: string;
      /**
       * All that is said at once, in any case of letters.
       */
      equals?: string;
      /**
       * A regular expression for what is heard; letters count in any case.
       */
      matches?: string;
      /**
       * The name of a prompt of the flow, in whatever language.
       */
      prompt?: string;
      /**
       * The language in which it is spoken.
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
 * A phone number in E.164 form, such as +4930123456, or a SIP URI.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "called_number".
 */
export type CalledNumber = string | number;
/**
 * A length of time: a whole number and a unit, ms, s, m or h.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "duration".
 */
export type Duration = string;

/**
 * Scenarios of one flow: what a caller does and hears, in order, and what the flow must do about it. They run offline, on a virtual clock.
 */
export interface ScenarioFile {
  /**
   * The flow file, seen from this file. Default: flow.yaml beside it.
   */
  flow?: string;
  env?: Env;
  start?: Start;
  parties?: Parties;
  phones?: Phones;
  /**
   * What web services answer in all scenarios of this file, where a scenario does not say so itself.
   */
  http?: HttpStub[];
  tables?: Tables;
  tags?: Tags;
  /**
   * The scenarios, each a call of its own.
   *
   * @minItems 1
   */
  scenarios: Scenario[];
}
/**
 * The flow's settings (`env`) and their values, in all scenarios of the file or in one; those with a default may be left out.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "env".
 */
export interface Env {
  /**
   * The value of a setting.
   */
  [k: string]: string | number;
}
/**
 * How the call begins. What stands at the top of the file counts for all scenarios that do not say so themselves.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "start".
 */
export interface Start {
  /**
   * inbound: somebody calls the flow. outbound: the flow calls somebody, and the script tells what that person does. Default: inbound.
   */
  direction?: 'inbound' | 'outbound';
  /**
   * Who calls. Default: +4915112345678, and for an outbound call +4930555000.
   */
  from?: string | number;
  /**
   * When, with the distance to UTC, for instance 2026-12-25T10:00:00+01:00. Default: 2026-01-05T09:00:00Z, a Monday.
   */
  at?: string;
  /**
   * Who is called. Default: +4930555000, and for an outbound call +4915112345678.
   */
  to?: string | number;
  /**
   * The text of the message that begins the call: `to` wrote it, to `from`, and the flow calls back. The direction is outbound then.
   */
  message?: string;
  /**
   * How recordings of this call turn out: refused (they cannot begin) or fails (they begin and come to nothing). Default: well.
   */
  recording?: 'refused' | 'fails';
  /**
   * Values of the flow's parameters, as whoever places the call would give them. Those without a default have to be given.
   */
  params?: {
    /**
     * The value of a parameter.
     */
    [k: string]: string | number | boolean;
  };
}
/**
 * How the people whom the flow calls behave, by number or SIP URI, in all scenarios of the file or in one. Everybody else answers after a second.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "parties".
 */
export interface Parties {
  [k: string]: PartyTurns;
}
/**
 * What becomes of messages, by number: fails (the carrier gives up), unknown (no report can be had), never (out of reach), unreachable (no such number; sending is refused). To everybody else they are delivered after a second.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "phones".
 */
export interface Phones {
  /**
   * What becomes of messages to this number.
   */
  [k: string]: 'delivers' | 'fails' | 'unknown' | 'never' | 'unreachable';
}
/**
 * Other rows for tables of the flow: name of the table → key → cells.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "tables".
 */
export interface Tables {
  /**
   * Key → cells. They take the place of all rows of the flow.
   */
  [k: string]: {
    /**
     * The cells by the names of their columns; of a table with one column, its cell. What is left out is empty.
     */
    [k: string]:
      | string
      | number
      | boolean
      | {
          /**
           * A cell.
           */
          [k: string]: string | number | boolean;
        };
  };
}
/**
 * One call from its beginning to its end; with `each`, one for each row.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "scenario".
 */
export interface Scenario {
  /**
   * What the scenario shows, as a sentence. With `each` it may say ${row.…}; otherwise the row is added to it.
   */
  name: string;
  tags?: Tags;
  /**
   * Of all scenarios only those that say so are run, while one is being worked on.
   */
  only?: true;
  /**
   * This scenario is not run, and why, for instance `the holiday rule is not built yet`.
   */
  skip?: string;
  perturbation?: Perturbation;
  /**
   * The scenario is run once for each of these rows: ${row.<name>} in it stands for the value of that name.
   *
   * @minItems 1
   *
   * Items: Name → value.
   */
  each?: {
    /**
     * What stands in the place of ${row.<name>}.
     */
    [k: string]: string | number | boolean;
  }[];
  env?: Env;
  start?: Start;
  parties?: Parties;
  phones?: Phones;
  /**
   * What web services answer, the first that matches. A request without an answer fails the scenario.
   */
  http?: HttpStub[];
  tables?: Tables;
  /**
   * Commands that the platform refuses. One that is never met fails the scenario.
   *
   * @minItems 1
   */
  faults?: Fault[];
  /**
   * What happens, in order. When the script is over the call goes on to its end by itself; one that only ends at `limits.duration` fails the scenario.
   *
   * @minItems 1
   */
  script: Line[];
}
/**
 * A command that the platform refuses. It fails for good and the flow is told why, unless `attempts` says that the platform takes it in the end.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "fault".
 */
export interface Fault {
  command: Command;
  /**
   * Which of these commands, counted from the beginning of the call. Default: the first one.
   */
  nth?: number;
  /**
   * How many of them are refused, one after the other. Default: 1.
   */
  times?: number;
  /**
   * How many attempts at the command the platform refuses before it takes it; the engine repeats the command after the waits that go with the code, such as 429 or 500. Absent: the command fails for good.
   */
  attempts?: number;
  /**
   * The platform's error code, for instance 6120 or CALL_NOT_FOUND; or http_503 and the like, for an answer that names no code; or timeout or unreachable, when the platform does not answer.
   */
  code: string | number;
}
/**
 * The flow sends such a message, after the command that was expected last.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "expected_sms".
 */
export interface ExpectedSms {
  /**
   * One of the numbers to which it goes.
   */
  to?: string | number;
  /**
   * The id of its template.
   */
  template?: string;
  /**
   * Placeholder → what stands in its place. Others may be there too.
   */
  data?: {
    /**
     * What stands there.
     */
    [k: string]: string | number | boolean;
  };
  /**
   * It arrives.
   */
  delivered?: true;
}

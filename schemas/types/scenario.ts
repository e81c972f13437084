/* Generated from schemas/scenario.schema.json by `npm run generate`; do not edit. */

/**
 * What a web service answers to some requests, or how it fails.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "http_stub".
 */
export type HttpStub = {
  match: HttpMatch;
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
     * Its body as JSON.
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
   * timeout: the answer never comes. unreachable: there is no service.
   */
  fail?: 'timeout' | 'unreachable';
  /**
   * How long the answer takes. Longer than the step's `timeout` is no answer. Default: none.
   */
  delay?: string;
  /**
   * How many requests are answered so; then the next entry that matches is used. Default: all.
   */
  times?: number;
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
       * Hangs up so long after having answered.
       */
      hangs_up?: string;
    });
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
      hears?: Hears;
      /**
       * Keys that the caller presses, as a person would: as soon as something listens for keys.
       */
      presses?: string | number;
      /**
       * What the caller says, as soon as something listens for speech. Speech that nobody can tell is `- mumbles`, silence `- stays_silent`.
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
       * The party with this number, who is talking to the caller, hangs up.
       */
      party_hangs_up?: string | number;
      expects?: Expects;
    });
/**
 * What the caller hears next: text that is part of it, in any case of letters; or a prompt by name; or a regular expression. What was said before it is passed over.
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
       * The name of a prompt of the flow, in whatever language.
       */
      prompt?: string;
      /**
       * A regular expression for what is heard; letters count in any case.
       */
      matches?: string;
    });
/**
 * What must be true of the flow, now or soon.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "expects".
 */
export type Expects = {
  /**
   * The flow gives the platform this command, after the one that was expected last.
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
 * A phone number in E.164 form.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "phone_number".
 */
export type PhoneNumber = string | number;
/**
 * A phone number in E.164 form, or a SIP URI.
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
  /**
   * The flow's settings (`env`) in these scenarios; those with a default may be left out.
   */
  env?: {
    /**
     * The value of a setting.
     */
    [k: string]: string | number;
  };
  /**
   * What web services answer in all scenarios of this file, where a scenario does not say so itself.
   */
  http?: HttpStub[];
  /**
   * The scenarios, each a call of its own.
   *
   * @minItems 1
   */
  scenarios: Scenario[];
}
/**
 * One call from its beginning to its end.
 *
 * This interface was referenced by `ScenarioFile`'s JSON-Schema
 * via the `definition` "scenario".
 */
export interface Scenario {
  /**
   * What the scenario shows, as a sentence.
   */
  name: string;
  start?: Start;
  /**
   * How the people whom the flow calls behave, by number or SIP URI. Everybody else answers after a second.
   */
  parties?: {
    [k: string]: Party;
  };
  /**
   * What web services answer, the first that matches. A request without an answer fails the scenario.
   */
  http?: HttpStub[];
  /**
   * What becomes of messages, by number: fails (the carrier gives up), unknown (no report can be had), never (out of reach), unreachable (no such number; sending is refused). To everybody else they are delivered after a second.
   */
  phones?: {
    /**
     * What becomes of messages to this number.
     */
    [k: string]: 'delivers' | 'fails' | 'unknown' | 'never' | 'unreachable';
  };
  /**
   * What happens, in order. When the script is over the call goes on to its end by itself; one that only ends at `limits.duration` fails the scenario.
   *
   * @minItems 1
   */
  script: Line[];
}
/**
 * The call with which the scenario begins.
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
    [k: string]: string | number | boolean;
  };
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

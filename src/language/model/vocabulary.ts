/**
 * The closed vocabulary of a compiled flow's machine: the only actions and guards that a flow can name. The
 * compiler emits them, the call core implements each one once (call/actions/). Parameters are plain JSON.
 */
import type { Extension } from './extension.ts';
import type { Prompt } from './manner.ts';
import type { Template } from './template.ts';
import type { Value } from './values.ts';
import type { JsonTemplate } from './json-template.ts';
import type { Invitee, MessageLimits, RoomSettings, SmsTemplate } from './outgoing.ts';

/** The keys that a step accepts. */
export type Accepts =
  /** One of these keys or key sequences, or an extension; the longest match wins, of equal ones the key (R4). */
  | { kind: 'keys'; keys: string[]; extension?: Extension }
  /** A run of digits; `keys` are the global ones, which count only where no digits can follow (R4). */
  | {
      kind: 'digits';
      min: number;
      max: number;
      terminator?: string;
      pattern?: string;
      keys: string[];
      /** The type of the value; absent: the digits themselves. */
      reading?: Reading;
    };

/** The type of a value and its bounds, in the form that `save` keeps. */
export interface Reading {
  type: 'digits' | 'number' | 'date' | 'time' | 'currency' | 'phone' | 'text';
  /** Number: true allows a decimal point, keyed as a star. */
  decimal?: boolean;
  /** Date: the order in which its parts are entered; absent: that of the caller's language. */
  order?: string;
  /** Phone number: the country of one without a country code; absent: that of the service number. */
  country?: string;
  min?: string;
  max?: string;
}

/** The speech that a step accepts. */
export interface Hears {
  /** Normalised phrases by language, with the meaning of each; a value is kept instead of the phrase. */
  phrases: Record<string, Phrase[]>;
  /** Other answers: keys by their names, or a value. */
  accepts?: Accepts;
  /** Likely words by language: near matches are corrected to them. */
  hints?: Record<string, string[]>;
}

/** A phrase that may be said. */
export interface Phrase {
  words: string;
  /** The decision that it stands for. */
  as: string;
  value?: string;
}

export type Action =
  /** Begins a step: counters, playlist and hunt list are reset (R1). */
  | { type: 'enter'; params: { step: string; verb: string } }
  /** Begins a visit: events about commands before this point are late (R2). */
  | { type: 'visit' }
  /**
   * Ensures that the call is answered: accepts a ringing call (R10), or places the outbound call with its first
   * action as `action_on_connect` (R11). `alone`: the platform refuses the step on a bridge, so it waits for the
   * end of the bridge.
   */
  | { type: 'answer'; params: CarriedAction & { alone?: boolean } }
  /** Adds a prompt to the playlist. */
  | { type: 'say'; params: { prompt: Prompt } }
  /** Adds a question to the playlist, after a failed attempt preceded by that attempt's entry. */
  | { type: 'ask'; params: AskParams }
  /**
   * Sends the next entry of the playlist; with `listen` the platform takes keys during and after it, with `speech`
   * also words.
   */
  | { type: 'play'; params: { listen: boolean; speech?: boolean; bargeIn?: boolean } }
  /** Continues to listen in silence. */
  | { type: 'listen' }
  /** Adds the keys of the event to the input and decides their meaning. */
  | { type: 'take'; params: Accepts }
  /** Decides the meaning of the input; no further key will come. */
  | { type: 'close'; params: Accepts }
  /** Decides the meaning of the event's speech. Further events of this play are late (R2). */
  | { type: 'hear'; params: Hears }
  /** Counts a failed attempt (R1). A value that the caller did not confirm counts as one that does not fit. */
  | { type: 'count'; params: { what: 'no_input' | 'no_match' | 'not_confirmed' } }
  /** Records that the step asks a question, so that `back` finds it. */
  | { type: 'trail' }
  /** Finds the question that the caller was asked before this step. */
  | { type: 'go_back' }
  /** Repeats the question from the start without counting an attempt. */
  | { type: 'again' }
  /** Saves the value of the input in a variable. */
  | { type: 'save'; params: { variable: string } }
  /** Resets a variable to its initial value, unless this is the decision. */
  | { type: 'forget'; params: { variable: string; unless?: string } }
  | { type: 'set'; params: { values: Assignment[] } }
  /** Finds the first condition that is true. */
  | { type: 'choose'; params: { conditions: string[] } }
  | { type: 'speak'; params: { language: string } }
  /** Bridges to the next party of the hunt list. `ringMs` is absent in flows that earlier releases compiled. */
  | {
      type: 'connect';
      params: { to: Template[]; from?: Template; headers?: Record<string, Template>; ringMs?: number };
    }
  /** Makes one attempt to ask a web service. */
  | { type: 'ask_web'; params: WebTemplate }
  /** Evaluates the response or its absence: saves values, or decides to retry. */
  | { type: 'take_answer'; params: { save: Assignment[]; retries: number } }
  /** The current play has ended. */
  | { type: 'fall_silent' }
  /** Finds the row of a table with this key and saves some of its columns. */
  | { type: 'look_up'; params: { table: string; key: Template } & SavedValues }
  /** Determines the state of opening hours at the current time. */
  | { type: 'look_at_clock'; params: { hours: string } }
  /**
   * Routes messages from a number to this call; by default those of the remote party. `secret`: the text is masked
   * in the trace (I7).
   */
  | { type: 'await_message'; params: { from?: Template; secret: boolean } }
  /** Keeps the received message, optionally its text in a variable. */
  | { type: 'take_message'; params: { variable?: string } }
  /** Starts another flow after this transition: with `stay` it returns here when it ends, otherwise it does not return. */
  | { type: 'call_flow'; params: { flow: string; with: Assignment[]; stay: boolean } }
  /** Ends this flow with an outcome for the calling flow. */
  | { type: 'give_back'; params: { outcome: string } }
  /** Fails this flow and reports the error to the calling flow. */
  | { type: 'give_up' }
  /** Saves the results of a flow that was run. */
  | { type: 'keep_returned'; params: SavedValues }
  /** Asks the platform to hold or resume the call. */
  | { type: 'hold'; params: { hold: boolean } }
  /**
   * Finds the next action of keys on a bridge: in `new` ones, in the `rest` of earlier ones, or in the `final`
   * input once no further key will come. Other keys are meant for the other party. Key → action.
   */
  | { type: 'overhear'; params: { keys: Record<string, string>; what: 'new' | 'rest' | 'final' } }
  /** Starts or stops recording or hold. */
  | { type: 'toggle'; params: { what: 'record' | 'hold' } }
  | { type: 'record'; params: { name: Template } }
  | { type: 'stop_recording' }
  /** Records the caller alone. */
  | { type: 'record_message'; params: MessageLimits }
  /** Saves the address of the message. */
  | { type: 'keep_message'; params: { variable: string } }
  | { type: 'stream'; params: { to: Template } }
  | { type: 'stop_stream' }
  | { type: 'create_room'; params: { name: Template; settings: RoomSettings } }
  /** Keeps the platform's identifier of the room that it has created. */
  | { type: 'take_room' }
  /** Requests a token that admits the invited person; a room given by name becomes the call's. */
  | { type: 'create_token'; params: Invitee & { room?: Template } }
  | { type: 'take_token' }
  /** Brings the call into a room, by default into the one that the call has created. */
  | { type: 'join'; params: { room?: Template } }
  | { type: 'sms'; params: SmsTemplate }
  /** Records the delivery of a message. */
  | { type: 'take_delivery' }
  /** Records a business outcome of the call. */
  | { type: 'milestone'; params: { name: string } }
  /** Records that the step cannot do its work. */
  | { type: 'fault'; params: { code: string; message: string } }
  | { type: 'hang_up' }
  /** Records the end of the call; the flow only runs its finalizer from here on (R5). */
  | { type: 'finish' }
  /** Makes the recorded failure available as `error`. */
  | { type: 'take_fault' }
  /** Begins the error path (R6). */
  | { type: 'error_road' }
  /** Records that the call has exceeded `limits.duration`. */
  | { type: 'over_time' }
  /** Records the outcome of a step and its target. */
  | { type: 'outcome'; params: { outcome: string; to: string } };

/** Stands for a step of a flow that was left by `goto`; no author can use this name. */
export const FORMER_FLOW = '$former';

export type Guard =
  /** The call is answered. */
  | { type: 'answered' }
  /** The call is bridged to another party. */
  | { type: 'bridged' }
  /** The call is answered and not bridged. */
  | { type: 'alone' }
  /** The call rings and was not accepted. */
  | { type: 'ringing' }
  /** The messages of the step have this delivery status. */
  | { type: 'delivery_is'; params: { outcome: 'delivered' | 'undelivered' } }
  /** The message of this step has ended so: with speech of at least `shortestMs`, with less, with none, or not recorded. */
  | {
      type: 'message_is';
      params: { result: 'recorded' | 'too_short' | 'silent' | 'failed'; shortestMs: number };
    }
  /** The stream ended without being closed by the remote side. */
  | { type: 'stream_broke' }
  /** The call was accepted, but not yet reported as connected. */
  | { type: 'accepting' }
  /** The platform no longer has the call, or never had it. */
  | { type: 'gone' }
  /** An entry action of the step failed; with `limit` only if the main path cannot continue (`FINAL_CODES`). */
  | { type: 'faulted'; params: { limit: boolean } }
  /** The playlist holds at least `atLeast` entries that have not been sent. */
  | { type: 'queued'; params: { atLeast: number } }
  /** The last keys or words have this meaning. */
  | { type: 'decided'; params: { as: string } }
  /** The author's timeout is longer than the platform's own window. */
  | { type: 'patient' }
  | { type: 'attempts_left'; params: { attempts: number } }
  /** `back` leads to this step. */
  | { type: 'back_at'; params: { step: string } }
  | { type: 'chosen'; params: { index: number } }
  /** The hunt list has parties after the one just tried. */
  | { type: 'more_parties'; params: { parties: number } }
  /** This step made the last attempt to bridge; `FORMER_FLOW`: a step of a flow left by `goto`. */
  | { type: 'tried'; params: { step: string } }
  /** A calling flow made the last attempt to bridge. */
  | { type: 'caller_tried' }
  /** The number of hang-up attempts is below `tries`. */
  | { type: 'hangups_left'; params: { tries: number } }
  /** The carrier refused the command with this meaning; flows of earlier releases name codes of the platform instead. */
  | { type: 'refused'; params: { means: string } | { codes: string[] } }
  /** Another flow runs this one. */
  | { type: 'called' }
  /** Another flow runs this one, and its own error path has failed as well. */
  | { type: 'lost' }
  /** `limits.duration` has been used up before, in this flow or another. */
  | { type: 'over_time' }
  /** The flow that was run ended with this outcome. */
  | { type: 'came_back'; params: { outcome: string } }
  /** The result of the web request: an outcome, or `again`. */
  | { type: 'answer_is'; params: { outcome: string } }
  /** No play of this step is in progress. */
  | { type: 'quiet' }
  /** The event's reason is this one. */
  | { type: 'reason'; params: { is: string } }
  /** The call is on its error path, or in its finalizer. */
  | { type: 'road'; params: { is: 'error' | 'end' } };

/** Delays that depend on the call: names that are keys of `after`. */
export type Delay =
  /** The estimated end of the current play, for platforms that do not report it. */
  | 'speech_over'
  /** The end of the current play plus the time for the first key. */
  | 'no_input'
  /** The time for the first key after the end of a play that the carrier has told. */
  | 'timeout'
  /** `no_input` with speech, plus the longest answer: the platform has not reported a result. */
  | 'no_result'
  /** The rest of the author's timeout after the platform's own window. */
  | 'patience'
  /** The pause before the retry of a web request. */
  | 'pause';

/** An action that an outbound call may carry as its `action_on_connect` (R11). */
export interface CarriedAction {
  play?: Prompt;
  connect?: { to: Template; from?: Template; ringMs?: number };
  /** By default the room that the call has created. */
  room?: { room?: Template };
  stream?: { to: Template };
}

interface AskParams {
  prompt: Prompt;
  noInput: Prompt[];
  noMatch: Prompt[];
  /** True repeats the prompt after the entry of a failed attempt. */
  reprompt: boolean;
  timeoutMs: number;
  /** True masks keys in the trace, since the input goes to a secret variable (I7). */
  secret: boolean;
}

/** A request to a web service before its expressions are evaluated. */
export interface WebTemplate {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Expressions other than settings are encoded as one component of the address. */
  url: Template;
  query: Record<string, Template>;
  headers: Record<string, Template>;
  body?: { json: JsonTemplate } | { form: Record<string, Template> } | { text: Template };
  /** Timeout of one attempt, ms. */
  timeoutMs: number;
  /** True when a secret variable is sent or receives part of the response; neither is shown in the trace (I7). */
  isSecret: boolean;
}

/** Variable → the name of what it stores. In flows compiled by earlier releases `save` is the reverse map. */
export type SavedValues = { values: Record<string, string> } | { save: Record<string, string> };

export interface Assignment {
  variable: string;
  /** A literal, one expression whose value keeps its type, or text with expressions. */
  value: { literal: Value } | { expression: string } | { template: Template };
}

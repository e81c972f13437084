/**
 * The closed vocabulary of a compiled flow's machine: the only actions and guards that a flow can name. The compiler
 * emits them, the call core implements each one once (call/vocabulary/). Parameters are plain JSON.
 */
import type { Prompt } from './manner.ts';
import type { Template } from './template.ts';
import type { Value } from './values.ts';
import type { JsonTemplate } from './json-template.ts';
import type { Invited, RoomSettings, SmsTemplate } from './outgoing.ts';

/** What a step that waits for keys makes of them. */
export type Accepts =
  /** One of these keys (or keys in a row); the longest that fits wins (R4). */
  | { kind: 'keys'; keys: string[] }
  /** A run of digits; `keys` are the global ones, which count only where no digits can go on (R4). */
  | {
      kind: 'digits';
      min: number;
      max: number;
      terminator?: string;
      pattern?: string;
      keys: string[];
      /** What they are read as; absent: they stand for themselves. */
      reading?: Reading;
    };

/** What input is read as. Bounds are values as `save` keeps them. */
export interface Reading {
  type: 'digits' | 'number' | 'date' | 'time' | 'currency' | 'phone' | 'text';
  /** Of a number: it may have a decimal point, keyed as a star. */
  decimal?: boolean;
  /** Of a date: the order in which its parts are entered; absent: that of the caller's language. */
  order?: string;
  /** Of a phone number: the country of one without a country code; absent: that of our own number. */
  country?: string;
  min?: string;
  max?: string;
}

/** What a step makes of what is said. */
export interface Hears {
  /** By language, normalized, with what each phrase means; a value is kept instead of the phrase. */
  phrases: Record<string, Phrase[]>;
  /** What else an answer may be: keys by their names, or a value. */
  accepts?: Accepts;
  /** Words that are likely, by language: what is nearly one of them counts as it. */
  hints?: Record<string, string[]>;
}

/** Something that may be said. */
export interface Phrase {
  words: string;
  /** The decision that it means. */
  as: string;
  value?: string;
}

export type Action =
  /** A step begins: counters, playlist and hunt start anew (R1). */
  | { type: 'enter'; params: { step: string; verb: string } }
  /** A visit begins: what refers to commands before this point is late (R2). */
  | { type: 'visit' }
  /**
   * Makes sure that somebody hears: accepts a ringing call (R10), or places the outbound call, with what it does first
   * as its `action_on_connect` (R11). `alone`: the platform refuses the step on a bridge, so it waits for its end.
   */
  | { type: 'answer'; params: Carried & { alone?: boolean } }
  /** Puts a prompt on the playlist. */
  | { type: 'say'; params: { prompt: Prompt } }
  /** Puts a question on the playlist, preceded after a failed attempt by the rung of that attempt. */
  | { type: 'ask'; params: AskParams }
  /**
   * Sends the next entry of the playlist; with `listen` the platform takes keys during and after it, with `speech`
   * words too.
   */
  | { type: 'play'; params: { listen: boolean; speech?: boolean; bargeIn?: boolean } }
  /** Listens on without a word. */
  | { type: 'listen' }
  /** Adds the keys of the event to the input and decides what they mean. */
  | { type: 'take'; params: Accepts }
  /** No further key will come: decides on what is there. */
  | { type: 'close'; params: Accepts }
  /** Decides what the speech of the event means. What else comes of this play is late (R2). */
  | { type: 'hear'; params: Hears }
  /** Another attempt has failed (R1). A value that the caller did not confirm counts as one that does not fit. */
  | { type: 'count'; params: { what: 'no_input' | 'no_match' | 'not_confirmed' } }
  /** The step that begins asks something: it is noted, so that `back` finds it. */
  | { type: 'trail' }
  /** Finds what the caller was asked before this step. */
  | { type: 'go_back' }
  /** The question is put again as if for the first time; no attempt is counted. */
  | { type: 'again' }
  /** Keeps the value of the input in a variable. */
  | { type: 'save'; params: { variable: string } }
  /** A variable has its initial value again, unless this is what was decided. */
  | { type: 'forget'; params: { variable: string; unless?: string } }
  | { type: 'set'; params: { values: Assignment[] } }
  /** Finds the first condition that is true. */
  | { type: 'choose'; params: { conditions: string[] } }
  | { type: 'speak'; params: { language: string } }
  /** Bridges to the next party of the hunt list. */
  | { type: 'connect'; params: { to: Template[]; from?: Template } }
  /** Makes one attempt to ask a web service. */
  | { type: 'ask_web'; params: WebTemplate }
  /** Makes something of its answer, or of the lack of one: keeps what is wanted of it, or decides to try again. */
  | { type: 'take_answer'; params: { save: Assignment[]; retries: number } }
  /** What was being heard has ended. */
  | { type: 'fall_silent' }
  /** Finds the row of a table with this key and keeps some of it: column → variable. */
  | { type: 'look_up'; params: { table: string; key: Template; save: Record<string, string> } }
  /** Finds out whether it is open now. */
  | { type: 'look_at_clock'; params: { hours: string } }
  /**
   * Lets messages from a number come to this call; by default those of the other end of the call. `secret`: the text is
   * masked in the trace (I7).
   */
  | { type: 'await_message'; params: { from?: Template; secret: boolean } }
  /** Keeps the message that came, its text in a variable too. */
  | { type: 'take_message'; params: { variable?: string } }
  /** Begins another flow once this transition is over: `stay`, and comes back here when it has ended, or for good. */
  | { type: 'call_flow'; params: { flow: string; with: Assignment[]; stay: boolean } }
  /** Ends this flow with an outcome for the one that runs it. */
  | { type: 'give_back'; params: { outcome: string } }
  /** This flow fails: the one that runs it is told why. */
  | { type: 'give_up' }
  /** Keeps what a flow that was run gives back: its name → our variable. */
  | { type: 'keep_returned'; params: { save: Record<string, string> } }
  /** Asks the platform to hold the call, or to take it up again. */
  | { type: 'hold'; params: { hold: boolean } }
  /**
   * Finds the next thing that keys on a bridge mean: in `new` ones, in the `rest` of those before, or in what is there
   * once no further key will come. Keys that mean nothing are for the other party. Key → what it does.
   */
  | { type: 'overhear'; params: { keys: Record<string, string>; what: 'new' | 'rest' | 'final' } }
  /** Begins to record or to hold, or ends it. */
  | { type: 'toggle'; params: { what: 'record' | 'hold' } }
  | { type: 'record'; params: { name: Template } }
  | { type: 'stop_recording' }
  | { type: 'stream'; params: { to: Template } }
  | { type: 'stop_stream' }
  | { type: 'create_room'; params: { name: Template; settings: RoomSettings } }
  /** Keeps what the platform calls the room that it has made. */
  | { type: 'take_room' }
  /** Asks for a token with which the person who is invited may join; a room by name becomes the call's. */
  | { type: 'create_token'; params: Invited & { room?: Template } }
  | { type: 'take_token' }
  /** Brings the call into a room, by default into the one that it has made. */
  | { type: 'join'; params: { room?: Template } }
  | { type: 'sms'; params: SmsTemplate }
  /** Notes what became of a message. */
  | { type: 'take_delivery' }
  /** Notes that the call has got somewhere that counts for the business. */
  | { type: 'milestone'; params: { name: string } }
  /** The step cannot do its work. */
  | { type: 'fault'; params: { code: string; message: string } }
  | { type: 'hang_up' }
  /** The call has ended; from here on the flow only tidies up (R5). */
  | { type: 'finish' }
  /** Keeps what went wrong as `error`. */
  | { type: 'take_fault' }
  /** The error path begins (R6). */
  | { type: 'error_road' }
  /** The call has lived longer than `limits.duration` allows. */
  | { type: 'over_time' }
  /** Notes with which outcome a step ended and where that led. */
  | { type: 'outcome'; params: { outcome: string; to: string } };

/** Stands for a step of a flow that was left for good; no author can give a step this name. */
export const FORMER_FLOW = '$former';

export type Guard =
  /** The call is answered. */
  | { type: 'answered' }
  /** The call is bridged to another party. */
  | { type: 'bridged' }
  /** The call is answered, and not bridged to another party. */
  | { type: 'alone' }
  /** The call rings and was not accepted. */
  | { type: 'ringing' }
  /** This became of the messages that the step has sent. */
  | { type: 'delivery_is'; params: { outcome: 'delivered' | 'undelivered' } }
  /** The stream that has ended was not closed by the other side. */
  | { type: 'stream_broke' }
  /** The call was accepted, but the platform has not said that it is connected. */
  | { type: 'accepting' }
  /** The platform no longer has the call, or never had it. */
  | { type: 'gone' }
  /** Something could not be done while the step was entered; `limit`: only when that leaves the main path no way on (`FINAL_CODES`). */
  | { type: 'faulted'; params: { limit: boolean } }
  /** The playlist holds at least `atLeast` entries that were not sent yet. */
  | { type: 'queued'; params: { atLeast: number } }
  /** The last keys or words meant this. */
  | { type: 'decided'; params: { as: string } }
  /** The author's timeout is longer than the platform's own window. */
  | { type: 'patient' }
  | { type: 'attempts_left'; params: { attempts: number } }
  /** It is this step to which `back` leads. */
  | { type: 'back_at'; params: { step: string } }
  | { type: 'chosen'; params: { index: number } }
  /** The hunt list goes on after the party just tried. */
  | { type: 'more_parties'; params: { parties: number } }
  /** It was this step that last tried to bridge; `FORMER_FLOW`: a step of a flow from which the call has gone on. */
  | { type: 'tried'; params: { step: string } }
  /** A flow that waits for this one has tried to bridge. */
  | { type: 'caller_tried' }
  /** The platform was asked to hang up less often than so many times. */
  | { type: 'hangups_left'; params: { tries: number } }
  /** The command was refused with one of these codes of the platform. */
  | { type: 'refused'; params: { codes: string[] } }
  /** Another flow runs this one. */
  | { type: 'called' }
  /** Another flow runs this one, whose own error path has failed too. */
  | { type: 'lost' }
  /** `limits.duration` was used up before, in this flow or another. */
  | { type: 'over_time' }
  /** The flow that was run ended with this outcome. */
  | { type: 'came_back'; params: { outcome: string } }
  /** The attempt to ask a web service came to this: an outcome, or `again`. */
  | { type: 'answer_is'; params: { outcome: string } }
  /** Nothing that this step says is being heard. */
  | { type: 'quiet' }
  /** The event's reason is this one. */
  | { type: 'reason'; params: { is: string } }
  /** The call runs its error path, or its finalizer. */
  | { type: 'road'; params: { is: 'error' | 'end' } };

/** Delays that depend on the call: names to be used as keys of `after`. */
export type Delay =
  /** The current play should have ended by now: for platforms that never say so. */
  | 'speech_over'
  /** The current play has ended and the time for the first key has passed. */
  | 'no_input'
  /** The same where words count, and the longest answer would be over too: the platform has not said what came of it. */
  | 'no_result'
  /** What is left of the author's timeout once the platform's own window has passed. */
  | 'patience'
  /** The pause before a web service is asked again. */
  | 'pause';

/** What an outbound call may carry as its `action_on_connect` (R11). */
export interface Carried {
  play?: Prompt;
  connect?: { to: Template; from?: Template };
  /** By default the room that the call has made. */
  room?: { room?: Template };
  stream?: { to: Template };
}

interface AskParams {
  prompt: Prompt;
  noInput: Prompt[];
  noMatch: Prompt[];
  /** Whether the prompt follows the rung. */
  reprompt: boolean;
  timeoutMs: number;
  /** The input goes to a secret variable: keys are masked in the trace (I7). */
  secret: boolean;
}

/** A request to a web service before its expressions are filled in. */
export interface WebTemplate {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Expressions other than settings are encoded as one word of the address. */
  url: Template;
  query: Record<string, Template>;
  headers: Record<string, Template>;
  body?: { json: JsonTemplate } | { form: Record<string, Template> } | { text: Template };
  /** How long one attempt may take, ms. */
  timeoutMs: number;
  /** A secret variable is sent, or gets something of the answer: that is not shown in the trace (I7). */
  isSecret: boolean;
}

export interface Assignment {
  variable: string;
  /** A literal, one expression whose value is kept as it is, or text with expressions. */
  value: { literal: Value } | { expression: string } | { template: Template };
}

/**
 * The durable state of one call. Owns nothing but the shape; only `advance` makes a new one (I2), only a store
 * keeps it. Plain JSON throughout: what a store gives back is what it was given.
 */
import type { Value } from '../language/model/index.ts';
import type { Command, Media } from './commands.ts';
import type { EndReason } from './events.ts';
import type { CallId, FlowVersion, ProjectId, VoiceId } from './ids.ts';
import type { Note } from './notes.ts';
import type { WebRequest } from './web.ts';

/**
 * State of the call on the platform, as far as we were told. It only ever moves forward, except that a
 * bridge ends: bridged → connected.
 */
export type Leg = 'new' | 'dialing' | 'ringing' | 'accepting' | 'connected' | 'bridged' | 'ended';

/** Why the flow left its main road. Visible to expressions as `error`. */
export interface Fault {
  code: string;
  message: string;
  step: string;
}

/** The caller's input in the current step, with failed attempts (R1). */
export interface Input {
  digits: string;
  /** The digits came as one JSON number, so zeros may be missing in front (R9). */
  lossy: boolean;
  noInput: number;
  noMatch: number;
  /** Why the question is put again: chooses the rung. */
  failed: 'no_input' | 'no_match' | '';
  /** Meaning of the last keys or words: a choice, a key of `always`, `filled`, `more`, `no_match`; empty before any. */
  decision: string;
  /** Value that they are read as: a date as 2026-12-24. */
  value: string;
  /** Timeout for the first key after the prompt, ms. */
  timeoutMs: number;
  /** Keys, words and the text of a message are masked in the trace (I7). */
  secret: boolean;
}

/** State of the requests of a step that asks a web service. */
export interface WebState {
  /** Attempts made so far. */
  attempt: number;
  /** Result of the last attempt: an outcome of the step, or `again`; empty while it is in flight. */
  outcome: string;
  /** The pause before the next one, ms. */
  pauseMs: number;
  /** Its answer is not shown in the trace (I7). */
  isSecret: boolean;
}

/** State of the line beside the steps of a flow, as far as the platform has told us. */
export interface LineFacts {
  /** As the platform has answered. */
  isHeld: boolean;
  /** Hold commands in flight, in order. */
  holds: { command: number; hold: boolean }[];
  isRecording: boolean;
  /** Numbers of the commands that stop a stream of whose end we were not told. */
  streamStops: number[];
  /** Number of parties that may still answer. */
  ringing: number;
  /** We were told of an end: the beginning of a conversation that is told later is none, until a party is asked for anew. */
  isPartyGone: boolean;
  /** The caller has been bridged to somebody, even if we were told so only when that was over. */
  hasTalked: boolean;
}

/** Messages on their way. */
export interface Deliveries {
  /** Number of the command that sent them. */
  command: number;
  /** Numbers from which nothing final was heard. */
  open: string[];
  /** Empty while nobody can say. */
  outcome: '' | 'delivered' | 'undelivered';
}

/** A flow that waits for one that it runs: what it goes on with (R7). */
export interface Frame {
  /** Its name. */
  flow: string;
  /** State value of its machine. */
  state: unknown;
  vars: Record<string, Value>;
  params: Record<string, Value>;
  step: string;
  road: Road;
  tried: string;
  trail?: string[];
}

/** Result that an ended flow returns to its calling flow. */
export interface Returned {
  outcome: string;
  values: Record<string, Value>;
  /** Why it could not go on, where that is the outcome. */
  fault?: Fault;
}

/** The cost of one event so far. */
export interface Workload {
  /** Operations carried out (`COSTS`). */
  operations: number;
  /** Characters in notes. */
  noteChars: number;
}

/** The part of a record that the flow's machine reads and changes: the context of its XState snapshot. */
export interface CallContext {
  /** The flow that runs; the one that the call began with, or one that is run by it. */
  flow: string;
  /** The flows that wait for it, the innermost last. */
  frames: Frame[];
  /** Set while one event is applied: a flow that is to be run, or gone to, next. */
  calling: { flow: string; params: Record<string, Value>; stay: boolean } | null;
  /** Set while one event is applied: result of the flow that has just ended. */
  returning: Returned | null;
  call: CallFacts;
  leg: Leg;
  vars: Record<string, Value>;
  /** Parameters of the call. */
  params: Record<string, Value>;
  line: LineFacts;
  /** The video room of the call, with the token of the invited participant. */
  room: { id: string; token: string };
  /** The messages whose delivery the step waits for. */
  deliveries: Deliveries;
  /** Milestones of the call in order, each once. */
  milestones: string[];
  /** The last message of the caller that the flow took. */
  message: { from: string; text: string };
  language: string;
  /** The step in which the call is. */
  step: string;
  /** The questions of this flow that led here, each once, the last one last; absent where it never goes back. */
  trail?: string[];
  /** Number of steps entered so far. */
  steps: number;
  /** R2. `number` counts the visits of this call; commands from `firstCommand` on belong to the current one. */
  visit: { number: number; firstCommand: number };
  /** The error path is entered once, the end path runs after the call has ended (R5, R6). */
  road: Road;
  /** Set when a step could not do its work; taken by the transition that leaves the step. */
  fault: Fault | null;
  /** The last fault: `error` in expressions. */
  error: Fault;
  input: Input;
  /** Plays of this step that were not sent yet. */
  playlist: Media[];
  /** The play being heard, and the number of the command that carried it. */
  playing: { media: Media; command: number } | null;
  /** The first play or bridge went out with the dial (R11), so it must not be sent again. */
  carried: boolean;
  /** State of the step's web request. */
  web: WebState;
  /** Which case of a switch was chosen; which party of a hunt list is being tried. */
  index: number;
  /** The step that last tried to bridge: a party that answers late is its (R2). Empty once nobody can. */
  tried: string;
  /** The number from which a message is waited for; empty: none is. */
  awaits: string;
  /** The key of the message that was taken last, to know a repetition (I5); empty: none was. */
  taken: string;
  /** `limits.duration` was used up, in whichever flow: the next time the call is hung up (R6). */
  isOverTime: boolean;
  /** The end of the call was noted; finalizers run. */
  isOver: boolean;
  /** Number of hang-up commands so far. */
  hangups: number;
  /** The number the next command gets. */
  nextCommand: number;
  /** Filled while one event is applied, drained into the result; empty in a stored record. */
  out: {
    commands: Command[];
    requests: WebRequest[];
    notes: Note[];
    /** The keys of the event, masked but for those that the flow asked for; absent: it asked for none of them. */
    keptKeys?: string;
    /** Cost of the event so far; absent before it is applied. */
    work?: Workload;
  };
}

/** Facts of the call itself: `call` in expressions. */
export interface CallFacts {
  id: CallId;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound';
  /** Why it ended; empty while it lives. */
  reason: EndReason | '';
  /** URL of the last recording; empty before there is one. */
  recordingUrl: string;
}

type Road = 'main' | 'error' | 'end';

export interface CallRecord {
  /** Number of the stored format (record-formats.ts). */
  format: 3;
  id: CallId;
  project: ProjectId;
  flow: { name: string; version: FlowVersion };
  /** Unknown until the platform has answered the dial of an outbound call. */
  voiceId?: VoiceId;
  /** Number of events applied; the store's guard against two writers (I3). */
  seq: number;
  /** ms since the epoch. */
  startedAt: number;
  endedAt?: number;
  /** State value of the machine, as XState writes it. */
  state: unknown;
  context: CallContext;
  /** Deadlines by name, ms since the epoch (R3). */
  timers: Record<string, number>;
  /**
   * Deadlines that run once the platform has taken the command that starts them (held-deadlines.ts): what is left of each,
   * ms. Where there are none the member is undefined rather than absent, since records of one shape are copied faster.
   */
  held?: Record<string, number> | undefined;
  /** Present once a bridge has begun: what was then left of the flow's own time, ms. */
  limitLeftMs?: number;
  /** Keys of the last notifications applied (I5). */
  seen: string[];
}

/** The durable state of one call, as plain JSON. Only `advance` creates a new one (I2); only stores keep it. */
import type { Value } from '../language/model/index.ts';
import type { Command, Media } from './commands.ts';
import type { EndReason } from './events.ts';
import type { CallId, FlowVersion, ProjectId, VoiceId } from './ids.ts';
import type { Note } from './notes.ts';
import type { WebRequest } from './web.ts';

/** State of the call on the platform, as far as is known. It only moves forward, apart from the exceptions of LEG-1. */
export type Leg = 'new' | 'dialing' | 'ringing' | 'accepting' | 'connected' | 'bridged' | 'ended';

/** A failure of the flow. Visible to expressions as `error`. */
export interface Fault {
  code: string;
  message: string;
  step: string;
}

/** The caller's input in the current step, with failed attempts (R1). */
export interface Input {
  digits: string;
  /** The digits came as one JSON number, so leading zeros may be missing (R9). */
  lossy: boolean;
  noInput: number;
  noMatch: number;
  /** Why the question is repeated: selects the entry of `no_input` or `no_match`. */
  failed: 'no_input' | 'no_match' | '';
  /** Meaning of the last keys or words: a choice, a key of `always`, `filled`, `more`, `no_match`; empty before the first. */
  decision: string;
  /** The value of the input: a date as 2026-12-24. */
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
  /** The trace does not show its answer (I7). */
  isSecret: boolean;
}

/** State of the line that does not depend on the flow's step, as far as is known. */
export interface LineFacts {
  /** As confirmed by the platform. */
  isHeld: boolean;
  /** Hold commands in flight, in order. */
  holds: { command: number; hold: boolean }[];
  isRecording: boolean;
  /** Number of the command that started the last recording of a conversation, until its end is notified. */
  recording?: number;
  /** Number of the command that records a message of the caller; absent while none is recorded. */
  voicemail?: number;
  /** Number of the command that opened the stream in progress; absent while none is. */
  stream?: number;
  /** Numbers of the commands that stop a stream whose end was not notified. */
  streamStops: number[];
  /** Number of parties that may still answer. */
  ringing: number;
  /** Number of the command that called the last party; absent when no party rings or talks. */
  party?: number;
  /** An end was notified: a later `bridged` is ignored until the flow calls a party again (LEG-3). */
  isPartyGone: boolean;
  /** The caller has been bridged to somebody. */
  hasTalked: boolean;
}

/** Messages on their way. */
export interface Deliveries {
  /** Number of the command that sent them. */
  command: number;
  /** Numbers without a final report. */
  open: string[];
  /** Empty while it is unknown. */
  outcome: '' | 'delivered' | 'undelivered';
}

/** A flow that waits for one that it has called, with everything that it needs to continue (R7). */
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
  /** The failure that ended the flow, where that is the outcome. */
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
  /** Name of the active flow: the one with which the call began, or one called by it. */
  flow: string;
  /** The flows that wait, the innermost last. */
  frames: Frame[];
  /** Set while one event is applied: the flow to enter next; `stay`: it returns here. */
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
  /** The caller's last message that the flow received. */
  message: { from: string; text: string };
  language: string;
  /** The current step. */
  step: string;
  /** The questions that led here, each once, the last one last; absent in flows without `back`. */
  trail?: string[];
  /** Number of steps entered so far. */
  steps: number;
  /** R2. `number` counts the visits of this call; commands from `firstCommand` on belong to the current one. */
  visit: { number: number; firstCommand: number };
  /** The error path is entered once, the end path runs after the call has ended (R5, R6). */
  road: Road;
  /** Set when a step has failed; taken by the transition that leaves the step. */
  fault: Fault | null;
  /** The last fault: `error` in expressions. */
  error: Fault;
  input: Input;
  /** Plays of this step that are not sent yet. */
  playlist: Media[];
  /** The current play with the number of its command, and that of the play before it, which may still be heard. */
  playing: { media: Media; command: number; replaces?: number } | null;
  /** The first action of the step was sent with the dial (R11), so it must not be sent again. */
  carried: boolean;
  /** State of the step's web request. */
  web: WebState;
  /** Index of the chosen case of a switch, or of the current party of a hunt list. */
  index: number;
  /** The step that last tried to bridge, to which a late answer of a party belongs (R2). Empty when no party can answer. */
  tried: string;
  /** The number from which a message is awaited; empty: none. */
  awaits: string;
  /** Deduplication key of the last message that was received (I5); empty: none. */
  taken: string;
  /** `limits.duration` was exceeded once, in any flow: the next time the call is hung up (R6). */
  isOverTime: boolean;
  /** The end of the call was noted; finalizers run. */
  isOver: boolean;
  /** What the noted end says: the call was on an error path, or the caller hung up on the flow. Empty: neither, or not over. */
  blame: '' | 'failed' | 'hungUp';
  /** The step in which the call ended, before its finalizer. Empty before the end is noted. */
  lastStep: string;
  /** Number of hang-up commands so far. */
  hangups: number;
  /** The number the next command gets. */
  nextCommand: number;
  /** Filled while one event is applied, then moved to the result; empty in a stored record. */
  out: {
    commands: Command[];
    requests: WebRequest[];
    notes: Note[];
    /** The keys of the event with only those unmasked that the flow asked for; absent: it asked for none. */
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
  /** Why it ended; empty before. */
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
  /** Id of the campaign that placed it; absent: none did. */
  campaign?: string;
  /** Name of its carrier; absent: the platform. It does not change. */
  carrier?: string;
  /** Unknown until the carrier has answered the dial of an outbound call. */
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
   * Deadlines that start once the platform has accepted their command (held-deadlines.ts), with the time left, ms. Undefined
   * rather than absent when there are none, since records of one shape are copied faster.
   */
  held?: Record<string, number> | undefined;
  /** Present once a bridge has begun: the time left of `limits.duration` at that moment, ms. */
  limitLeftMs?: number;
  /** Keys of the last notifications applied (I5). */
  seen: string[];
}

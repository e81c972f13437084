/** What one call did and why: one entry per event, written in the commit that applied it. */
import type { CommandKind } from './commands.ts';
import type { CallEvent } from './events.ts';

/** Where a step leads whose failure ends the finalizer; no step has such a name. */
export const FINALIZER_END = '$end';

/** One thing that happened while an event was applied, in order. */
export type Note =
  /** From here on steps are those of this flow: one that is run or gone to, or the one that it came back to; `from`: before. */
  | { kind: 'flow'; name: string; from?: string }
  | { kind: 'entered'; step: string; verb: string }
  /**
   * A step ended with this outcome and led there: a step, `hangup`, or `on.error` for a failure without an edge, which in
   * the finalizer is FINALIZER_END.
   */
  | { kind: 'outcome'; step: string; outcome: string; to: string }
  /** What the caller is made to hear. */
  | { kind: 'says'; text: string }
  /** A decision with its reason: an input that matched nothing, a late digit that was ignored, a case that was chosen. */
  | { kind: 'because'; text: string }
  | { kind: 'set'; variable: string; value: string }
  /** The call has got somewhere that counts for the business. */
  | { kind: 'milestone'; name: string }
  | { kind: 'failed'; step: string; code: string; message: string }
  /** The call is over; `failed`: it was on an error path, because a step had failed that no other one made up for. */
  | { kind: 'ended'; reason: string; failed?: true };

export interface TraceEntry {
  /** The record's sequence number after this event. */
  seq: number;
  /** ms since the epoch. */
  at: number;
  event: CallEvent;
  notes: Note[];
  commands: { number: number; kind: CommandKind }[];
  /** State of the machine afterwards, as a dotted path (`main.listening`). */
  state: string;
}

/** What one call did and why: one entry per event, written in the commit that applied it. */
import type { CommandKind } from './commands.ts';
import type { CallEvent } from './events.ts';
import type { CallContext } from './record.ts';

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
  /**
   * A decision with its reason: an input that matched nothing, a late digit that was ignored, a case that was chosen. The text
   * is for people; `means` is for programs, where the event by itself does not say it: two people began to talk.
   */
  | { kind: 'because'; text: string; means?: 'bridged' }
  | { kind: 'set'; variable: string; value: string }
  /** The call has got somewhere that counts for the business; `again`: where it had been before. */
  | { kind: 'milestone'; name: string; again?: true }
  | { kind: 'failed'; step: string; code: string; message: string }
  /**
   * The call is over. `failed`: it was on an error path, because a step had failed that no other one made up for. `hungUp`:
   * the caller hung up on the flow, before any outcome and without having talked to anybody. What the finalizer does
   * afterwards changes neither.
   */
  | { kind: 'ended'; reason: string; failed?: true; hungUp?: true };

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

/** The flow to which the steps belong that an event's notes name first, before any note of another flow. */
export function flowBefore({ flow }: Pick<CallContext, 'flow'>, notes: readonly Note[]): string {
  const change = notes.find((note) => note.kind === 'flow');
  return change?.from ?? flow;
}

/** A step as reports name it: one of a flow that the call's own flow runs or went to has that flow's name before it. */
export function stepName(callFlow: string, flow: string, step: string): string {
  return flow === callFlow ? step : `${flow}/${step}`;
}

/** A state value of XState as a dotted path, parallel states side by side: `a.b c.d`. */
export function renderState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return String(state);
  let text = '';
  for (const name in state)
    text += `${text === '' ? '' : ' '}${name}.${renderState((state as Record<string, unknown>)[name])}`;
  return text;
}

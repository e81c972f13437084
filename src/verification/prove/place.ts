/**
 * Positions of calls in flows. A step is identified together with its flow, since two flows may have steps with the
 * same name.
 */
import type { Note } from '../../call/index.ts';
import type { Situation } from '../situations/index.ts';

/** Returns the key of a step. */
export function placeKey(flow: string, step: string): string {
  return `${flow} ${step}`;
}

/** Returns the key of the current step of a call. */
export function currentPlaceKey({ record: { context } }: Situation): string {
  return placeKey(context.flow, context.step);
}

/** An event of a call at a step: it was entered, left by an outcome, or failed. */
export interface Passed {
  kind: 'entered' | 'outcome' | 'failed';
  flow: string;
  step: string;
  /** Outcome by which it was left. */
  outcome?: string;
}

/** Lists the positions in notes, in order. `running` is the flow at the start. */
export function listPassed(notes: readonly Note[], running: string): Passed[] {
  let flow = running;
  return notes.flatMap((note): Passed[] => {
    if (note.kind === 'flow') flow = note.name;
    if (note.kind === 'outcome') return [{ kind: note.kind, flow, step: note.step, outcome: note.outcome }];
    return note.kind === 'entered' || note.kind === 'failed'
      ? [{ kind: note.kind, flow, step: note.step }]
      : [];
  });
}

/** Positions of calls in flows. A step is named together with its flow, since two flows may have steps with the same name. */
import type { Note } from '../../call/index.ts';
import type { Situation } from './situation.ts';

/** A step by one text. */
export function placeKey(flow: string, step: string): string {
  return `${flow} ${step}`;
}

/** Names the current step of a call. */
export function currentPlaceKey({ record: { context } }: Situation): string {
  return placeKey(context.flow, context.step);
}

/** Something that a call came past: it entered the step, left it by an outcome, or the step could not do its work. */
export interface Passed {
  kind: 'entered' | 'outcome' | 'failed';
  flow: string;
  step: string;
  /** Outcome by which it was left. */
  outcome?: string;
}

/** Lists the positions that notes report, in order. `running` is the flow at the start. */
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

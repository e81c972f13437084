import type { FlowDraft, ValueEffects } from '../types.ts';
import { getStepValues } from './step-values.ts';

/** Summarizes what a flow does with values, for the flows that run it. */
export function summarizeValueEffects(draft: FlowDraft): ValueEffects {
  const collecting = draft.graph.steps.filter(({ verb }) => verb === 'collect');
  return {
    asksForSecret: collecting.some(({ name }) =>
      [...getStepValues(draft, name).saves].some((saved) => draft.vars[saved]?.secret === true),
    ),
    emptyResults: new Map(),
    neededParams: new Set(),
  };
}

import type { OutcomeStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, DONE } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Records a business outcome of the call. */
export const outcome: Verb<OutcomeStep> = {
  name: 'outcome',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [DONE],
  compile: (name, step) =>
    buildPassingStates(step, { type: 'milestone', params: { name } }, [step.exit('done')]),
};

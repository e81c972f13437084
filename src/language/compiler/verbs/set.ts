import type { SetStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, DONE, FAILED, toSetAction } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Gives variables new values. */
export const set: Verb<SetStep> = {
  name: 'set',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [DONE, FAILED],
  compile(body, step) {
    return buildPassingStates(step, toSetAction(body, step), [step.exit('done')]);
  },
};

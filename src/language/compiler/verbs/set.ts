import type { SetStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, DONE, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Gives variables new values. */
export const set: Verb<SetStep> = {
  name: 'set',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [DONE, FAILED],
  compile(body, step) {
    const values = Object.entries(body).map(([variable, value]) => ({
      variable,
      value: step.toVariableValue(variable, value),
    }));
    return buildPassingStates(step, { type: 'set', params: { values } }, [step.exit('done')]);
  },
};

import type { LanguageStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, DONE } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Changes the language that the caller hears. */
export const language: Verb<LanguageStep> = {
  name: 'language',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [DONE],
  compile: (body, step) =>
    buildPassingStates(step, { type: 'speak', params: { language: body } }, [step.exit('done')]),
};

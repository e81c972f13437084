import type { LanguageStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Changes the language that the caller hears. */
export const language: Verb<LanguageStep> = {
  name: 'language',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [{ name: 'done', otherwise: 'next' }],
  compile: (body, step) =>
    buildPassingStates(step, { type: 'speak', params: { language: body } }, [step.exit('done')]),
};

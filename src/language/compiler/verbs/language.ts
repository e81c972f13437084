import type { LanguageStep } from '../../../../schemas/types/flow.ts';
import { passing } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Changes the language that the caller hears. */
export const language: Verb<LanguageStep> = {
  name: 'language',
  waits: 'nothing',
  needsCall: false,
  outcomes: () => [{ name: 'done', otherwise: 'next' }],
  compile: (body, step) => passing(step, { type: 'speak', params: { language: body } }, [step.exit('done')]),
};

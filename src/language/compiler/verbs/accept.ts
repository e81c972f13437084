import type { AcceptStep } from '../../../../schemas/types/flow.ts';
import { buildAnsweringState, DONE, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Answers the call while it still rings. */
export const accept: Verb<AcceptStep> = {
  name: 'accept',
  waits: 'nothing',
  needsCall: true,
  listOutcomes: () => [DONE, FAILED],
  compile: (_body, step) => ({
    initial: 'answering',
    states: {
      answering: buildAnsweringState(step, 'answered'),
      answered: { always: [step.exit('done')] },
    },
  }),
};

import { buildAnsweringState, buildRequestState, DONE, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Puts the caller on hold, with the platform's hold music, or resumes the call. */
function createHoldVerb(name: 'hold' | 'resume'): Verb<null> {
  const isHold = name === 'hold';
  return {
    name,
    waits: 'nothing',
    needsCall: true,
    listOutcomes: () => [DONE, FAILED],
    getLineChange: (_body, outcome) => ({ held: outcome === 'failed' ? 'unknown' : isHold ? 'yes' : 'no' }),
    compile: (_body, step) => ({
      initial: 'answering',
      states: {
        answering: buildAnsweringState(step, 'asking'),
        asking: buildRequestState(
          step,
          { type: 'hold', params: { hold: isHold } },
          { done: [step.exit('done')] },
        ),
      },
    }),
  };
}

export const hold = createHoldVerb('hold');
export const resume = createHoldVerb('resume');

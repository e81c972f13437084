import { answering, requesting } from '../fragments.ts';
import type { Verb } from '../verb.ts';

/** Puts the caller on hold: they hear the platform's hold music until the call is taken up again. */
export const hold = holding('hold', true);

/** Takes a call on hold up again. */
export const resume = holding('resume', false);

function holding(name: string, isHeld: boolean): Verb<null> {
  return {
    name,
    waits: 'nothing',
    needsCall: true,
    outcomes: () => [
      { name: 'done', otherwise: 'next' },
      { name: 'failed', otherwise: 'error' },
    ],
    leaves: (_body, outcome) => ({ held: outcome === 'failed' ? 'unknown' : isHeld ? 'yes' : 'no' }),
    compile: (_body, step) => ({
      initial: 'answering',
      states: {
        answering: answering(step, 'asking'),
        asking: requesting(step, { type: 'hold', params: { hold: isHeld } }, { done: [step.exit('done')] }),
      },
    }),
  };
}

import type { SayStep } from '../../../../schemas/types/flow.ts';
import { answering, faultExits, speaking } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Plays a prompt and goes on when it has been heard. `say` and `play` are synonyms. */
function saying(name: 'say' | 'play'): Verb<SayStep> {
  return {
    name,
    waits: 'playback',
    needsCall: true,
    alone: true,
    outcomes: () => [
      { name: 'done', otherwise: 'next' },
      { name: 'failed', otherwise: 'error' },
    ],
    compile(body, step) {
      const prompt = step.prompt(body);
      return {
        initial: 'answering',
        states: {
          answering: answering(step, 'preparing', { play: prompt }),
          preparing: {
            entry: [{ type: 'say', params: { prompt } }],
            always: [
              ...faultExits(step),
              { guard: { type: 'queued', params: { atLeast: 1 } }, target: 'speaking' },
              step.exit('done'),
            ],
          },
          speaking: speaking('speaking', 1, [step.exit('done')]),
        },
      };
    },
  };
}

export const say = saying('say');
export const play = saying('play');

import type { SayStep } from '../../../../schemas/types/flow.ts';
import { buildAnsweringState, buildFaultExits, buildSpeakingState, DONE, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Plays a prompt and goes on when it has been heard. */
export const say: Verb<SayStep> = {
  name: 'say',
  waits: 'playback',
  needsCall: true,
  alone: true,
  listOutcomes: () => [DONE, FAILED],
  compile(body, step) {
    const prompt = step.toPrompt(body);
    return {
      initial: 'answering',
      states: {
        answering: buildAnsweringState(step, 'preparing', { play: prompt }),
        preparing: {
          entry: [{ type: 'say', params: { prompt } }],
          always: [
            ...buildFaultExits(step),
            { guard: { type: 'queued', params: { atLeast: 1 } }, target: 'speaking' },
            step.exit('done'),
          ],
        },
        speaking: buildSpeakingState('speaking', 1, [step.exit('done')]),
      },
    };
  },
};

import type { HoursStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Branches on opening hours at the current time. */
export const hours: Verb<HoursStep> = {
  name: 'hours',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [
    { name: 'open', otherwise: 'next' },
    { name: 'closed', otherwise: 'nowhere' },
    { name: 'holiday', otherwise: 'nowhere', like: 'closed' },
    FAILED,
  ],
  compile(name, step) {
    const exits = ['open', 'closed', 'holiday'].map((outcome, index) => ({
      ...step.exit(outcome),
      guard: { type: 'chosen' as const, params: { index } },
    }));
    return buildPassingStates(step, { type: 'look_at_clock', params: { hours: name } }, exits);
  },
};

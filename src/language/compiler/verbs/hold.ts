import { buildHoldStates } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Puts the caller on hold: they hear the platform's hold music until the call is resumed. */
export const hold: Verb<null> = {
  name: 'hold',
  waits: 'nothing',
  needsCall: true,
  listOutcomes: () => [
    { name: 'done', otherwise: 'next' },
    { name: 'failed', otherwise: 'error' },
  ],
  getLineChange: (_body, outcome) => ({ held: outcome === 'failed' ? 'unknown' : 'yes' }),
  compile: (_body, step) => buildHoldStates(step, true),
};

import { buildHoldStates } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Resumes a call on hold. */
export const resume: Verb<null> = {
  name: 'resume',
  waits: 'nothing',
  needsCall: true,
  listOutcomes: () => [
    { name: 'done', otherwise: 'next' },
    { name: 'failed', otherwise: 'error' },
  ],
  getLineChange: (_body, outcome) => ({ held: outcome === 'failed' ? 'unknown' : 'no' }),
  compile: (_body, step) => buildHoldStates(step, false),
};

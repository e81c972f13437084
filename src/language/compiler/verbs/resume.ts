import { holding } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Resumes a call on hold. */
export const resume: Verb<null> = {
  name: 'resume',
  waits: 'nothing',
  needsCall: true,
  outcomes: () => [
    { name: 'done', otherwise: 'next' },
    { name: 'failed', otherwise: 'error' },
  ],
  leaves: (_body, outcome) => ({ held: outcome === 'failed' ? 'unknown' : 'no' }),
  compile: (_body, step) => holding(step, false),
};

import type { GotoStep } from '../../../../schemas/types/flow.ts';
import { callingFlow, faultExits } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Goes on with another flow without returning. */
export const gotoVerb: Verb<GotoStep> = {
  name: 'goto',
  waits: 'nothing',
  needsCall: false,
  outcomes: () => [{ name: 'failed', otherwise: 'error' }],
  compile: (body, step) => ({
    entry: [callingFlow(body, step, { stay: false })],
    always: faultExits(step),
  }),
};

import type { GotoStep } from '../../../../schemas/types/flow.ts';
import { callingFlow, faultExits } from '../fragments.ts';
import type { Verb } from '../verb.ts';

/** Goes on with another flow for good. */
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

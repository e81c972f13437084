import type { GotoStep } from '../../../../schemas/types/flow.ts';
import { buildFlowCall, buildFaultExits, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Goes on with another flow without returning. */
export const gotoVerb: Verb<GotoStep> = {
  name: 'goto',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [FAILED],
  compile: (body, step) => ({
    entry: [buildFlowCall(body, step, { stay: false })],
    always: buildFaultExits(step),
  }),
};

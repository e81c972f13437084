import type { HangupStep } from '../../../../schemas/types/flow.ts';
import type { Verb } from '../types.ts';

/** Ends the call; before it is answered this rejects it. */
export const hangup: Verb<HangupStep> = {
  name: 'hangup',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: () => [{ name: 'done', goto: 'hangup', path: [] }],
  compile: (_body, step) => ({ always: [step.exitTo('hangup', 'done')] }),
};

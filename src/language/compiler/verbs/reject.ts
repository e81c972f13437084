import type { RejectStep } from '../../../../schemas/types/flow.ts';
import { HANGUP } from '../../model/index.ts';
import { buildFaultExits, FAILED } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

const MESSAGE = 'the call no longer rings, or is an outbound call, so it cannot be rejected';

/** Rejects a call that still rings. */
export const reject: Verb<RejectStep> = {
  name: 'reject',
  waits: 'nothing',
  needsCall: true,
  listOutcomes: () => [{ name: 'done', goto: HANGUP, path: [] }, FAILED],
  compile: (_body, step) => ({
    initial: 'looking',
    states: {
      looking: {
        always: [
          ...buildFaultExits(step),
          { ...step.exitTo(HANGUP, 'done'), guard: { type: 'ringing' } },
          { target: 'late' },
        ],
      },
      late: {
        entry: [{ type: 'fault', params: { code: 'not_ringing', message: MESSAGE } }],
        always: buildFaultExits(step),
      },
    },
  }),
};

import type { ReturnStep } from '../../../../schemas/types/flow.ts';
import { RETURN } from '../../model/index.ts';
import { buildFaultExits, buildReturnStates } from './parts/fragments.ts';
import type { Verb } from '../types.ts';

/** Ends a flow with an outcome for the calling step; hangs up if no flow has called it. */
export const returnVerb: Verb<ReturnStep> = {
  name: 'return',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: (body) => [{ name: body ?? 'done', goto: RETURN, path: [] }],
  check(body, report) {
    if (body === 'failed')
      report([], {
        code: 'bad-value',
        message: '"failed" is reserved for steps that could not do their work; expected another name',
        hint: 'name the result, such as "denied"; a failure without an edge is reported to the calling flow',
      });
  },
  compile(body, step) {
    const outcome = body ?? 'done';
    return buildReturnStates(outcome, {
      uncalled: step.exitTo('hangup', outcome),
      after: [...buildFaultExits(step), { ...step.exitTo(RETURN, outcome), target: '#$done' }],
    });
  },
};

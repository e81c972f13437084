import type { RunStep } from '../../../../schemas/types/flow.ts';
import type { Transition } from '../../model/index.ts';
import { buildFlowCall, buildFaultExits, FAILED } from './parts/fragments.ts';
import type { LineChange } from '../flow-effects.ts';
import type { Outcome, Verb } from '../types.ts';

/** The state of the line after an unknown flow. */
const UNKNOWN: LineChange = {
  bridged: 'unknown',
  inRoom: 'unknown',
  held: 'unknown',
  recording: 'unknown',
  streaming: 'unknown',
};

/** Runs another flow and returns with its results. */
export const run: Verb<RunStep> = {
  name: 'run',
  waits: 'party',
  needsCall: false,
  deciding: ['flow'],
  listOutcomes: (body, others) => [
    ...toOutcomes(others.signature(body?.flow ?? '')?.outcomes ?? ['done']),
    FAILED,
  ],
  getLineChange: (body, outcome, others) =>
    others
      .signature(body?.flow ?? '')
      ?.lineEffects()
      .changesByOutcome.get(outcome) ?? UNKNOWN,
  compile(body, step) {
    const save = { type: 'keep_returned', params: { values: body.save ?? {} } } as const;
    const back: Transition[] = step.outcomes
      .filter((outcome) => outcome !== 'failed')
      .map((outcome) => {
        const exit = step.exit(outcome);
        return {
          ...exit,
          guard: { type: 'came_back', params: { outcome } },
          actions: [save, ...(exit.actions ?? [])],
        };
      });
    return {
      entry: [buildFlowCall(body, step, { stay: true })],
      always: buildFaultExits(step),
      on: { returned: [...back, step.exit('failed')] },
    };
  },
};

/** Returns the outcomes of a flow: `done` leads to the next step; the author routes the others. */
function toOutcomes(names: string[]): Outcome[] {
  return names.map((name) => ({ name, otherwise: name === 'done' ? 'next' : 'nowhere' }));
}

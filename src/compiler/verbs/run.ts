import type { GotoStep, RunStep } from '../../../schemas/types/flow.ts';
import type { Action, Transition } from '../../flow/index.ts';
import { faultExits } from '../fragments.ts';
import type { LineChange, Outcome, StepContext, Verb } from '../verb.ts';

const failed: Outcome = { name: 'failed', otherwise: 'error' };

/** What a flow of which nothing is known has made of the line. */
const UNKNOWN: LineChange = {
  bridged: 'unknown',
  inRoom: 'unknown',
  held: 'unknown',
  recording: 'unknown',
  streaming: 'unknown',
};

/** Runs another flow and comes back with what it gives. */
export const run: Verb<RunStep> = {
  name: 'run',
  waits: 'party',
  needsCall: false,
  deciding: ['flow'],
  outcomes: (body, others) => [
    ...outcomesFrom(others.signature(body?.flow ?? '')?.outcomes ?? ['done']),
    failed,
  ],
  leaves: (body, outcome, others) =>
    others
      .signature(body?.flow ?? '')
      ?.onLine()
      .leaves.get(outcome) ?? UNKNOWN,
  compile(body, step) {
    const save = { type: 'keep_returned', params: { save: body.save ?? {} } } as const;
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
      entry: [calling(body, step, true)],
      always: faultExits(step),
      on: { returned: [...back, step.exit('failed')] },
    };
  },
};

/** Goes on with another flow for good. */
export const gotoVerb: Verb<GotoStep> = {
  name: 'goto',
  waits: 'nothing',
  needsCall: false,
  outcomes: () => [failed],
  compile: (body, step) => ({ entry: [calling(body, step, false)], always: faultExits(step) }),
};

function calling({ flow, with: given = {} }: GotoStep, step: StepContext, stay: boolean): Action {
  const values = Object.entries(given).map(([param, value]) => ({
    variable: param,
    value: step.argumentFor(flow, param, value),
  }));
  return { type: 'call_flow', params: { flow, with: values, stay } };
}

/** The ordinary outcome leads to the step below; of the others the author says where they lead. */
function outcomesFrom(names: string[]): Outcome[] {
  return names.map((name) => ({ name, otherwise: name === 'done' ? 'next' : 'nowhere' }));
}

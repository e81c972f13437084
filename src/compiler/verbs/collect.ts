import type { CollectStep } from '../../../schemas/types/flow.ts';
import type { Transition } from '../../flow/index.ts';
import { asking, globalDecisions, inputOutcomes } from '../input.ts';
import { patternProblem } from '../patterns.ts';
import type { Verb } from '../verb.ts';

/** Asks for digits and keeps them in a variable. */
export const collect: Verb<CollectStep> = {
  name: 'collect',
  waits: 'caller',
  needsCall: true,
  outcomes: () => [{ name: 'filled', otherwise: 'next' }, ...inputOutcomes],
  check(body, report) {
    const { min, max } = typeof body.digits === 'object' ? body.digits : {};
    if (min !== undefined && max !== undefined && min > max)
      report(['digits', 'min'], {
        code: 'bad-value',
        message: `fewest digits (${min}) are more than most digits (${max})`,
      });
    const problem = body.pattern === undefined ? undefined : patternProblem(body.pattern, 'u');
    if (problem) report(['pattern'], problem);
  },
  compile(body, step) {
    const filled = step.exit('filled');
    const saved: Transition = {
      ...filled,
      actions: [{ type: 'save', params: { variable: body.save } }, ...(filled.actions ?? [])],
    };
    return asking(step, {
      body,
      accepts: {
        kind: 'digits',
        ...length(body),
        ...(body.terminator === undefined ? {} : { terminator: body.terminator }),
        ...(body.pattern === undefined ? {} : { pattern: body.pattern }),
        keys: step.alwaysKeys.map(({ key }) => key),
      },
      secret: step.isSecret(body.save),
      decisions: [{ as: 'filled', leads: saved }, ...globalDecisions(step)],
    });
  },
};

function length({ digits }: CollectStep): { min: number; max: number } {
  return typeof digits === 'number'
    ? { min: digits, max: digits }
    : { min: digits.min ?? 1, max: digits.max };
}

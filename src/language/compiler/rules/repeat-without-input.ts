import { REPEAT } from '../../model/index.ts';
import { listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `repeat` in steps that do not ask the caller. */
export const repeatWithoutInput: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const steps = new Map(draft.steps.map((step) => [step.name, step]));
    for (const reference of listReferences(draft, 'target')) {
      if (reference.text !== REPEAT) continue;
      const verb = steps.get(stepNameOf(reference) ?? '')?.content?.verb;
      if (verb === undefined || verb.waits === 'caller') continue;
      report({
        code: 'repeat-without-input',
        message: `"repeat" asks the caller again, but "${verb.name}" asks nothing; expected the name of a step`,
        span: findReferenceSpan(draft.document, reference),
      });
    }
  },
};

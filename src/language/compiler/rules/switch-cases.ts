import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { readCase, typeDescriptions } from '../../model/index.ts';
import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Words that other languages use for the case of all other values. */
const ELSE = ['default', 'otherwise', 'else'];

/**
 * Reports cases of a switch that its value can never equal because of its type, and cases called `default`: they would
 * be compared like all others.
 */
export const switchCases: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const expressions = draft.expressions();
    for (const { path, body } of listMapSteps<Extract<SwitchStep, { cases: unknown }>>(draft, 'switch')) {
      const { value, cases = {} } = body;
      const checked = value === undefined ? undefined : expressions.check(value);
      if (value === undefined || checked?.ok !== true) continue;
      const { type } = checked;
      if (type === 'dyn' || type === 'other') continue;
      if ([...draft.brokenVars].some((name) => expressions.findReads(value).has(`vars.${name}`))) continue;
      for (const literal of Object.keys(cases)) {
        const span = keySpanAt(draft.document, [...path, 'cases', literal]);
        if (ELSE.includes(literal))
          report({
            code: 'misplaced-key',
            message: `"${literal}" is compared with the value like every other case`,
            span,
            hint: 'when no case fits, the call goes to "next" of the step, or to the step below',
          });
        else if (readCase(literal, type) === undefined)
          report({
            code: 'wrong-type',
            message: `expected ${typeDescriptions[type]} like "${value}", found "${literal}"`,
            span,
          });
      }
    }
  },
};

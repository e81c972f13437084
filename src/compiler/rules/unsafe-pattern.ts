import { patternProblem } from '../patterns.ts';
import { expressionsOf, spanOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** No pattern that an expression gives to `matches` can take for ever. Those of `collect` are its own business. */
export const unsafePattern: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const expressions = draft.expressions();
    for (const { reference, source, start } of expressionsOf(draft)) {
      for (const pattern of expressions.patterns(source)) {
        const problem = pattern.text === undefined ? NOT_WRITTEN_OUT : patternProblem(pattern.text, '');
        if (problem === undefined) continue;
        const place = { start: start + pattern.start, end: start + pattern.end };
        report({ ...problem, span: spanOf(draft.document, reference, place) });
      }
    }
  },
};

const NOT_WRITTEN_OUT = {
  code: 'unsafe-pattern',
  message: 'the pattern of matches() is made during the call, so nobody can tell how long a match takes',
  hint: 'write the pattern out in quotes',
} as const;

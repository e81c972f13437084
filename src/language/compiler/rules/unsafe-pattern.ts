import { compilePattern, listTerms, MATCHES, type Term } from '../../model/index.ts';
import { findPatternProblem } from '../verbs/parts/patterns.ts';
import { listExpressions, findReferenceSpan } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports patterns of `matches` that could take very long. Those of `collect` are checked with that verb. */
export const unsafePattern: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const expressions = draft.expressions();
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = source.includes(MATCHES) ? expressions.parse(source) : undefined;
      for (const pattern of term === undefined ? [] : listPatterns(term)) {
        const isText = pattern.kind === 'value' && typeof pattern.value === 'string';
        const problem = isText ? findMatchProblem(String(pattern.value)) : NOT_WRITTEN_OUT;
        if (problem === undefined) continue;
        const place = { start: start + pattern.start, end: start + pattern.end };
        report({ ...problem, span: findReferenceSpan(draft.document, reference, place) });
      }
    }
  },
};

function listPatterns(term: Term): Term[] {
  return listTerms(term).flatMap((one) =>
    one.kind === 'call' && one.on !== undefined && one.name === MATCHES ? one.args : [],
  );
}

/** Look-around and back-references: features of JavaScript that RE2 lacks. */
const LOOK_AROUND = /\(\?<?[=!]|\\[1-9]|\\k</;

/** Maximum number of instructions of a regular expression: the time per character grows with them. */
const MAX_INSTRUCTIONS = 1_000;

function findMatchProblem(pattern: string): ReturnType<typeof findPatternProblem> {
  const problem = findPatternProblem(pattern, '');
  if (problem !== undefined) return problem;
  const compiled = compilePattern(pattern);
  if (compiled === undefined) return LOOK_AROUND.test(pattern) ? NOT_LINEAR : TOO_MANY_TIMES;
  return compiled.size <= MAX_INSTRUCTIONS ? undefined : TOO_MANY_TIMES;
}

const NOT_LINEAR = {
  code: 'unsafe-pattern',
  message: 'matches() does not support look-around and back-references, which can take forever',
  hint: 'write several conditions, joined by && and !',
} as const;

const TOO_MANY_TIMES = {
  code: 'unsafe-pattern',
  message: 'the pattern is too long once its repetitions are expanded',
  hint: 'use * or +, or fewer repetitions',
} as const;

const NOT_WRITTEN_OUT = {
  code: 'unsafe-pattern',
  message: 'the pattern of matches() is computed during the call, so the time that a match takes is unknown',
  hint: 'write the pattern as a text in quotes',
} as const;

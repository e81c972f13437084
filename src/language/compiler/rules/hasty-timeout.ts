import { rangeAt } from '../read/document.ts';
import { keyedLength } from '../verbs/parts/collected.ts';
import { durationMs } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { collectsOf, questionsOf, type Question } from './questions.ts';

/** Shortest time in which a caller finds a key, with a telephone held to the ear. */
const LEAST_MS = 2_000;
/** Maximum number of digits known by heart; longer ones are read off a card, a bill or a screen. */
const KNOWN_BY_HEART = 4;

/** Reports timeouts that leave callers too little time to find the keys. */
export const hastyTimeout: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const tell = ({ step, body, path }: Question, key: 'timeout' | 'inter_digit', purpose: string) => {
      const written = body[key];
      if (written === undefined || !(durationMs(written) < LEAST_MS)) return;
      report({
        code: 'hasty-timeout',
        message: `in step "${step.name}" callers have ${written} ${purpose}; expected at least ${LEAST_MS / 1_000}s`,
        span: draft.document.span(rangeAt(draft.document.root, [...path, key])),
      });
    };
    for (const question of questionsOf(draft)) tell(question, 'timeout', 'to begin with an answer');
    for (const collect of collectsOf(draft))
      if ((keyedLength(collect.body)?.max ?? 0) > KNOWN_BY_HEART)
        tell(collect, 'inter_digit', 'from one key to the next');
  },
};

import type { WaitStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMapSteps, listQuestions, type Question } from './questions.ts';

type WaitForMessage = Exclude<WaitStep, string>;

/** Shortest time in which a caller finds a key, with a telephone held to the ear. */
const MIN_MS = 2_000;
/** Shortest time in which a caller writes and sends a text message. */
const MIN_MESSAGE_MS = 20_000;
/** Maximum number of digits known by heart; longer ones are read off a card, a bill or a screen. */
const MAX_KNOWN_BY_HEART = 4;

/** Reports timeouts that leave callers too little time to find the keys. */
export const hastyTimeout: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const reportHasty = ({ step, body, path }: Question, key: 'timeout' | 'inter_digit', purpose: string) => {
      const written = body[key];
      if (written === undefined || !(parseDuration(written) < MIN_MS)) return;
      report({
        code: 'hasty-timeout',
        message: `in step "${step.name}" callers have ${written} ${purpose}; expected at least ${MIN_MS / 1_000}s`,
        span: spanAt(draft.document, [...path, key]),
      });
    };
    for (const { step, body, path } of listMapSteps<WaitForMessage>(draft, 'wait')) {
      if (body.for !== 'message' || body.timeout === undefined) continue;
      if (!(parseDuration(body.timeout) < MIN_MESSAGE_MS)) continue;
      report({
        code: 'hasty-timeout',
        message: `in step "${step.name}" callers have ${body.timeout} to write a text message; expected at least ${MIN_MESSAGE_MS / 1_000}s`,
        span: spanAt(draft.document, [...path, 'timeout']),
      });
    }
    for (const question of listQuestions(draft)) reportHasty(question, 'timeout', 'to begin an answer');
    for (const collect of listCollects(draft))
      if ((findKeyedLength(collect.body)?.max ?? 0) > MAX_KNOWN_BY_HEART)
        reportHasty(collect, 'inter_digit', 'from one key to the next');
  },
};

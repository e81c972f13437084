import { spanAt } from '../read/document.ts';
import { findKeyedLength, findTerminator } from '../verbs/parts/collected.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listQuestions } from './questions.ts';
import { tellsMinutes } from './words/long-speech.ts';
import { groupSaidByStep } from './words/said.ts';

/** Maximum number of seconds that a caller waits for a question to be put again. */
const MAX_TIMEOUT_SECONDS = 60;
/** Maximum number of seconds of silence after the last digit. */
const MAX_REST_SECONDS = 8;

/**
 * Reports silence that callers take for a dead line: a question that is put again only after more than a minute, unless it
 * tells how many minutes something takes,
 * and a long wait after the last digit of an answer whose length is open and that no key can end.
 */
export const longSilence: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listQuestions(draft)) {
      const { timeout } = body;
      if (timeout === undefined || !(parseDuration(timeout) > MAX_TIMEOUT_SECONDS * 1_000)) continue;
      const said = groupSaidByStep(draft).get(step.name) ?? [];
      if (said.some(({ pieces }) => pieces.some(({ text }) => tellsMinutes(text)))) continue;
      report({
        code: 'long-silence',
        message: `after the question of step "${step.name}" callers hear nothing for ${timeout} before it is put again; expected at most ${MAX_TIMEOUT_SECONDS}s`,
        span: spanAt(draft.document, [...path, 'timeout']),
        hint: 'use a shorter timeout, and more attempts',
      });
    }
    for (const { step, body, path } of listCollects(draft)) {
      const { inter_digit: pause } = body;
      const length = findKeyedLength(body);
      const isOpen = length !== undefined && length.min < length.max && findTerminator(body) === undefined;
      if (!isOpen || pause === undefined || !(parseDuration(pause) > MAX_REST_SECONDS * 1_000)) continue;
      report({
        code: 'long-silence',
        message: `after the last digit in step "${step.name}" callers hear nothing for ${pause}; expected at most ${MAX_REST_SECONDS}s`,
        span: spanAt(draft.document, [...path, 'inter_digit']),
        hint: 'use a shorter inter_digit, and a terminator that the prompt names',
      });
    }
  },
};

import { findKeyedLength, findTerminator } from '../verbs/parts/collected.ts';
import { matchesWhole } from '../verbs/parts/patterns.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, type Collect } from './questions.ts';
import { findWords, groupSaidByStep } from './words/said.ts';
import { findToldEnd } from './words/told-terminator.ts';

/**
 * Reports global keys that never count at a question. A digit counts only where it is not an answer by itself (R4). A question
 * that names the key tells callers itself what it does there.
 */
export const unheardKey: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, alwaysKeys } = draft;
    for (const { step, body } of listCollects(draft))
      for (const { key } of alwaysKeys) {
        const why = describeConflict(key, body);
        if (why === undefined || saysKey(key, step.name, draft)) continue;
        report({
          code: 'unheard-key',
          message: `the key "${key}" of "always" never counts at step "${step.name}", where it ${why}`,
          span: document.span(step.nameRange),
          hint: 'choose another key, or exclude it from the answers by a range or a pattern',
        });
      }
  },
};

/** True when the text of a step names a key. */
function saysKey(key: string, step: string, draft: FlowDraft): boolean {
  const said = groupSaidByStep(draft).get(step) ?? [];
  return said.some((one) =>
    one.pieces.some((piece) => {
      const language = findWords(piece, one);
      const end = language === undefined ? undefined : findToldEnd(piece.text, language);
      return end?.key === key || piece.keys.listAnnounced().some((announced) => announced.key === key);
    }),
  );
}

/** Returns the other effect of a key while digits are collected. */
function describeConflict(key: string, body: Collect['body']): string | undefined {
  const length = findKeyedLength(body);
  if (length === undefined) return undefined;
  const [run = ''] = /^\d*/.exec(key) ?? [];
  if (key.length > length.max && run.length >= length.max) return 'is longer than an answer';
  if (run.length < key.length)
    return key[run.length] === findTerminator(body) ? 'ends the answer' : undefined;
  return run.length >= length.min && isAnswer(key, body) ? 'is an answer' : undefined;
}

/** True for digits that are a valid value of the type. Dates, times and telephone numbers are never that short. */
function isAnswer(digits: string, { type = 'digits', range, pattern }: Collect['body']): boolean {
  if (type !== 'digits' && type !== 'number' && type !== 'currency') return false;
  if (pattern !== undefined && !matchesWhole(digits, pattern)) return false;
  const { min = 0, max = Infinity } = range ?? {};
  // Whoever begins the range with it means it to be an answer.
  if (String(range?.min) === digits) return false;
  return Number(digits) >= Number(min) && Number(digits) <= Number(max);
}

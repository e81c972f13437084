import { formatCount } from '../../../text/index.ts';
import { findKeyedLength } from '../../verbs/parts/collected.ts';
import { matchesWhole } from '../../verbs/parts/patterns.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects, type Collect } from '../questions.ts';
import { blankExpressions, createPieceFilter, findPieceSpan, groupSaidByStep } from './said.ts';

/** Reports questions whose text gives an example that they refuse: 1, 3, 3, 0 where only the morning is accepted. */
export const refusedExample: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, body } of listCollects(draft))
      for (const { part, pieces } of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of part === 'confirm' ? [] : pieces)
          for (const { 0: found, 1: written = '', index } of blankExpressions(piece.text).matchAll(EXAMPLE)) {
            const end = index + found.length;
            const isNumber = body.type !== 'time' && GOES_ON.test(piece.text.slice(end));
            const why = isNumber ? undefined : explainRefusal(written.replace(/\D/g, ''), body);
            if (why === undefined || !isNew(piece, step.name)) continue;
            report({
              code: 'refused-answer',
              message: `step "${step.name}" refuses the example of its own text: ${why}`,
              span: findPieceSpan(draft.document, piece, { start: end - written.length, end }),
              hint: 'take an example that is accepted',
            });
          }
  },
};

/** An example in single digits or in one number. */
const EXAMPLE =
  /(?<!\p{L})(?:for (?:example|instance)|such as|e\.g\.|zum beispiel|beispielsweise|z\. ?b\.|par exemple|por ejemplo|(?:per|ad) esempio|bijvoorbeeld|por exemplo)[,:]?\s+(\d(?:[,.]?\s?\d)+)(?![\d:]|[.,]\d|\s?[/°%-])/giu;
/** A unit, or the rest of a sentence. */
const GOES_ON = /^\s\p{L}/u;

function explainRefusal(digits: string, body: Collect['body']): string | undefined {
  const { type = 'digits', range, pattern } = body;
  if (type === 'time') return explainTime(digits, range);
  if (type !== 'digits' && type !== 'number') return undefined;
  const length = findKeyedLength(body);
  if (length !== undefined && (digits.length > length.max || digits.length < length.min))
    return `it has ${formatCount(digits.length, 'digit')}`;
  const { min = 0, max = Infinity } = range ?? {};
  if (Number(digits) < Number(min) || Number(digits) > Number(max))
    return `${digits} is outside of the range`;
  const isRefused = pattern !== undefined && !matchesWhole(digits, pattern);
  return isRefused ? `${digits} does not match the pattern` : undefined;
}

function explainTime(digits: string, range: Collect['body']['range']): string | undefined {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(digits) ?? [];
  if (hours === '' || range === undefined) return undefined;
  const [min, max] = [String(range.min ?? '00:00'), String(range.max ?? '23:59')];
  const time = `${hours}:${minutes}`;
  const isClock = [min, max].every((bound) => /^\d\d:\d\d$/.test(bound));
  return isClock && (time < min || time > max) ? `${time} is outside of the range` : undefined;
}

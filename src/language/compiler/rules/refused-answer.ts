import { spanAt } from '../read/document.ts';
import { listAlternatives } from '../read/words.ts';
import { listRows } from '../verbs/parts/patterns.ts';
import type { Report } from '../../diagnostics/index.ts';
import { formatCount } from '../../text/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listNamedChoices, listNamedRanges, mayNameDigits, type NamedRange } from './named-ranges.ts';
import { listCollects, listTextPaths, type Collect } from './questions.ts';
import { readFlowSpeech } from './spoken.ts';

/**
 * Reports questions that refuse answers which their range, their pattern or their text allows: an exact number of digits
 * that small numbers do not have, a text that names a wider range. Silent where a text names the number of digits.
 */
export const refusedAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const collect of listCollects(draft)) {
      const { body, path } = collect;
      const { type = 'digits', digits, range, speech = false } = body;
      const texts = readTexts(collect, draft);
      if (type === 'date') checkYear(collect, texts, { draft, report });
      if (!RANGED.has(type)) continue;
      const named = texts.flatMap(({ text, language }) => listNamedRanges(text, language));
      const [min, max] = [range?.min, range?.max].map((bound) =>
        bound === undefined ? undefined : Number(bound),
      );
      // Another rule compares the texts of plain numbers.
      const promised = type === 'number' ? undefined : named.find((one) => isWider(one, { min, max }));
      if (promised !== undefined)
        report({
          code: 'refused-answer',
          message: describeWider(promised, { min, max }),
          span: spanAt(draft.document, [...path, 'range']),
          hint: 'let the text and the range name the same bounds',
        });
      const least = min ?? named[0]?.min;
      if (typeof digits === 'number') checkChoices(collect, { digits, texts }, { draft, report });
      const isShort =
        typeof digits === 'number' && least !== undefined && String(Math.max(0, least)).length < digits;
      if (!isShort || type === 'currency' || speech !== false || body.pattern !== undefined) continue;
      if (texts.some(({ text, language }) => mayNameDigits(text, language))) continue;
      report({
        code: 'refused-answer',
        message: `callers who enter ${Math.max(0, least)} are refused: the step takes exactly ${formatCount(digits, 'digit')}`,
        span: spanAt(draft.document, [...path, 'digits']),
        hint: `digits: { max: ${digits} }, and ask callers to press the pound key at the end`,
      });
    }
  },
};

/**
 * Reports an exact number of digits that some of the answers do not have which the text names to choose from, or the
 * pattern as alternatives.
 */
function checkChoices(
  { body, path }: Collect,
  { digits, texts }: { digits: number; texts: readonly SpokenText[] },
  { draft, report }: { draft: FlowDraft; report: Report },
): void {
  const { type = 'digits', speech = false, pattern } = body;
  if (type === 'currency' || speech !== false) return;
  if (texts.some(({ text, language }) => mayNameDigits(text, language))) return;
  const rows = pattern === undefined ? [] : (listRows(pattern) ?? []).filter((row) => /^\d+$/.test(row));
  const named = texts.map(({ text, language }) => listNamedChoices(text, language));
  const lists = [rows, ...named.flat()];
  const isMixed = (list: readonly string[]) => list.some((one) => one.length === digits);
  const refused = lists.filter(isMixed).flatMap((list) => list.filter((one) => one.length !== digits));
  const [first] = refused;
  if (first === undefined) return;
  const most = Math.max(digits, ...refused.map(({ length }) => length));
  report({
    code: 'refused-answer',
    message: `callers who enter ${listAlternatives([...new Set(refused)])} are refused: the step takes exactly ${formatCount(digits, 'digit')}`,
    span: spanAt(draft.document, [...path, 'digits']),
    hint: `digits: { max: ${most} }, and ask callers to press the pound key at the end`,
  });
}

const EXAMPLE = /example|instance|beispiel|exemple|ejemplo|esempio|bijvoorbeeld|exemplo|exempel|przykład/iu;

/** Reports a range of dates that ends before, or begins after, every year that the texts name. */
function checkYear(
  { body: { range }, path }: Collect,
  texts: readonly { text: string }[],
  { draft, report }: { draft: FlowDraft; report: Report },
): void {
  const years = texts.flatMap(({ text }) =>
    EXAMPLE.test(text) ? [] : (text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []),
  );
  const [min = '', max = '9'] = [range?.min, range?.max].map((bound) => bound && String(bound).slice(0, 4));
  if (years.length === 0 || years.some((year) => year >= min && year <= max)) return;
  report({
    code: 'refused-answer',
    message: `the text speaks of ${years[0] ?? ''}, but every day of that year is refused`,
    span: spanAt(draft.document, [...path, 'range']),
    hint: 'let the text and the range name the same year',
  });
}

/** Types whose ranges are numbers. */
const RANGED = new Set(['digits', 'number', 'currency']);

interface Bounds {
  min: number | undefined;
  max: number | undefined;
}

/** True when the text names one bound of the range and goes beyond the other. */
function isWider(named: NamedRange, { min, max }: Bounds): boolean {
  if (min === undefined || max === undefined) return false;
  return (named.min === min && named.max > max) || (named.max === max && named.min < min);
}

function describeWider(named: NamedRange, { min, max }: Bounds): string {
  const offered = `the text offers ${named.min} to ${named.max}`;
  return named.min === min
    ? `${offered}, but callers who enter more than ${max} are refused`
    : `${offered}, but callers who enter less than ${min} are refused`;
}

interface SpokenText {
  text: string;
  language: string;
}

function readTexts(collect: Collect, draft: FlowDraft): SpokenText[] {
  const speech = readFlowSpeech(draft);
  return speech.languages.flatMap((language) =>
    listTextPaths(collect).flatMap((path) =>
      speech
        .readPieces(path, language)
        .map((piece) => ({ text: piece.text, language: piece.language ?? language })),
    ),
  );
}

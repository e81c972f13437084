import { loadPhoneNumbers } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import { checkedLanguages, phrase } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listTextPaths, type Collect } from './questions.ts';
import { readFlowSpeech } from './spoken.ts';

/**
 * Reports questions that end before callers have keyed their answer: amounts with cents, for which the star is a key too,
 * and telephone numbers. Amounts are judged only where the text or the range speaks of cents.
 */
export const tooFewKeys: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const collect of listCollects(draft)) {
      const { body, path } = collect;
      const length = findKeyedLength(body);
      if (length === undefined || body.digits === undefined) continue;
      const found =
        body.type === 'phone'
          ? judgeNumber(collect, length.max)
          : isDecimal(collect, draft)
            ? judgeAmount(collect, { max: length.max, draft })
            : undefined;
      if (found !== undefined)
        report({ code: 'refused-answer', ...found, span: spanAt(draft.document, [...path, 'digits']) });
    }
  },
};

interface Problem {
  message: string;
  hint: string;
}

function isDecimal({ body }: Collect, draft: FlowDraft): boolean {
  const { type, save = '' } = body;
  return type === 'currency' || (type === 'number' && draft.vars[save]?.type === 'double');
}

/** The star and the digits behind it: those of cents, or one where the text speaks of the star alone. */
const CENTS = 3;
const TENTHS = 2;

function judgeAmount(
  collect: Collect,
  { max, draft }: { max: number; draft: FlowDraft },
): Problem | undefined {
  const { range } = collect.body;
  const top = range?.max;
  const hasFraction = [range?.min, top].some(
    (bound) => bound !== undefined && !Number.isInteger(Number(bound)),
  );
  const speaksOfCents = hasFraction || speaksOf(CENT_WORDS, collect, draft);
  if (!speaksOfCents && !speaksOf(STAR_WORDS, collect, draft)) return undefined;
  const isAmount = speaksOfCents || collect.body.type === 'currency';
  const whole = top === undefined ? 1 : String(Math.max(0, Math.trunc(Number(top)))).length;
  const needed = whole + (isAmount ? CENTS : TENTHS);
  if (Number.isNaN(needed) || max >= needed) return undefined;
  const example = `${'9'.repeat(whole)}*5${isAmount ? '0' : ''}`;
  return {
    message: `${isAmount ? 'an amount' : 'a number'} such as ${example} needs ${needed} keys, and the step ends after ${max}: its ${isAmount ? 'cents are' : 'fraction is'} cut off`,
    hint: `digits: { max: ${needed} }; the star counts as a key`,
  };
}

const CENT_WORDS = phrase(
  `${checkedLanguages
    .flatMap((language) => ('words' in language ? [language.words.cents.replace(/\|p$/, '')] : []))
    .join('|')}|öre|grosz\\p{L}*`,
);
const STAR_WORDS = phrase(
  `${checkedLanguages
    .flatMap(({ keys }) => keys.star.split(' ').filter((word) => word.length > 2))
    .join('|')}|Sterntaste|stjärn\\p{L}*|gwiazdk\\p{L}*|sterretje`,
);

function speaksOf(words: RegExp, collect: Collect, draft: FlowDraft): boolean {
  const speech = readFlowSpeech(draft);
  return speech.languages.some((language) =>
    listTextPaths(collect).some((path) =>
      speech.readPieces(path, language).some(({ text }) => words.test(text)),
    ),
  );
}

/** Reports lengths of which no number of the country is, with or without the 0 in front of it. */
function judgeNumber({ body }: Collect, max: number): Problem | undefined {
  const { country } = body;
  if ((body.speech !== undefined && body.speech !== false) || country === undefined) return undefined;
  const { isSupportedCountry, validatePhoneNumberLength } = loadPhoneNumbers();
  if (!isSupportedCountry(country)) return undefined;
  const isShort = (length: number) => validatePhoneNumberLength('2'.repeat(length), country) === 'TOO_SHORT';
  const needed = LENGTHS.find((length) => !isShort(length));
  if (needed === undefined || max >= needed) return undefined;
  return {
    message: `numbers of ${country} have at least ${needed} digits, and the step takes only ${max}: no caller can enter one`,
    hint: 'remove "digits", and ask callers to press the pound key at the end',
  };
}

/** Numbers of digits of telephone numbers. */
const LENGTHS = Array.from({ length: 15 }, (_, index) => index + 1);

import { parseLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { blankExpressions, createPieceFilter, findPieceSpan, groupSaidByStep } from './said.ts';

/** Maximum number of days between a bound and the date that a text may mean by it. */
const NEAR_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * Reports questions for a date whose text names one that they refuse, near a bound of their range: "until 31 March" where
 * the range ends on 13 March. The day right behind the range may be told as the one before which it has to be.
 */
export const refusedDate: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const { step, body } of listCollects(draft)) {
      const bounds = [body.range?.min, body.range?.max].map((bound) => Date.parse(String(bound)));
      const [min = NaN, max = NaN] = bounds;
      if (body.type !== 'date' || !bounds.some((bound) => !Number.isNaN(bound))) continue;
      for (const { part, pieces, language } of groupSaidByStep(draft).get(step.name) ?? [])
        for (const piece of part === 'confirm' ? [] : pieces)
          for (const named of listDates(blankExpressions(piece.text), piece.language ?? language)) {
            const beyond = Math.max(named.at - max, min - named.at) / DAY_MS;
            if (!(beyond > 1 && beyond <= NEAR_DAYS) || !isNew(piece, step.name)) continue;
            report({
              code: 'refused-answer',
              message: `the text of step "${step.name}" names ${named.text}, but the range ${named.at > max ? 'ends' : 'begins'} on ${new Date(named.at > max ? max : min).toISOString().slice(0, 10)}`,
              span: findPieceSpan(draft.document, piece, named),
              hint: 'correct the text, or the range',
            });
          }
    }
  },
};

interface NamedDate {
  text: string;
  /** Midnight UTC of the day, ms. */
  at: number;
  start: number;
  end: number;
}

/** Lists the dates of a text with day, name of the month and year. */
function listDates(text: string, language: string): NamedDate[] {
  const { pattern, months } = getMonths(parseLanguage(language));
  return Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index, groups = {} }) => {
    const month = months.indexOf((groups.month ?? groups.first ?? '').toLowerCase());
    const at = Date.UTC(Number(groups.year), month, Number(groups.day ?? groups.second));
    return month < 0 ? [] : [{ text: found, at, start: index, end: index + found.length }];
  });
}

interface Months {
  /** Their names as they stand in dates, in lower case. */
  months: string[];
  pattern: RegExp;
}

const monthsByLanguage = new Map<string, Months>();

function getMonths(tag: string): Months {
  const known = monthsByLanguage.get(tag) ?? createMonths(tag);
  monthsByLanguage.set(tag, known);
  return known;
}

function createMonths(language: string): Months {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) =>
    (
      format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? ''
    ).toLowerCase(),
  );
  const name = months.join('|');
  const year = String.raw`(?<year>20\d\d)`;
  const dayFirst = String.raw`(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:of\s+|de\s+|d['’])?(?<month>${name})\s+(?:del?\s+)?`;
  const monthFirst = String.raw`(?<first>${name})\s+(?<second>\d{1,2})(?:st|nd|rd|th)?,?\s+`;
  return {
    months,
    pattern: new RegExp(String.raw`(?<![\p{L}\d])(?:${dayFirst}|${monthFirst})${year}(?!\d)`, 'giu'),
  };
}

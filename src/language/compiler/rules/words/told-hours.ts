import type { Hours, Opening } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readTokens, splitWords, type Token } from './counts.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './said.ts';

/**
 * Reports announcements of other hours than the flow keeps. It compares a text with two full hours, such as "from 9 to
 * 6", of which exactly one is kept, in flows that have one schedule with the same hours on all days.
 */
export const toldHours: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const kept = findOnlyHours(draft);
    if (kept === undefined) return;
    const isNew = createPieceFilter();
    for (const said of listSaid(draft))
      for (const piece of said.part === 'say' ? said.pieces : []) {
        const language = findWords(piece, said);
        if (language === undefined || !isNew(piece)) continue;
        const [from, to, ...others] = readTokens(piece.text, language).filter(
          ({ number }) => number !== undefined,
        );
        const joint = splitWords(language.keys.to);
        const isSpan = readTokens(piece.text, language).some(
          ({ word, start }) => from && to && start > from.start && start < to.start && joint.includes(word),
        );
        if (from === undefined || to === undefined || others.length > 0 || !isSpan) continue;
        const fits = [isHour(from, kept.from), isHour(to, kept.to)];
        if (fits.every(Boolean) || !fits.some(Boolean)) continue;
        const wrong = fits[0] === true ? to : from;
        report({
          code: 'hours-misstated',
          message: `callers hear ${wrong.number ?? ''} o'clock, but the flow keeps ${formatHour(kept.from)} to ${formatHour(kept.to)}`,
          span: findPieceSpan(draft.document, piece, wrong),
          hint: 'correct the text or the hours',
        });
      }
  },
};

/** Returns the hours of a flow that has one schedule with the same full hours on each open day. */
function findOnlyHours({ hours }: FlowDraft): Opening | undefined {
  const [only, ...others] = Object.values<Hours>(hours);
  if (only === undefined || others.length > 0) return undefined;
  const days = only.week.filter((openings) => openings.length > 0);
  const [first] = days[0] ?? [];
  const isSame = days.every(
    (openings) => openings.length === 1 && openings[0]?.from === first?.from && openings[0]?.to === first?.to,
  );
  return first !== undefined && isSame && first.from % 60 === 0 && first.to % 60 === 0 ? first : undefined;
}

function isHour({ number = -1 }: Token, minutes: number): boolean {
  return number <= 24 && number % 12 === (minutes / 60) % 12;
}

function formatHour(minutes: number): string {
  return `${String(minutes / 60).padStart(2, '0')}:00`;
}

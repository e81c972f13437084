import type { GraphStep } from '../../../model/index.ts';
import { findPromptWords } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findFirst, findStep, listSuccessors } from '../unasked-ways.ts';
import { createPieceFilter, findPieceSpan, listSaid, type Said } from './said.ts';

/**
 * Reports farewells after which the caller is asked or connected. A farewell counts at the end of a text; a flow that only
 * says something more after it, such as another farewell, is left alone.
 */
export const goodbyeGoesOn: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const said of listSaid(draft)) {
      const piece = said.pieces.at(-1);
      if (said.part !== 'say' || piece === undefined || !endsWithFarewell(said)) continue;
      const behind = listSuccessors(findStep(draft, said.step.name));
      const next = findFirst(draft, behind, isPassed).find(({ verb }) => TALKING.has(verb));
      if (next === undefined || !isNew(piece)) continue;
      report({
        code: 'goodbye-goes-on',
        message: `callers hear a farewell and hang up, but step "${said.step.name}" continues with step "${next.name}" (${next.verb})`,
        span: findPieceSpan(draft.document, piece),
        hint: 'end the call with "next: hangup", or leave the farewell out',
      });
    }
  },
};

/** Maximum number of characters of the last words. */
const LAST_WORDS = 40;

function endsWithFarewell(said: Said): boolean {
  const piece = said.pieces.at(-1);
  const words = piece && findPromptWords(piece.language ?? said.language);
  const end =
    piece?.text
      .trimEnd()
      .replace(/[.!…]+$/, '')
      .slice(-LAST_WORDS) ?? '';
  const found =
    words === undefined ? undefined : [...end.matchAll(new RegExp(words.talk.farewell, 'gi'))].at(-1);
  return found !== undefined && found.index + found[0].length === end.length;
}

/** Verbs that need a caller who has not hung up. */
const TALKING = new Set(['menu', 'collect', 'connect']);

/** True for a step that takes no time, or only speaks. */
function isPassed({ verb, waits }: GraphStep): boolean {
  return !TALKING.has(verb) && (waits === 'nothing' || verb === 'say');
}

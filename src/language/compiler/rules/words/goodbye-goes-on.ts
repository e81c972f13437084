import { indexSteps, type GraphStep } from '../../../model/index.ts';
import { findPromptWords } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { createPieceFilter, findPieceSpan, listSaid, type Said } from './said.ts';

/**
 * Reports farewells after which the caller is asked or connected. A farewell counts at the end of a text; a flow that only
 * says something more after it, such as another farewell, is left alone.
 */
export const goodbyeGoesOn: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const isNew = createPieceFilter();
    for (const said of listSaid(draft)) {
      const piece = said.pieces.at(-1);
      if (said.part !== 'say' || piece === undefined || !endsWithFarewell(said)) continue;
      const next = findNextTalk(said.step.name, steps);
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
    words === undefined ? undefined : [...end.matchAll(new RegExp(words.talk.farewell, 'giu'))].at(-1);
  return found !== undefined && found.index + found[0].length === end.length;
}

/** Verbs that need a caller who has not hung up. */
const TALKING = new Set(['menu', 'collect', 'connect']);

/** Follows the ways on, over steps that take no time and that speak, to a step that needs somebody on the line. */
function findNextTalk(from: string, steps: ReadonlyMap<string, GraphStep>): GraphStep | undefined {
  const seen = new Set([from]);
  const listTargets = (name: string) =>
    steps
      .get(name)
      ?.edges.filter(({ failure }) => !failure)
      .map(({ to }) => to) ?? [];
  const waiting = listTargets(from);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const step = steps.get(name);
    if (step === undefined || seen.has(name)) continue;
    seen.add(name);
    if (TALKING.has(step.verb)) return step;
    if (step.waits === 'nothing' || step.verb === 'say') waiting.push(...listTargets(name));
  }
  return undefined;
}

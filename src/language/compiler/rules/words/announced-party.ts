import { indexSteps, type GraphStep } from '../../../model/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listContentWords } from './key-purposes.ts';
import { newsPatterns } from './outcome-words.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './said.ts';

/**
 * Reports announcements of one party after which another one is rung: the text names what distinguishes the name of
 * another `connect` step, and the step that speaks has that name too.
 */
export const announcedParty: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const parties = draft.graph.steps.filter(({ verb }) => verb === 'connect');
    const isNew = createPieceFilter();
    for (const said of parties.length < 2 ? [] : listSaid(draft)) {
      const rung = said.part === 'say' ? findNextParty(said.step.name, steps) : undefined;
      if (rung === undefined) continue;
      const own = splitName(said.step.name);
      for (const piece of said.pieces) {
        const language = findWords(piece, said);
        if (language === undefined) continue;
        const words = listContentWords(piece.text, language);
        if (own.isDisjointFrom(words)) continue;
        const named = parties.find((party) =>
          isNamed(party.name, rung.name, (word) => words.has(word) && own.has(word)),
        );
        const isRungNamed = [...splitName(rung.name)].some(
          (word) => words.has(word) && !isShared(word, named?.name),
        );
        if (named === undefined || isRungNamed || tellsAbsence(piece.text) || !isNew(piece)) continue;
        report({
          code: 'key-leads-elsewhere',
          message: `step "${said.step.name}" announces "${named.name}", but step "${rung.name}" is rung`,
          span: findPieceSpan(draft.document, piece),
          hint: `lead it to step "${named.name}", or correct the text`,
        });
      }
    }
  },
};

/** True for a text that names who is not there: "The restaurant does not answer." */
function tellsAbsence(text: string): boolean {
  return newsPatterns.noAnswer.test(text) || newsPatterns.busy.test(text);
}

function findNextParty(from: string, steps: ReadonlyMap<string, GraphStep>): GraphStep | undefined {
  const [next, ...others] = steps.get(from)?.edges.filter(({ failure }) => !failure) ?? [];
  const step = others.length === 0 ? steps.get(next?.to ?? '') : undefined;
  return step?.verb === 'connect' ? step : undefined;
}

function splitName(name: string): Set<string> {
  return new Set(name.split('_').filter((part) => part.length > 3));
}

/** True when everything in which a name differs from another one is said. */
function isNamed(name: string, other: string, isSaid: (word: string) => boolean): boolean {
  const others = splitName(other);
  const own = [...splitName(name)].filter((word) => !others.has(word));
  return name !== other && own.length > 0 && own.every(isSaid);
}

function isShared(word: string, name: string | undefined): boolean {
  return name !== undefined && splitName(name).has(word);
}

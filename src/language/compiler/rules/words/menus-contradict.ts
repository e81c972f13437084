import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus, type Menu } from '../questions.ts';
import { findPieceSpan, findWords, groupSaidByStep, type Said } from './said.ts';
import { readKeyPurposes, type KeyPurpose } from './key-purposes.ts';
import type { Piece } from '../spoken.ts';

/**
 * Reports menus of two choices whose targets are exchanged, as the menu behind one of them shows: it offers the same two
 * things again, and leads with the words of the first choice to the step to which the other choice leads. "To keep it,
 * press 1" must not lead to the question whether to cancel, from which "to keep it" leads where "to cancel it" led before.
 */
export const menusContradict: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const menus = new Map(listMenus(draft).map((menu) => [menu.step.name, menu]));
    for (const menu of menus.values())
      for (const [one, other] of listPairs(menu, draft)) {
        const asked = menus.get(one.target);
        const isContradicted =
          asked !== undefined &&
          listPairs(asked, draft).some(
            ([first, second]) =>
              first.target === other.target &&
              second.target !== other.target &&
              isSame(first, one) &&
              isSame(second, other),
          );
        if (!isContradicted) continue;
        report({
          code: 'key-leads-elsewhere',
          message: `the key "${one.purpose.key}" leads to step "${one.target}", which offers the same again and leads with it to step "${other.target}", as the key "${other.purpose.key}" does here`,
          span: findPieceSpan(draft.document, one.piece, one.purpose),
          hint: 'exchange the targets, or correct the text',
        });
        return;
      }
  },
};

interface Offer {
  purpose: KeyPurpose;
  piece: Piece;
  target: string;
  /** The words that no other offer of the menu has. */
  own: ReadonlySet<string>;
}

/** Lists the two offers of each text of a menu with exactly two choices, in both orders. */
function listPairs({ step, body }: Menu, draft: FlowDraft): [Offer, Offer][] {
  const targets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.goto]));
  const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
  return prompts.flatMap((said) => {
    const [one, other, ...more] = listOffers(said, targets);
    if (one === undefined || other === undefined || more.length > 0 || one.target === other.target) return [];
    const pair: [Offer, Offer] = [keepOwn(one, other), keepOwn(other, one)];
    return pair.every(({ own }) => own.size > 0) ? [pair, [pair[1], pair[0]]] : [];
  });
}

function listOffers(said: Said, targets: ReadonlyMap<string, string | undefined>): Omit<Offer, 'own'>[] {
  return said.pieces.flatMap((piece) => {
    const language = findWords(piece, said);
    return (language === undefined ? [] : readKeyPurposes(piece, language)).flatMap((purpose) => {
      const target = targets.get(purpose.key);
      return target === undefined ? [] : [{ purpose, piece, target }];
    });
  });
}

function keepOwn(one: Omit<Offer, 'own'>, other: Omit<Offer, 'own'>): Offer {
  return { ...one, own: one.purpose.words.difference(other.purpose.words) };
}

/** True for two offers that share a word which no other offer of their menus has. */
function isSame(one: Offer, other: Offer): boolean {
  return !one.own.isDisjointFrom(other.own);
}

import type { Report } from '../../diagnostics/index.ts';
import { rangeAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listed, quoted } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';
import { tellKeysNotOffered, type Offer } from './keys-not-offered.ts';
import { menusOf, pathsOfTexts, type Menu } from './questions.ts';
import { speechOf, type Piece } from './spoken.ts';

/** Reports differences between the keys that a menu announces and those that it accepts, in every language. */
export const menuKeys: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const speech = speechOf(draft);
    const told = new Set<Piece>();
    for (const menu of menusOf(draft)) {
      const offer = offerOf(menu, draft);
      const said = speech.languages.map((language) => ({
        language,
        pieces: pathsOfTexts(menu).flatMap((path) => speech.piecesAt(path, language)),
      }));
      for (const { pieces } of said)
        for (const piece of pieces) {
          // A text shared by several menus is reported once.
          if (!told.has(piece)) tellKeysNotOffered(piece, { offer, document: draft.document }, report);
          told.add(piece);
        }
      tellChoicesNotSpoken({ menu, said }, draft, report);
    }
  },
};

/** Longer keys than the menu's mean something else: "dial 112". */
function offerOf(menu: Menu, draft: FlowDraft): Offer {
  const offered = offeredKeys(menu, draft);
  const longest = Math.max(0, ...offered.map(({ length }) => length));
  return {
    has: (key) => key.length > longest || offered.includes(key),
    inWords: `menu "${menu.step.name}" knows ${quoted(offered)}`,
  };
}

interface SpokenMenu {
  menu: Menu;
  said: readonly { language: string; pieces: readonly Piece[] }[];
}

function tellChoicesNotSpoken({ menu, said }: SpokenMenu, draft: FlowDraft, report: Report): void {
  const { document } = draft;
  // Audio and expressions may name any key.
  const whole = said.filter(({ pieces }) => pieces.length > 0 && pieces.every(({ isLiteral }) => isLiteral));
  menu.body.choices?.forEach((choice, index) => {
    if (choice?.key === undefined) return;
    const key = String(choice.key);
    const silent = whole.filter(({ pieces }) => !pieces.some((piece) => piece.keys.named().has(key)));
    if (silent.length === 0) return;
    const where =
      silent.length === said.length ? '' : ` in ${listed(silent.map(({ language }) => language))}`;
    report({
      code: 'choice-not-spoken',
      message: `no text of menu "${menu.step.name}" names the key "${key}"${where}`,
      span: document.span(rangeAt(document.root, [...menu.path, 'choices', index, 'key'])),
    });
  });
}

/** Returns the keys that a menu accepts; none when one of them could not be read. */
function offeredKeys({ body }: Menu, { alwaysKeys }: FlowDraft): string[] {
  const choices = body.choices ?? [];
  const own = choices.filter((choice) => choice?.phrases === undefined || choice.key !== undefined);
  if (own.length === 0 || own.some((choice) => choice?.key === undefined)) return [];
  return [...new Set([...own.map((choice) => String(choice?.key)), ...alwaysKeys.map(({ key }) => key)])];
}

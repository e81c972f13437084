import { findSpeech, parseLanguage } from '../../speech/index.ts';
import { REPEAT } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listAlternatives, quoteAlternatives } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';
import { reportKeysNotOffered, type Offer } from './keys-not-offered.ts';
import { listMenus, listTextPaths, type Menu } from './questions.ts';
import { promiseWords } from './words/promise-words.ts';
import { readFlowSpeech, type Piece } from './spoken.ts';
import { findEdge, findStep } from './unasked-ways.ts';

/** Reports differences between the keys that a menu announces and those that it accepts, in every language. */
export const menuKeys: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const speech = readFlowSpeech(draft);
    const reported = new Set<Piece>();
    for (const menu of listMenus(draft)) {
      const offer = buildMenuOffer(menu, draft);
      const said = speech.languages.map((language) => ({
        language,
        pieces: listTextPaths(menu).flatMap((path) => speech.readPieces(path, language)),
      }));
      for (const { pieces } of said)
        for (const piece of pieces) {
          // A text shared by several menus is reported once.
          if (!reported.has(piece)) reportKeysNotOffered(piece, { offer, document: draft.document }, report);
          reported.add(piece);
        }
      reportChoicesNotSpoken({ menu, said }, draft, report);
    }
  },
};

/** Longer keys than the menu's mean something else: "dial 112". */
function buildMenuOffer(menu: Menu, draft: FlowDraft): Offer {
  const offered = listOfferedKeys(menu, draft);
  const longest = Math.max(0, ...offered.map(({ length }) => length));
  return {
    has: (key) =>
      key.length > longest ||
      offered.includes(key) ||
      (menu.body.extension !== undefined && /^\d+$/.test(key)),
    description: `menu "${menu.step.name}" accepts ${quoteAlternatives(offered)}`,
  };
}

interface SpokenMenu {
  menu: Menu;
  said: readonly { language: string; pieces: readonly Piece[] }[];
}

function reportChoicesNotSpoken({ menu, said }: SpokenMenu, draft: FlowDraft, report: Report): void {
  const { document } = draft;
  // Audio and expressions may name any key, and so may words of a language whose numbers are not known.
  const whole = said.filter(
    ({ language, pieces }) =>
      pieces.length > 0 &&
      pieces.every((piece) => piece.isLiteral && findSpeech(piece.language ?? language) !== undefined),
  );
  const isTakenByStaying = said.some(({ language, pieces }) =>
    pieces.some(
      (piece) => promiseWords[parseLanguage(piece.language ?? language)]?.hold.test(piece.text) === true,
    ),
  );
  menu.body.choices?.forEach((choice, index) => {
    if (choice?.key === undefined) return;
    const key = String(choice.key);
    // Who presses a key out of habit and hears the menu again has lost nothing.
    if ([REPEAT, menu.step.name].includes(choice.goto ?? '')) return;
    // A choice that replaces a key of "always" for this menu keeps what was told of that key from being done here.
    if (draft.alwaysKeys.some((one) => one.key === key)) return;
    if (isTakenByStaying && leadsWhereSilenceDoes(choice, menu, draft)) return;
    // Callers who hear a language need no key that chooses it.
    const chosen = choice.language ?? findStep(draft, choice.goto)?.language;
    const silent = whole.filter(
      ({ language, pieces }) =>
        language !== chosen && !pieces.some((piece) => piece.keys.listMentioned().has(key)),
    );
    if (silent.length === 0) return;
    const where =
      silent.length === said.length ? '' : ` in ${listAlternatives(silent.map(({ language }) => language))}`;
    report({
      code: 'choice-not-spoken',
      message: `no text of menu "${menu.step.name}" mentions the key "${key}"${where}`,
      span: spanAt(document, [...menu.path, 'choices', index, 'key']),
    });
  });
}

/** True for a choice of what callers get who stay on the line. */
function leadsWhereSilenceDoes(
  choice: NonNullable<Menu['body']['choices']>[number],
  { step }: Menu,
  draft: FlowDraft,
): boolean {
  const silent = ['silent', 'exhausted'].map((outcome) => findEdge(draft, step.name, outcome)?.to);
  const isPlain = choice?.set === undefined && choice?.language === undefined;
  return isPlain && choice?.goto !== undefined && silent.includes(choice.goto);
}

/** Returns the keys that a menu accepts; none when one of them could not be read. */
function listOfferedKeys({ body }: Menu, { alwaysKeys }: FlowDraft): string[] {
  const choices = body.choices ?? [];
  const own = choices.filter((choice) => choice?.phrases === undefined || choice.key !== undefined);
  if (own.length === 0 || own.some((choice) => choice?.key === undefined)) return [];
  return [...new Set([...own.map((choice) => String(choice?.key)), ...alwaysKeys.map(({ key }) => key)])];
}

import { scanTemplate } from '../../../model/index.ts';
import { parseLanguage, phrase } from '../../../speech/index.ts';
import { listEntries, type Entry } from '../../read/document.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readFlowSpeech, type Piece } from '../spoken.ts';
import { blankExpressions, findPieceSpan } from './said.ts';

/**
 * Reports translations of a prompt that differ in one of their numbers, name two keys in another order, or of which one leaves
 * out a value. Both have to
 * have the same count of plain figures; hours of 12 and of 24 count as equal. Texts with other forms of numbers, such as
 * 9:30 or half past 9, are not compared.
 */
export const numbersDiffer: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const speech = readFlowSpeech(draft);
    for (const { key: name, value } of listPrompts(draft)) {
      const texts = listEntries(value)
        .filter(({ key }) => draft.languages.includes(key))
        .map(({ key }) => {
          const pieces = speech.readPieces(['prompts', name, key], key);
          return { key, pieces, numbers: readNumbers(pieces) };
        });
      const [first, ...others] = texts;
      for (const other of others) {
        if (first === undefined || parseLanguage(first.key) === parseLanguage(other.key)) continue;
        for (const [there, here] of [
          [first, other],
          [other, first],
        ] as const) {
          const left = findMissingName(there.pieces, here.pieces, draft);
          const [piece] = here.pieces;
          if (left === undefined || piece === undefined) continue;
          report({
            code: 'numbers-differ',
            message: `prompt "${name}" says ${left} in "${there.key}" and leaves it out in "${here.key}"`,
            span: findPieceSpan(draft.document, piece),
          });
        }
        const odd =
          findOddNumber(first.numbers, other.numbers) ?? findExchangedKey(first.pieces, other.pieces);
        if (odd === undefined) continue;
        report({
          code: 'numbers-differ',
          message: `prompt "${name}" says ${odd.here.text} in "${other.key}" where it says ${odd.there.text} in "${first.key}"`,
          span: findPieceSpan(draft.document, odd.here.piece, odd.here),
        });
      }
    }
  },
};

function listPrompts({ document: { root } }: FlowDraft): Entry[] {
  return listEntries(listEntries(root).find(({ key }) => key === 'prompts')?.value);
}

/** Returns a name that a translation leaves out and for which it reads no other. */
function findMissingName(
  there: readonly Piece[],
  here: readonly Piece[],
  draft: FlowDraft,
): string | undefined {
  const [known, own] = [listNames(there, draft), listNames(here, draft)];
  if (!own.isSubsetOf(known)) return undefined;
  return [...known.difference(own)].find((one) => /^(?:vars|params)\./.test(one));
}

function listNames(pieces: readonly Piece[], draft: FlowDraft): ReadonlySet<string> {
  return new Set(
    pieces
      .flatMap(({ text }) => scanTemplate(text).parts)
      .flatMap((part) => (typeof part === 'string' ? [] : [...draft.expressions().findReads(part.expr)])),
  );
}

interface Figure {
  text: string;
  /** The number; hours after noon as hours before it. */
  value: number;
  piece: Piece;
  start: number;
  end: number;
}

/** Times whose figure may be that of the next hour: "halb 9" is "8 heures et demie". */
const CLOCK = phrase(
  String.raw`halb|half|demie|media|mezza|meia|halv|viertel|quarter|past|quart|quarto|cuarto|kwart|kvart|(?:menos|moins|meno)(?! de \d)|vor|nach|voor|over`,
);
/** Maximum number of figures of a prompt that are compared. */
const MAX_FIGURES = 20;

/** Returns the figures of a prompt; undefined when one of them cannot be compared. */
function readNumbers(pieces: readonly Piece[]): Figure[] | undefined {
  const figures = pieces.flatMap((piece) =>
    Array.from(blankExpressions(piece.text).matchAll(/\d+(?:[.,:]\d+)*/g), ({ 0: text, index }) => ({
      text,
      value: Number(text) > 12 && Number(text) <= 24 ? Number(text) - 12 : Number(text),
      piece,
      start: index,
      end: index + text.length,
    })),
  );
  const isPlain =
    pieces.every(({ kind, text }) => kind === 'text' && !CLOCK.test(text)) &&
    figures.every(({ value }) => !Number.isNaN(value));
  return isPlain && figures.length <= MAX_FIGURES ? figures : undefined;
}

/** Returns the first of two keys that are exchanged: a translation names the same keys, and only these two in another order. */
function findExchangedKey(
  there: readonly Piece[],
  here: readonly Piece[],
): { there: Pick<Figure, 'text'>; here: Omit<Figure, 'value'> } | undefined {
  const [known, own] = [listKeys(there), listKeys(here)];
  if (known.length !== own.length) return undefined;
  const moved = known.flatMap((one, at) => {
    const other = own[at];
    return other === undefined || one.text === other.text ? [] : [{ there: one, here: other }];
  });
  const [first, second, ...others] = moved;
  const isExchanged = first?.there.text === second?.here.text && first?.here.text === second?.there.text;
  return isExchanged && others.length === 0 ? first : undefined;
}

function listKeys(pieces: readonly Piece[]): Omit<Figure, 'value'>[] {
  return pieces.flatMap((piece) =>
    piece.keys.listAnnounced().map(({ key, start, end }) => ({ text: key, piece, start, end })),
  );
}

/** Returns the only pair in which two lists of numbers differ, whatever their order. */
function findOddNumber(
  there: readonly Figure[] | undefined,
  here: readonly Figure[] | undefined,
): { there: Figure; here: Figure } | undefined {
  if (there?.length !== here?.length || !there || !here) return undefined;
  const [onlyThere, ...moreThere] = subtract(there, here);
  const [onlyHere, ...moreHere] = subtract(here, there);
  if (!onlyThere || !onlyHere || moreThere.length + moreHere.length > 0) return undefined;
  return { there: onlyThere, here: onlyHere };
}

function subtract(numbers: readonly Figure[], others: readonly Figure[]): Figure[] {
  const left = others.map(({ value }) => value);
  return numbers.filter(({ value }) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

import type { Report } from '../../../diagnostics/index.ts';
import { checkedLanguages, parseLanguage } from '../../../speech/index.ts';
import { normalizePhrase } from '../../../model/index.ts';
import { listEntries, type Entry } from '../../read/document.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readFlowSpeech, type Piece } from '../spoken.ts';
import { splitWords } from './counts.ts';
import { detectOther } from './detect-language.ts';
import { blankExpressions, createPieceFilter, findPieceSpan, listSaid } from './said.ts';

/** Texts with fewer words are greetings and names, which may be the same in several languages. */
const MIN_WORDS = 4;
/** Maximum number of characters of a text that are read. */
const MAX_LENGTH = 2_000;

/**
 * Reports texts in another language than that in which they are spoken, and texts that are the same in two languages.
 * A text is reported when it has everyday words of another language, none of its own, and a language detector says the
 * same; short texts are not judged.
 */
export const wrongLanguage: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const same = reportSameTexts(draft, report);
    const isNew = createPieceFilter();
    const found = listSpokenIn(draft).flatMap(({ piece, language }) => {
      if (piece.kind !== 'text' || same.has(piece.node) || !isNew(piece)) return [];
      const spoken = findOtherLanguage(blankExpressions(piece.text), parseLanguage(language));
      return spoken === undefined ? [] : [{ piece, language, spoken }];
    });
    // A flow whose language is not declared has one mistake, not one for each of its texts.
    found.sort((a, b) => a.piece.node.range.from - b.piece.node.range.from);
    const told = draft.languages.length > 1 ? found : found.slice(0, 1);
    for (const { piece, language, spoken } of told) {
      const others = found.length - told.length;
      const more = others === 0 ? '' : `, and so are ${others} more`;
      report({
        code: 'wrong-language',
        message: `the text is in ${nameLanguage(spoken)}${more}, but callers hear it read by a voice for "${language}"`,
        span: findPieceSpan(draft.document, piece),
        hint: suggestLanguage(spoken, draft),
      });
    }
  },
};

interface SpokenIn {
  piece: Piece;
  language: string;
}

/** Lists the pieces whose language is known: translated ones, and those of flows in one language. */
function listSpokenIn(draft: FlowDraft): SpokenIn[] {
  const { languages, document } = draft;
  const [only, ...others] = languages;
  const speech = readFlowSpeech(draft);
  const translated = listPrompts(draft).flatMap(({ name, entries }) =>
    entries.flatMap(({ key }) =>
      speech
        .readPieces(['prompts', name, key], key)
        .map((piece) => ({ piece, language: piece.language ?? key })),
    ),
  );
  const said = listSaid(draft).flatMap(({ pieces }) =>
    pieces.flatMap((piece) => {
      const language = piece.language ?? (others.length === 0 ? only : undefined);
      return language === undefined ? [] : [{ piece, language }];
    }),
  );
  return document.isFaulty ? [] : [...translated, ...said];
}

/** Lists the prompts that have a text for each of several languages. */
function listPrompts({ document: { root }, languages }: FlowDraft): { name: string; entries: Entry[] }[] {
  const prompts = listEntries(listEntries(root).find(({ key }) => key === 'prompts')?.value);
  return prompts.flatMap(({ key: name, value }) => {
    const entries = listEntries(value).filter(({ key }) => languages.includes(key));
    return entries.length > 1 ? [{ name, entries }] : [];
  });
}

/** Reports texts that are the same under two languages; returns them. */
function reportSameTexts(draft: FlowDraft, report: Report): ReadonlySet<Piece['node']> {
  const speech = readFlowSpeech(draft);
  const reported = new Set<Piece['node']>();
  for (const { name, entries } of listPrompts(draft)) {
    const known = new Map<string, string>();
    for (const { key } of entries) {
      const pieces = speech.readPieces(['prompts', name, key], key);
      const text = normalizePhrase(pieces.map((piece) => blankExpressions(piece.text)).join(' '));
      const [piece] = pieces;
      const first = known.get(text);
      if (piece === undefined || !/\p{L}{3}/u.test(text)) continue;
      known.set(text, first ?? key);
      if (first === undefined || parseLanguage(first) === parseLanguage(key)) continue;
      const [isOfFirst, isOfOther] = [first, key].map((tag) => hasWordsOf(text, tag));
      const isShort = text.split(' ').length < MIN_WORDS;
      // A text in both languages, such as a choice of the language, is meant.
      if (isOfFirst === isOfOther && (isShort || isOfFirst === true)) continue;
      for (const one of pieces) reported.add(one.node);
      report({
        code: 'wrong-language',
        message: `prompt "${name}" has the same text in "${first}" and "${key}"`,
        span: findPieceSpan(draft.document, piece),
        hint: `translate it, or leave "${key}" out to have it spoken in the first language of the flow`,
      });
    }
  }
  return reported;
}

const commonWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  checkedLanguages.map(({ tag, talk }) => [tag, new Set(splitWords(talk.common))]),
);

/** True for a text with everyday words of a language; a single word may mean something in another. */
function hasWordsOf(text: string, tag: string): boolean {
  const words = new Set(text.split(' '));
  return words.size > 1 && countWords(words, commonWords.get(parseLanguage(tag)) ?? new Set()) > 0;
}

/** Returns the language of a text if it is certainly not the expected one. */
function findOtherLanguage(text: string, expected: string): string | undefined {
  const words = new Set(
    text
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [],
  );
  const own = commonWords.get(expected);
  if (words.size < MIN_WORDS || own === undefined || countWords(words, own) > 0) return undefined;
  const isOther = (tag: string) => tag !== expected && countSigns(words, tag) > 1;
  const detected = detectable.some(isOther) ? detectOther(text, expected) : undefined;
  if (detected !== undefined && isOther(detected)) return detected;
  return detectable.find((tag) => tag !== expected && countSigns(words, tag) >= CERTAIN_SIGNS);
}

/** Number of everyday words of another language that need no detector, which short texts mislead. */
const CERTAIN_SIGNS = 3;

/** Letters of languages without a list of everyday words. */
const LETTERS: Readonly<Record<string, RegExp>> = { pl: /[ąćęłńśźż]/u, sv: /[åäö]/u };
const detectable = [...commonWords.keys(), ...Object.keys(LETTERS)];

/** Counts the words that tell a language: everyday ones, or those with letters of its own. */
function countSigns(words: ReadonlySet<string>, tag: string): number {
  const letters = LETTERS[tag];
  if (letters !== undefined) return [...words].filter((word) => letters.test(word)).length;
  return countWords(words, commonWords.get(tag) ?? new Set());
}

function countWords(words: ReadonlySet<string>, common: ReadonlySet<string>): number {
  return [...words].filter((word) => common.has(word)).length;
}

function nameLanguage(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
}

function suggestLanguage(spoken: string, { languages }: FlowDraft): string {
  const tag = languages.find((one) => parseLanguage(one) === spoken);
  if (tag !== undefined && languages.length > 1) return `is it the text for "${tag}"?`;
  return languages.length > 1
    ? `translate it, or state its language: { text: …, language: ${spoken} }`
    : `state the language of the flow: languages: [${spoken}-…], or of the text: { text: …, language: ${spoken}-… }`;
}

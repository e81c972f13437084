import { normalizePhrase, locatePhrase } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import type { Phrases } from '../../../../../schemas/types/flow.ts';
import { selectPhrases } from '../../verbs/parts/phrases.ts';
import { listMenus, type Menu } from '../questions.ts';
import type { FlowDraft } from '../../types.ts';
import { splitWords } from './counts.ts';
import { createPieceFilter, findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/** Maximum number of words of a phrase that a text asks for; longer ones are descriptions. */
const MAX_WORDS = 3;

/**
 * Reports words that a menu asks callers to say and does not understand. Descriptions such as "say your name" and words
 * that are keys are not judged.
 */
export const phraseNotUnderstood: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const menu of listMenus(draft)) {
      const all = listPhrases(menu, draft);
      for (const said of groupSaidByStep(draft).get(menu.step.name) ?? [])
        for (const piece of said.pieces) {
          // A text that names its language may be heard by callers of several ones.
          const phrases = piece.language === undefined ? listPhrases(menu, draft, said.language) : all;
          const language = findWords(piece, said);
          if (language === undefined || !isNew(piece, menu.step.name)) continue;
          const isUnderstood = ({ word }: AskedWord): boolean =>
            phrases.some((phrase) => locatePhrase(normalizePhrase(word), phrase) >= 0);
          for (const asked of findAskedWords(piece.text, language).flatMap((first) => {
            const further = findListed(piece.text, first, language);
            // What follows is a list of phrases when one of them is.
            return further.some(isUnderstood) || isUnderstood(first) ? [first, ...further] : [first];
          })) {
            if (isUnderstood(asked)) continue;
            const { word, start, end } = asked;
            report({
              code: 'phrase-not-understood',
              message:
                phrases.length === 0
                  ? `the text asks callers to say "${word}", but menu "${menu.step.name}" takes keys only`
                  : `the text asks callers to say "${word}", which menu "${menu.step.name}" does not understand`,
              span: findPieceSpan(draft.document, piece, { start, end }),
              hint: `give the choice phrases: [${word}]`,
            });
          }
        }
    }
  },
};

/** Returns the phrases that a menu understands, in one language or in all. */
function listPhrases({ body }: Menu, { source, languages }: FlowDraft, language?: string): string[] {
  const own = body.choices?.map((choice) => choice?.phrases) ?? [];
  const global = Object.values(source.always?.phrases ?? {});
  const phrases = [...own, ...global].filter((one) => one !== undefined);
  if (language === undefined) return phrases.flatMap(listChoicePhrases);
  return phrases.flatMap((one) =>
    listChoicePhrases(isPhrases(one) ? selectPhrases(one, language, languages) : one),
  );
}

/** True for phrases that could be read completely. */
function isPhrases(phrases: unknown): phrases is Phrases {
  const isText = (one: unknown): boolean => typeof one === 'string';
  if (typeof phrases !== 'object' || phrases === null) return isText(phrases);
  return Object.values(phrases).every((one) => isText(one) || (Array.isArray(one) && one.every(isText)));
}

/** Returns the phrases of one choice in all languages, as they are compared. */
export function listChoicePhrases(phrases: unknown): string[] {
  return flattenPhrases(phrases).map(normalizePhrase).filter(Boolean);
}

function flattenPhrases(phrases: unknown): string[] {
  if (typeof phrases === 'string') return [phrases];
  if (Array.isArray(phrases)) return phrases.flatMap(flattenPhrases);
  return typeof phrases === 'object' && phrases !== null
    ? Object.values(phrases).flatMap(flattenPhrases)
    : [];
}

interface AskedWord {
  word: string;
  start: number;
  end: number;
}

/** Words behind "say" that belong to its own clause: "wenn Sie es nicht sagen möchten", "say again". */
const MODALS = [
  'möchten',
  'wollen',
  'können',
  'dürfen',
  'subito',
  'pure',
  'ahora',
  'now',
  'again',
  'willen',
  'kunnen',
];

/** Finds what follows the first word of a list: "sales, billing or support". */
function findListed(text: string, first: AskedWord, language: SpeechLanguage): AskedWord[] {
  const joint = `(?:,\\s*(?:(?:${splitWords(language.keys.and).join('|')})\\s+)?|\\s+(?:${splitWords(language.keys.and).join('|')})\\s+)`;
  const next = new RegExp(`["”»'’]?${joint}${WORD}(?=["”»'’]?(?:[.,;:!?]|$|${joint}))`, 'iuy');
  const found: AskedWord[] = [];
  next.lastIndex = first.end;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [all, word = ''] = match;
    if (!isPhraseOf(word, language)) break;
    const start = match.index + all.lastIndexOf(word);
    found.push({ word, start, end: start + word.length });
    next.lastIndex = start + word.length;
  }
  return found;
}

/** One word or a few, perhaps in quotes. */
const WORD = String.raw`["“”„«'‘]?([\p{L}][\p{L}\s'’-]{1,39}?)`;

/** Finds the words after "say", up to the next sign or joint. */
export function findAskedWords(text: string, language: SpeechLanguage): AskedWord[] {
  const { talk, keys } = language;
  const verbs = splitWords(talk.say).join('|');
  const pronouns = '(?:sie |u |vous |simply |just |einfach |bitte )*';
  const asked = new RegExp(
    `(?<!\\p{L})(?:${verbs})\\s+${pronouns}["“”„«'‘]?([\\p{L}\\s'’-]{2,40}?)["“”»'’]?(?=[.,;:!?]|$|\\s+(?:${splitWords(keys.and).join('|')})\\s)`,
    'giu',
  );
  return Array.from(text.matchAll(asked)).flatMap(({ 0: all, 1: found = '', index }) => {
    const word = found.trim();
    if (!isPhraseOf(word, language)) return [];
    const start = index + all.indexOf(found);
    return [{ word, start, end: start + word.length }];
  });
}

/** True for words that callers may say as they stand, rather than a description of what to say. */
function isPhraseOf(word: string, { talk, keys, confirmation }: SpeechLanguage): boolean {
  const unsure = new Set([
    ...MODALS,
    ...splitWords(talk.common),
    ...splitWords(talk.asks),
    ...splitWords(keys.digits),
  ]);
  const sure = new Set([...confirmation.yes, ...confirmation.no]);
  const words = normalizePhrase(word).split(' ');
  const isPhrase = sure.has(word.toLowerCase()) || words.every((one) => !unsure.has(one));
  return word !== '' && words.length <= MAX_WORDS && isPhrase;
}

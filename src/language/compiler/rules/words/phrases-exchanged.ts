import { locatePhrase, normalizePhrase } from '../../../model/index.ts';
import { findSpeech, type SpeechLanguage } from '../../../speech/index.ts';
import { entryOf, nodeAt, spanAt } from '../../read/document.ts';
import type { Report } from '../../../diagnostics/index.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects, listMenus, type Menu } from '../questions.ts';
import { readKeyPurposes, type KeyPurpose } from './key-purposes.ts';
import { findAskedWords, listChoicePhrases } from './phrase-not-understood.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './said.ts';

/**
 * Reports phrases that stand at another choice than the key with which the text names them: "press 2 or say no", and
 * "no" at the key 1; two keys that the text offers with the phrases of each other; phrases for yes at the key for "no"
 * and the other way round; and phrases of two languages that stand at each other's tags, as the texts show. In a
 * confirmation it reports words for yes among those that refuse, and words for no among those that accept.
 */
export const phrasesExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const menu of listMenus(draft)) {
      checkMenu(menu, draft, report);
      checkLanguages(menu, draft, report);
    }
    checkConfirmations(draft, report);
  },
};

function checkMenu({ step, body }: Menu, draft: FlowDraft, report: Report): void {
  const choices = (body.choices ?? []).map((choice) => ({
    key: String(choice?.key),
    target: choice?.goto,
    phrases: listChoicePhrases(choice?.phrases),
  }));
  for (const said of groupSaidByStep(draft).get(step.name) ?? [])
    for (const piece of said.pieces) {
      const language = findWords(piece, said);
      const purposes = language === undefined ? [] : readKeyPurposes(piece, language);
      const exchanged = findExchanged(purposes, choices);
      if (exchanged !== undefined) {
        const { purpose, word, other } = exchanged;
        report({
          code: 'phrases-exchanged',
          message: `the text offers the key "${purpose.key}" for "${word}", but at menu "${step.name}" this word chooses the key "${other}", and the other way round`,
          span: findPieceSpan(draft.document, piece, purpose),
          hint: 'exchange the keys in the text, or the choices',
        });
        return;
      }
      for (const purpose of purposes) {
        const own = choices.find(({ key }) => key === purpose.key);
        const asked = language === undefined ? [] : findAskedWords(purpose.clause, language);
        const answers = language === undefined ? [] : findAnswers(purpose.clause, { own, language });
        for (const { word } of own === undefined ? [] : [...asked, ...answers]) {
          const heard = findHeard(word, choices);
          if (heard === undefined || heard === own || heard.target === own?.target) continue;
          report({
            code: 'phrases-exchanged',
            message: `the text offers the key "${purpose.key}" and the word "${word}" for the same, but at menu "${step.name}" the word chooses the key "${heard.key}"`,
            span: findPieceSpan(draft.document, piece, purpose),
            hint: 'exchange the phrases of the choices, or correct the text',
          });
          return;
        }
      }
    }
}

/** Phrases with fewer characters may be parts of any sentence. */
const MIN_PHRASE = 4;

/** Finds two keys each of which the text offers with a phrase of the other one, and with none of its own. */
function findExchanged(
  purposes: readonly KeyPurpose[],
  choices: readonly Choice[],
): { purpose: KeyPurpose; word: string; other: string } | undefined {
  const findPhrase = ({ clause }: KeyPurpose, key: string) =>
    choices
      .find((choice) => choice.key === key)
      ?.phrases.find((one) => one.length >= MIN_PHRASE && locatePhrase(normalizePhrase(clause), one) >= 0);
  for (const purpose of purposes)
    for (const other of purposes) {
      const word = findPhrase(purpose, other.key);
      const isMutual = word !== undefined && findPhrase(other, purpose.key) !== undefined;
      const isOwn =
        findPhrase(purpose, purpose.key) !== undefined || findPhrase(other, other.key) !== undefined;
      if (isMutual && !isOwn && purpose.key !== other.key) return { purpose, word, other: other.key };
    }
  return undefined;
}

/** Returns the answers among all words of a clause with one of them, if the choice has an opposite one. */
function findAnswers(
  clause: string,
  { own, language: { confirmation } }: { own: Choice | undefined; language: SpeechLanguage },
): { word: string }[] {
  const said = normalizePhrase(clause);
  const [yes, no] = [confirmation.yes, confirmation.no].map((words) => words.map(normalizePhrase));
  const isIn = (words: readonly string[] = []): boolean =>
    words.some((word) => locatePhrase(said, word) >= 0);
  const isYes = isIn(yes);
  if (isYes === isIn(no)) return [];
  const [meant = [], opposite = []] = isYes ? [yes, no] : [no, yes];
  return own?.phrases.some((phrase) => opposite.includes(phrase)) === true
    ? meant.map((word) => ({ word }))
    : [];
}

/**
 * Reports a choice whose phrases for two languages each occur only in the text for the other one. Words that the text asks
 * callers to say are checked with the other phrases.
 */
function checkLanguages({ step, body, path }: Menu, draft: FlowDraft, report: Report): void {
  const texts = new Map(
    (groupSaidByStep(draft).get(step.name) ?? [])
      .filter(({ part }) => part === 'prompt')
      .map(({ language, pieces }) => [language, pieces.map(({ text }) => text).join(' ')]),
  );
  for (const [index, choice] of (body.choices ?? []).entries()) {
    const { phrases = [] } = choice ?? {};
    if (typeof phrases !== 'object' || Array.isArray(phrases)) continue;
    const listed = Object.entries(phrases).map(([tag, words]) => ({ tag, words: listChoicePhrases(words) }));
    const speaks = (tag: string, words: readonly string[]): boolean => {
      const text = normalizePhrase(texts.get(tag) ?? '');
      const { yes = [], no = [] } = findSpeech(tag)?.confirmation ?? {};
      const answers = [...yes, ...no].map(normalizePhrase);
      return words.some((word) => locatePhrase(text, word) >= 0 || answers.includes(word));
    };
    const isOther = (one: (typeof listed)[number], other: (typeof listed)[number]): boolean =>
      speaks(other.tag, one.words) && !speaks(one.tag, one.words) && !asksFor(one.words, other.tag, texts);
    const one = listed.find((first) =>
      listed.some((other) => isOther(first, other) && isOther(other, first)),
    );
    if (one === undefined) continue;
    report({
      code: 'phrases-exchanged',
      message: `callers who hear "${one.tag}" are understood only with phrases of another language at menu "${step.name}"`,
      span: spanAt(draft.document, [...path, 'choices', index, 'phrases']),
      hint: 'exchange the phrases of the two languages',
    });
  }
}

function asksFor(words: readonly string[], tag: string, texts: ReadonlyMap<string, string>): boolean {
  const language = findSpeech(tag);
  const asked = language === undefined ? [] : findAskedWords(texts.get(tag) ?? '', language);
  return asked.some(({ word }) => words.includes(normalizePhrase(word)));
}

interface Choice {
  key: string;
  target: string | undefined;
  phrases: readonly string[];
}

/** Returns the choice that is made by a word: the longest phrase counts. */
function findHeard(word: string, choices: readonly Choice[]): Choice | undefined {
  const spoken = normalizePhrase(word);
  const found = choices.flatMap((choice) =>
    choice.phrases
      .filter((phrase) => locatePhrase(spoken, phrase) >= 0)
      .map((phrase) => ({ choice, length: phrase.length })),
  );
  return found.toSorted((a, b) => b.length - a.length)[0]?.choice;
}

function checkConfirmations(draft: FlowDraft, report: Report): void {
  const languages = draft.languages.flatMap((tag) => findSpeech(tag) ?? []);
  for (const { step, body, path } of listCollects(draft)) {
    const confirm = typeof body.confirm === 'object' ? body.confirm : undefined;
    const wrong =
      findWord(confirm?.yes, languages, ({ no }) => no) ?? findWord(confirm?.no, languages, ({ yes }) => yes);
    if (wrong === undefined) continue;
    const side = findWord(confirm?.yes, languages, ({ no }) => no) === undefined ? 'no' : 'yes';
    const place = [...path, 'confirm', side];
    report({
      code: 'phrases-exchanged',
      message:
        side === 'yes'
          ? `callers who say "${wrong}" at the confirmation of step "${step.name}" have the value accepted`
          : `callers who say "${wrong}" at the confirmation of step "${step.name}" are asked again`,
      span: spanAt(draft.document, entryOf(nodeAt(draft.document.root, path), 'confirm') ? place : path),
      hint: 'exchange the phrases of "yes" and "no"',
    });
  }
}

type Confirmation = SpeechLanguage['confirmation'];

/** Returns a phrase that is one of the words of a list in a language of the flow. */
function findWord(
  phrases: unknown,
  languages: readonly SpeechLanguage[],
  wordsOf: (confirmation: Confirmation) => readonly string[],
): string | undefined {
  const known = new Set(languages.flatMap(({ confirmation }) => wordsOf(confirmation).map(normalizePhrase)));
  return listChoicePhrases(phrases).find((phrase) => known.has(phrase));
}

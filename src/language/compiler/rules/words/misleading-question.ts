import type { CollectStep } from '../../../../../schemas/types/flow.ts';
import type { Finding } from '../../../diagnostics/index.ts';
import { findPromptWords, parseLanguage, type SpeechLanguage } from '../../../speech/index.ts';
import type { FlowDraft, Readable } from '../../types.ts';
import { findExtension, findKeyedLength, findTerminator } from '../../verbs/parts/collected.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';
import { findLanguagesAt } from '../languages-at.ts';
import { findEdge } from '../unasked-ways.ts';
import type { Piece } from '../spoken.ts';
import { readTokens, splitWords, type Token } from './counts.ts';
import { checkDateOrder } from './date-order.ts';
import { createPieceFilter, findPieceSpan, listSaid, splitSentences, type Said } from './said.ts';

/**
 * Reports questions whose text asks for something else than the step takes: another number of digits, more attempts, a
 * wider range, or one that is narrower on both sides, day and month in another order, cents behind the key that ends the answer, or the answer to the next
 * question as well. A text that names several counts, of which one fits, is not reported.
 */
export const misleadingQuestion: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const isNew = createPieceFilter();
    const collects = new Map(listCollects(draft).map(({ step, body }) => [step.name, body]));
    for (const said of listSaid(draft)) {
      const { body } = said.step.content ?? {};
      if (said.part === 'say' || said.part === 'confirm' || typeof body !== 'object' || body === null)
        continue;
      if (!isHeard(said, draft)) continue;
      for (const piece of said.pieces) {
        if (!isNew(piece, said.step.name)) continue;
        for (const found of listProblems(said, { piece, body, collects, draft }))
          report({
            code: 'misleading-question',
            message: `${found.message} at step "${said.step.name}"`,
            span: findPieceSpan(draft.document, piece, found),
            hint: 'change the text or the step, so that both say the same',
          });
      }
    }
  },
};

interface Scope {
  piece: Piece;
  body: Body;
  collects: ReadonlyMap<string, Body>;
  draft: FlowDraft;
}

/** Lists what a piece asks for that the step does not take; of languages that callers do not speak, the order of dates. */
function listProblems(said: Said, { piece, body, collects, draft }: Scope): Contradiction[] {
  const verb = said.step.content?.verb.name;
  const { text } = piece;
  const language = findPromptWords(piece.language ?? said.language);
  if (language === undefined) return [];
  if (!('words' in language)) {
    const found = verb === 'collect' ? checkDateOrder({ body, text, language }) : undefined;
    return found === undefined ? [] : [found];
  }
  const following = findEdge(draft, said.step.name, 'filled')?.to ?? '';
  const asked = {
    body,
    text,
    language,
    tokens: readTokens(text, language),
    isRefusal: said.part === 'no_match',
    next: said.part === 'prompt' ? collects.get(following) : undefined,
  };
  const checks = [
    ...(verb === 'collect' ? CHECKS : []),
    ...(verb === 'menu' ? [checkExtension] : []),
    ...(said.part === 'prompt' ? [checkAttempts] : []),
  ];
  return checks.flatMap((check) => check(asked) ?? []);
}

/** True unless callers in this language never come to the step. */
function isHeard({ step, language }: Said, draft: FlowDraft): boolean {
  const heard = findLanguagesAt(draft).get(step.name);
  const spoken = parseLanguage(language);
  return heard === undefined || [...heard].some((one) => parseLanguage(one) === spoken);
}

type Body = Readable<CollectStep>;

interface Asked {
  body: Body;
  text: string;
  language: SpeechLanguage;
  tokens: readonly Token[];
  /** True for the text that says what is accepted after an answer that was not. */
  isRefusal: boolean;
  /** The question that follows when this one is answered. */
  next: Body | undefined;
}

interface Contradiction extends Pick<Finding, 'message'> {
  start: number;
  end: number;
}

type Check = (asked: Asked) => Contradiction | undefined;

/** "The last four digits" are a part of the number. */
const PART = /^(?:last|first|final|letzt|erst|dernier|premier|últim|primer|ultim|prim|laatste|eerste)/;

/** Finds numbers before one of these nouns, with at most one word in between: "three more attempts". */
function findCounts(tokens: readonly Token[], nouns: string): (Token & { number: number })[] {
  const known = splitWords(nouns);
  const isNoun = (word = ''): boolean =>
    known.some((noun) => word === noun || (noun.length > 6 && word.startsWith(noun)));
  return tokens.flatMap((token, at) => {
    const { number } = token;
    const [before, next, after] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
    if (number === undefined || next === undefined) return [];
    const isCount = isNoun(next.word) || (/^\p{L}/u.test(next.word) && isNoun(after?.word));
    const isPart = [before, next].some((one) => PART.test(one?.word ?? ''));
    return isCount && !isPart ? [{ ...token, number }] : [];
  });
}

const checkDigits: Check = ({ body, tokens, language }) => {
  const { type = 'digits' } = body;
  const length = findKeyedLength(body);
  if (length === undefined || (type !== 'digits' && type !== 'number')) return undefined;
  const told = findCounts(tokens, language.talk.digits);
  const [first] = told;
  const fits = (count: number): boolean => count >= length.min && count <= length.max;
  // "Two digits for the day, two for the month and four for the year" are eight.
  const sum = tokens.reduce((all, { number = 0 }) => all + number, 0);
  // "Of the 12 digits, enter the last 7": one of the numbers fits.
  const isTold = tokens.some(({ number }) => number !== undefined && fits(number));
  if (first === undefined || isTold || fits(sum)) return undefined;
  const taken = length.min === length.max ? `${length.max}` : `${length.min} to ${length.max}`;
  return { ...toPart(first), message: `the text asks for ${first.number} digits, but ${taken} are taken` };
};

/** Compares the length of the extensions that a menu takes. */
const checkExtension: Check = (asked) => {
  const extension = findExtension(asked.body);
  if (extension === undefined) return undefined;
  const { min, max } = extension;
  return checkDigits({ ...asked, body: { digits: { min, max } } });
};

/**
 * Reports a text that asks for two numbers in one go, of which the second is the answer to the next question: keys that
 * are pressed before a question are lost.
 */
const checkNextAnswer: Check = ({ body, tokens, language, next }) => {
  const [own, other] = [body, next].map((one) => (one === undefined ? undefined : findKeyedLength(one)));
  const [first, second, ...others] = findCounts(tokens, language.talk.digits);
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  if (own?.min !== own?.max || other?.min !== other?.max || own?.max !== first.number) return undefined;
  if (other?.max !== second.number) return undefined;
  return {
    ...toPart(second),
    message: `the text asks for ${second.number} digits more, which the next question takes: pressed in one go they are lost`,
  };
};

const checkAttempts: Check = ({ body: { attempts }, tokens, language }) => {
  if (attempts === undefined) return undefined;
  const told = findCounts(tokens, language.talk.attempts);
  const [first] = told;
  if (first === undefined || told.some(({ number }) => number === attempts)) return undefined;
  return {
    ...toPart(first),
    message: `the text promises ${first.number} attempts, but callers have ${attempts}`,
  };
};

const checkRange: Check = ({ body: { range, type }, tokens, language, isRefusal }) => {
  if (range !== undefined && type === 'time') return checkHours(range, tokens, language);
  if (range === undefined || type !== 'number') return undefined;
  const { min = -Infinity, max = Infinity } = range;
  const told = findRanges(tokens, language);
  const [first] = told;
  if (first === undefined || told.length > 1) return undefined;
  const [isLater, isEarlier] = [first.from > Number(min), first.to < Number(max)];
  const isNarrower =
    Number.isFinite(Number(max)) && (isRefusal ? isLater || isEarlier : isLater && isEarlier);
  if (first.from >= Number(min) && first.to <= Number(max) && !isNarrower) return undefined;
  return {
    start: first.start,
    end: first.end,
    message: `the text offers ${first.from} to ${first.to}, but ${isNarrower ? '' : 'only '}${range.min ?? '…'} to ${range.max ?? '…'} are taken`,
  };
};

/** Articles and units beside the hours of a range: "entre las 10 y las 13", "entre 10 heures et 13 heures". */
const BESIDE_HOURS = new Set(
  'las los les le la as os às alle dalle ore horas heures h uhr uur klockan kl'.split(' '),
);

/** Compares full hours with a range of times; a text with earlier and later ones may tell opening hours. */
function checkHours(
  range: NonNullable<Body['range']>,
  tokens: readonly Token[],
  language: SpeechLanguage,
): Contradiction | undefined {
  const bare = tokens.filter(({ word }) => !BESIDE_HOURS.has(word));
  const [first, ...others] = findRanges(bare, language);
  const [min = 0, max = 24] = [range.min, range.max].map((bound) =>
    bound === undefined ? undefined : Number(String(bound).replace(/:.*/s, '')),
  );
  if (first === undefined || others.length > 0 || first.from < min || first.to > max) return undefined;
  if (first.from === min && first.to === max) return undefined;
  const message = `the text offers ${first.from} to ${first.to}, but ${range.min ?? '00:00'} to ${range.max ?? '23:59'} are taken`;
  return { start: first.start, end: first.end, message };
}

/** Finds "from 0 to 10" and "between 0 and 10". */
function findRanges(
  tokens: readonly Token[],
  { keys, talk }: SpeechLanguage,
): { from: number; to: number; start: number; end: number }[] {
  const [to, and, within] = [keys.to, keys.and, keys.within].map(splitWords);
  const digits = splitWords(talk.digits);
  return tokens.flatMap((first, at) => {
    const [before, joint, last, unit] = [tokens[at - 1], tokens[at + 1], tokens[at + 2], tokens[at + 3]];
    if (first.number === undefined || last?.number === undefined || last.number <= first.number) return [];
    const isJoined =
      to?.includes(joint?.word ?? '') === true ||
      (and?.includes(joint?.word ?? '') === true && within?.includes(before?.word ?? '') === true);
    // "From one to six digits" tells the length of a number.
    const isLength = digits.includes(unit?.word ?? '');
    return isJoined && !isLength
      ? [{ from: first.number, to: last.number, start: first.start, end: last.end }]
      : [];
  });
}

/** Cents come after the star, which is the decimal point; the terminator ends the answer before them. */
const checkCents: Check = ({ body, text, language }) => {
  if (body.type !== 'currency') return undefined;
  const end = findTerminator(body);
  const names =
    end === '#'
      ? ['#', ...splitWords(language.keys.pound)]
      : end === '*'
        ? ['*', ...splitWords(language.keys.star)]
        : [];
  const [cents, then] = [splitWords(language.words.cents), splitWords(language.talk.then)];
  for (const sentence of splitSentences(text)) {
    const words = readTokens(sentence.text, language);
    const keyAt = words.findIndex(({ word }, at) => names.includes(word) && isKey(word, words[at + 1]?.word));
    const after = keyAt < 0 ? [] : words.slice(keyAt + 1);
    const centsAt = after.findIndex(({ word }) => cents.includes(word));
    const key = words[keyAt];
    if (key === undefined || centsAt < 0 || !after.slice(0, centsAt).some(({ word }) => then.includes(word)))
      continue;
    return {
      start: sentence.start + key.start,
      end: sentence.start + (after[centsAt]?.end ?? key.end),
      message: `the text asks for cents after the key "${end ?? ''}", which ends the answer; a star stands for the decimal point`,
    };
  }
  return undefined;
};

/** The English word for the key # is also a currency. */
function isKey(word: string, next = ''): boolean {
  return word !== 'pound' || ['key', 'sign', 'button'].includes(next);
}

function toPart({ start, end }: Token): { start: number; end: number } {
  return { start, end };
}

const CHECKS: readonly Check[] = [checkDigits, checkNextAnswer, checkRange, checkDateOrder, checkCents];

/** Finds the time that a text promises its listener: "you have twenty seconds to find it". */
import { findSpeech } from '../../speech/index.ts';

/** Words that give time to somebody, units in seconds, and words after a time that is given for something. */
interface TimeWords {
  gives: ReadonlySet<string>;
  units: readonly [RegExp, number][];
  purpose: ReadonlySet<string>;
}

function createWords(gives: string, units: readonly [RegExp, RegExp, RegExp], purpose: string): TimeWords {
  const [seconds, minutes, hours] = units;
  return {
    gives: new Set(gives.split(' ')),
    units: [
      [seconds, 1],
      [minutes, 60],
      [hours, 3_600],
    ],
    purpose: new Set(purpose.split(' ')),
  };
}

const WORDS: Record<string, TimeWords> = {
  en: createWords('have has', [/^seconds?$/, /^minutes?$/, /^hours?$/], 'to for'),
  de: createWords('haben hat hast', [/^sekunden?$/, /^minuten?$/, /^stunden?$/], 'zeit um für zum'),
  fr: createWords('avez a as disposez', [/^secondes?$/, /^minutes?$/, /^heures?$/], 'pour'),
  es: createWords('tiene tienes dispone', [/^segundos?$/, /^minutos?$/, /^horas?$/], 'para'),
  it: createWords('ha hai avete', [/^second[oi]$/, /^minut[oi]$/, /^or[ae]$/], 'per'),
  nl: createWords('heeft hebt heb', [/^seconden?$/, /^minuut|minuten$/, /^uur|uren$/], 'om de voor'),
  pt: createWords('tem tens dispõe', [/^segundos?$/, /^minutos?$/, /^horas?$/], 'para'),
};

/** Maximum number of words between the word that gives time and the number. */
const MAX_BETWEEN = 2;

/** Sentences that ask callers for their time: "Do you have two minutes for us?" */
const QUESTION = /[^.!?]*\?/gu;

/** Clauses that depend on the time of the caller: "If you have two minutes for us, press 1." */
const CONDITION = /(?<=^|[.!?,;:]\s*)(?:if|wenn|falls|si|se|als|indien)\s[^.!?,;]*/giu;

/** Returns the longest time in seconds that a text gives somebody for something; undefined when there is none. */
export function findGivenSeconds(text: string, language: string): number | undefined {
  const [tag = ''] = language.split('-');
  const words = WORDS[tag];
  if (words === undefined) return undefined;
  const numbers = findNumbers(tag);
  const given = text.replace(QUESTION, ' ').replace(CONDITION, ' ');
  const tokens = given.toLowerCase().match(/[\p{L}]+|\d+|[.!?]/gu) ?? [];
  const found = tokens.flatMap((token, at) => {
    const scale = words.units.find(([unit]) => unit.test(token))?.[1];
    const count = numbers.get(tokens[at - 1] ?? '') ?? Number(tokens[at - 1]);
    const before = tokens.slice(Math.max(0, at - 2 - MAX_BETWEEN), Math.max(0, at - 1));
    const isGiven = before.some((word) => words.gives.has(word)) && words.purpose.has(tokens[at + 1] ?? '');
    return scale !== undefined && isGiven && count > 0 ? [count * scale] : [];
  });
  return found.length === 0 ? undefined : Math.max(...found);
}

/** A duration that a text tells. */
interface ToldDuration {
  count: number;
  seconds: number;
}

/** Returns the durations of a text: "in ten minutes", "2 hours". */
export function listDurations(text: string, language: string): ToldDuration[] {
  const [tag = ''] = language.split('-');
  const numbers = findNumbers(tag);
  const tokens = text.toLowerCase().match(/[\p{L}]+|\d+|[.!?]/gu) ?? [];
  return tokens.flatMap((token, at) => {
    const scale = WORDS[tag]?.units.find(([unit]) => unit.test(token))?.[1];
    const count = numbers.get(tokens[at - 1] ?? '') ?? Number(tokens[at - 1]);
    return scale !== undefined && count > 0 ? [{ count, seconds: count * scale }] : [];
  });
}

const numbersByTag = new Map<string, ReadonlyMap<string, number>>();

function findNumbers(tag: string): ReadonlyMap<string, number> {
  const numbers = numbersByTag.get(tag) ?? listNumbers(tag);
  numbersByTag.set(tag, numbers);
  return numbers;
}

/** Number word → number, below a hundred, as far as single words say them. */
function listNumbers(language: string): ReadonlyMap<string, number> {
  const speech = findSpeech(language);
  if (speech === undefined) return new Map();
  const { teens, tens } = speech.numbers;
  return new Map([
    ...toNumbers(speech.words.digits, (index) => index),
    ...toNumbers(teens, (index) => 10 + index),
    ...toNumbers(tens, (index) => 20 + 10 * index),
  ]);
}

function toNumbers(list: string, toNumber: (index: number) => number): [string, number][] {
  return list
    .split(' ')
    .flatMap((names, index) => names.split('|').map((name): [string, number] => [name, toNumber(index)]));
}

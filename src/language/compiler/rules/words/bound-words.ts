/** Reads the bounds that a text names, such as "from five on" or "more than ten". */
import type { PromptLanguage, SpeechLanguage } from '../../../speech/index.ts';
import { readTokens, splitWords } from './counts.ts';
import { blankExpressions } from './said.ts';

/** A number at which a text draws a line. */
export interface ToldBound {
  value: number;
  /** True when the number belongs to the larger ones: "five or more", "under five". */
  isAbove: boolean;
  /** The words between the number and the end of the phrase, and up to two behind it before the next sign. */
  words: readonly string[];
  /** Place in the text. */
  start: number;
  end: number;
}

/** Phrases of a language; `#` stands for the number, `~` for up to two words. */
interface Phrases {
  /** The number and larger ones. */
  from: string;
  /** The number and smaller ones. */
  upTo: string;
  /** Larger numbers only. */
  moreThan: string;
  /** Smaller numbers only. */
  under: string;
}

/** By language. Words that are used in both senses, such as "over 18", are left out. */
const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    from: 'from #~ (?:on|onwards?|upwards?)|#~ (?:or|and) (?:more|above|over|older)|at least #|a minimum of #|(?:no|not) (?:less|fewer) than #',
    upTo: 'up to #|at most #|#~ (?:or|and) (?:less|fewer|younger)|(?:no|not) more than #|a maximum of #',
    moreThan: '(?<!no |not )more than #',
    under: '(?<!no |not )(?:fewer|less) than #|(?<!not |or )(?:under|below) #',
  },
  de: {
    from: 'ab #|mindestens #|#~ (?:oder|und) mehr|wenigstens #|nicht (?:weniger|unter) als #',
    upTo: 'bis(?: zu)? #|höchstens #|maximal #|#~ (?:oder|und) weniger|nicht mehr als #',
    moreThan: '(?<!nicht )mehr als #',
    under: '(?<!nicht )weniger als #|(?<!nicht |oder )unter #',
  },
  fr: {
    from: 'à partir de #|au moins #|dès #|#~ (?:ou|et) plus',
    upTo: 'jusqu à #|au (?:plus|maximum) #|#~ (?:ou|et) moins|pas plus de #',
    moreThan: '(?<!pas )plus de #',
    under: '(?<!pas )moins de #',
  },
  es: {
    from: 'a partir de #|al menos #|como mínimo #|desde #~ en adelante|#~ o más',
    upTo: 'hasta #|como máximo #|#~ o menos|no más de #',
    moreThan: '(?<!no )más de #',
    under: '(?<!no )menos de #',
  },
  it: {
    from: 'a partire da #|almeno #|da #~ in su|#~ o più',
    upTo: 'fino a #|al massimo #|#~ o meno|non più di #',
    moreThan: '(?<!non )più di #',
    under: '(?<!non )meno di #',
  },
  nl: {
    from: 'vanaf #|minstens #|minimaal #|#~ of meer|ten minste #',
    upTo: 'tot en met #|hoogstens #|maximaal #|hooguit #|#~ of minder|niet meer dan #',
    moreThan: '(?<!niet )meer dan #',
    under: '(?<!niet )minder dan #',
  },
  pt: {
    from: 'a partir de #|pelo menos #|no mínimo #|#~ ou mais',
    upTo: 'até #|no máximo #|#~ ou menos|não mais de #',
    moreThan: '(?<!não )mais de #',
    under: '(?<!não )menos de #',
  },
  sv: {
    from: 'från (?:och med )?#~ och uppåt|från och med #|minst #|#~ eller (?:fler|mer)',
    upTo: 'upp till #|till och med #|högst #|max #|#~ eller (?:färre|mindre)',
    moreThan: '(?<!inte )(?:fler|mer) än #',
    under: '(?<!inte )(?:färre|mindre) än #',
  },
  pl: {
    from: 'od #~ wzwyż|co najmniej #|#~ lub więcej|#~ i więcej',
    upTo: 'co najwyżej #|najwyżej #|maksymalnie #|#~ lub mniej',
    moreThan: '(?<!nie )więcej niż #',
    under: '(?<!nie )mniej niż #|poniżej #',
  },
};

/** Words between the ends of a range: "from 1 to 8" draws no line. */
const RANGE = /(?:^| )\d+(?: \p{L}+)?$/u;

/** Returns the bounds that a text names; none in a language whose words are not known. */
export function listToldBounds(text: string, language: SpeechLanguage | PromptLanguage): ToldBound[] {
  const tokens = readTokens(blankExpressions(text), language);
  // One text of which the place of each token is known, with all numbers in figures.
  const starts: number[] = [];
  let plain = '';
  for (const { word, number } of tokens) {
    starts.push(plain.length);
    plain += `${number ?? word} `;
  }
  return getPatterns(language.tag).flatMap(({ pattern, kind }) =>
    Array.from(plain.matchAll(pattern)).flatMap(({ 0: found, index, groups = {} }) => {
      const end = index + found.length;
      const words = [...splitWords(groups.noun ?? ''), ...readWordsBehind(plain, end)];
      const isPart = RANGE.test(plain.slice(0, index).trimEnd()) || /^ \d/.test(plain.slice(end));
      if (isPart || (kind === 'moreThan' && words.some((word) => YEARS.test(word)))) return [];
      return [
        {
          value: Number(groups.number),
          isAbove: kind === 'from' || kind === 'under',
          words,
          start: tokens[starts.findLastIndex((start) => start <= index)]?.start ?? 0,
          end: tokens[starts.findLastIndex((start) => start < end)]?.end ?? 0,
        },
      ];
    }),
  );
}

/** Who is told to be more than 18 years old may be 18. */
const YEARS = /^(?:years?|jahre?n?|ans?|años?|ann[io]|jaar|anos?|år|lata?)$/;

/** Returns up to two words behind a place. */
function readWordsBehind(plain: string, at: number): string[] {
  return splitWords(/^(?: \p{L}+){1,2}/u.exec(plain.slice(at))?.[0] ?? '');
}

interface BoundPattern {
  pattern: RegExp;
  kind: keyof Phrases;
}

const patterns = new Map<string, readonly BoundPattern[]>();

function getPatterns(tag: string): readonly BoundPattern[] {
  const known = patterns.get(tag) ?? buildPatterns(PHRASES[tag]);
  patterns.set(tag, known);
  return known;
}

function buildPatterns(phrases: Phrases | undefined): BoundPattern[] {
  if (phrases === undefined) return [];
  return (['from', 'upTo', 'moreThan', 'under'] as const).flatMap((kind) =>
    phrases[kind].split(/\|(?![^(]*\))/).map((source) => {
      const filled = source
        .replace('#', String.raw`(?<number>\d+)`)
        .replace('~', String.raw`(?<noun>(?: \p{L}+){0,2}?)`);
      return { kind, pattern: new RegExp(String.raw`(?<!\p{L})${filled}(?![\p{L}\d])`, 'gu') };
    }),
  );
}

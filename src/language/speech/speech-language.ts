/**
 * What Ringflow has to know of a language to understand callers and to check what flows say in it. A new language is a
 * file with one of these and a line in index.ts. Several words for one thing are joined by |, and _ is a space inside a
 * word.
 */
export interface SpeechLanguage {
  /** The language of a tag, without its country: `en`. */
  tag: string;
  /** Tags for which dates are entered month first; for all others the day comes first. */
  monthFirst: readonly string[];
  /** Tags for which 1.5 is one and a half; `en` stands for all of its countries. For all others that is 1,5. */
  decimalPoint: readonly string[];
  words: BasicWords;
  numbers: NumberForms;
  times: TimeWords;
  keys: KeyNames;
  /** Currencies that callers name, separated by spaces. */
  currencies: string;
  confirmation: Confirmation;
}

/** Words for digits, months and amounts. Digits and months are separated by spaces. */
export interface BasicWords {
  /** The digits from 0 to 9. */
  digits: string;
  /** What other words for numbers look like: among digits there may be none of them. */
  numbers: RegExp;
  /** Digits only between others: alone these words are something else. */
  inRuns?: string;
  /** Parts of a whole, and amounts that are not told: they are not read. */
  parts: string;
  /** January to December. */
  months: string;
  /** What stands behind an hour. */
  hour: string;
  /** What stands between the whole and the parts of a number. */
  point: string;
  /** Before a number these words make another one of it, which nobody asks for. */
  minus: string;
  /** Words for one before a currency, and for its hundredth. */
  one: string;
  cents: string;
  /** What may stand between an amount and its hundredths. */
  and: string;
  /** Words for a digit that mean something else in other languages, or several digits; separated by spaces. */
  mayBeDigits: string;
  /** The sign in front of an international phone number. */
  plus: string;
}

/**
 * Words for numbers: cardinals below a million, and ordinals for the days of a month. Lists are separated by spaces.
 * T is a word for tens, U one for units, S is T without its last letter.
 */
export interface NumberForms {
  /** 10 to 19. */
  teens: string;
  /** 20, 30 … 90. */
  tens: string;
  /** How tens and units are put together. */
  joined: string;
  /** Words for one inside of others, beside the digit. */
  ones?: string;
  /** Tens that go on to 19, in French. */
  scores?: string;
  /** Numbers that are put together in no such way. */
  others?: Record<string, number>;
  /** 100, 200 … 900. Where they are put together: with U. */
  hundreds: string;
  /** What 100 is, where they are put together and it has a word that needs no one before it. */
  hundred?: string;
  /** What 1,000 is, and what stands behind the number of thousands. */
  thousand: { one: string; many: string };
  /** What may stand between hundreds and the rest. */
  and: string;
  /** 1st to 31st. */
  ordinals: string;
}

/** Times of day. In phrases H is an hour, M minutes, L so many minutes that they can be no hour. */
export interface TimeWords {
  /** Words that are an hour. */
  named: Record<string, number>;
  /** How minutes are told; M and L count with the sign. */
  phrases: Record<string, number | '+M' | '-M' | '-30+M' | '-30-M'>;
  /** What makes one o'clock of a word that is no number. */
  one?: RegExp;
  /** Where "am" is an ordinary word too: when it is none. */
  am?: string;
  /** Before noon. */
  morning: string;
  /** After noon. */
  evening: string;
  /** In the evening, or after midnight. */
  night: string;
  /** Pieces of words for parts of the day, separated by spaces. */
  partsOfDay: string;
  /** Words that make a length of time, or a time before or after another one, separated by spaces. */
  relative: string;
}

/** How keys of the telephone are named. Lists are separated by spaces. */
interface KeyNames {
  /** What tells somebody to press. */
  press: string;
  /** The same where it stands behind the key: "die Eins drücken". */
  pressed?: string;
  /** What may stand between that and the key. */
  between: string;
  /** What joins keys, and what joins the first of a row of keys to the last one. */
  and: string;
  to: string;
  /** What stands before the first of two keys that are joined like others: "between 1 and 5". */
  within: string;
  /** What begins the purpose of a key: "2 for support". */
  purpose: string;
  /** The digits from 0 to 9. */
  digits: string;
  star: string;
  pound: string;
  /** Names of the key 1 that are an article more often. */
  articles: string;
}

/** What is said and heard when a value is read back. */
export interface Confirmation {
  /** `#` stands for the value. */
  keyed: string;
  spoken: string;
  yes: readonly string[];
  no: readonly string[];
}

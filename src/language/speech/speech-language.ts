/**
 * The facts about a language that Ringflow needs to understand callers and to check the texts of flows. A new
 * language needs a file with one of these and a line in index.ts. Alternatives are separated by |, and _ is a space
 * inside a word.
 */
export interface SpeechLanguage {
  /** The language of a tag, without its country: `en`. */
  tag: string;
  /** Tags whose dates are entered month first; all others begin with the day. */
  monthFirst: readonly string[];
  /** Tags that write one and a half as 1.5; `en` stands for all its countries. All others write 1,5. */
  decimalPoint: readonly string[];
  words: BasicWords;
  numbers: NumberForms;
  times: TimeWords;
  keys: KeyNames;
  talk: TalkWords;
  /** Names of currencies, separated by spaces. */
  currencies: string;
  confirmation: Confirmation;
}

/** Words for digits, months and amounts. Digits and months are separated by spaces. */
export interface BasicWords {
  /** The digits from 0 to 9. */
  digits: string;
  /** Matches the other number words: none of them may occur among digits. */
  numbers: RegExp;
  /** Words that are digits only between other digits: alone they mean something else. */
  inRuns?: string;
  /** Fractions and vague amounts, which are not read. */
  parts: string;
  /** January to December. */
  months: string;
  /** Words after an hour. */
  hour: string;
  /** Words for the decimal point. */
  point: string;
  /** Words that make a number negative, which is rejected. */
  minus: string;
  /** Words for one before a currency. */
  one: string;
  cents: string;
  /** Words between an amount and its hundredths. */
  and: string;
  /** Words for a digit that mean something else in other languages, or several digits; separated by spaces. */
  mayBeDigits: string;
  /** Words for the sign of an international phone number. */
  plus: string;
}

/**
 * Number words: cardinals below a million, and ordinals for the days of a month. Lists are separated by spaces. T
 * is a word for tens, U one for units, S is T without its last letter.
 */
export interface NumberForms {
  /** 10 to 19. */
  teens: string;
  /** 20, 30 … 90. */
  tens: string;
  /** Patterns that join tens and units. */
  joined: string;
  /** Words for one inside other numbers, besides the digit. */
  ones?: string;
  /** Tens that continue up to 19, in French. */
  scores?: string;
  /** Numbers that follow no pattern. */
  others?: Record<string, number>;
  /** 100, 200 … 900, or a pattern with U. */
  hundreds: string;
  /** The word for 100, when hundreds follow a pattern and 100 needs no "one" before it. */
  hundred?: string;
  /** The words for 1,000 and for multiples of it. */
  thousand: { one: string; many: string };
  /** Words between hundreds and the rest. */
  and: string;
  /** 1st to 31st. */
  ordinals: string;
}

/** Times of day. In phrases H is an hour, M minutes, L a number of minutes that cannot be an hour. */
export interface TimeWords {
  /** Words for an hour. */
  named: Record<string, number>;
  /** Phrases with their minutes; M and L count with the sign. */
  phrases: Record<string, number | '+M' | '-M' | '-30+M' | '-30-M'>;
  /** Matches the word for one o'clock that is no number word. */
  one?: RegExp;
  /** Pattern of "am" in languages where it is also an ordinary word. */
  am?: string;
  /** Before noon. */
  morning: string;
  /** After noon. */
  evening: string;
  /** In the evening, or after midnight. */
  night: string;
  /** Parts of words for parts of the day, separated by spaces. */
  partsOfDay: string;
  /** Words that form a duration or an offset to a time, separated by spaces. */
  relative: string;
}

/** Names of the telephone keys. Lists are separated by spaces. */
export interface KeyNames {
  /** Words that tell to press. */
  press: string;
  /** The same after the key: "die Eins drücken". */
  pressed?: string;
  /** Words between these and the key. */
  between: string;
  /** Words that join keys; `to` joins the first and the last key of a range. */
  and: string;
  to: string;
  /** Words before the first key of a range that is joined by `and`: "between 1 and 5". */
  within: string;
  /** Words that begin the purpose of a key: "2 for support". */
  purpose: string;
  /** Words after a number of keys or repetitions: "two digits". */
  counted: string;
  /** The digits from 0 to 9. */
  digits: string;
  star: string;
  pound: string;
  /** Names of the key 1 that are more often an article. */
  articles: string;
}

/** Words by which the checks of prompts understand what a text says. Lists are separated by spaces. */
export interface TalkWords {
  /** Everyday words that other languages rarely have. */
  common: string;
  /** Nouns for the digits of a number. */
  digits: string;
  /** Nouns for attempts, in the plural. */
  attempts: string;
  /** Verbs that ask the caller to speak a word: "say yes". */
  say: string;
  /** Words after these verbs that begin a description: "say what you need". */
  asks: string;
  /** Words before the next thing to enter. */
  then: string;
  /** Day, month and year. */
  date: string;
  /** A farewell. */
  farewell: RegExp;
  /** An apology, or the news that nobody is there. */
  apology: RegExp;
  /** The purpose of a key that plays a question again. */
  again: RegExp;
  /** The day after. */
  tomorrow: RegExp;
  /** The beginning of a call that the flow makes: "we are calling you about". */
  calling: RegExp;
  /** The request to use the keys of the telephone. */
  keyedIn: RegExp;
  /** "Any key". */
  anyKey: RegExp;
  /** The news that a business is closed. */
  closed: RegExp;
  /** The promise to connect the caller. */
  connect: RegExp;
  /** The promise to call back. */
  callBack: RegExp;
  /** Words for a recording, and the promise that there is none. */
  recorded: RegExp;
  notRecorded: RegExp;
}

/**
 * A letter, or a mark of one. A pattern with `\p{L}` that ignores case takes a millisecond to compile, one with this
 * class a tenth of it, and the checks have hundreds of patterns.
 */
const LETTER = String.raw`[^\x00-@\[-\x60{-©«-´¶-¹»-¿×÷\u2000-\u2bff\u3000-\u303f\ud800-\uf8ff\ufe10-\uff20]`;

/** Creates a pattern of whole words, in any case. `\p{L}` stands for a letter; it cannot stand in a class. */
export function phrase(source: string): RegExp {
  const words = source.replaceAll(String.raw`\p{L}`, LETTER);
  return new RegExp(`(?<!${LETTER})(?:${words})(?!${LETTER})`, 'i');
}

/** Prompts and phrases that confirm a value. */
export interface Confirmation {
  /** `#` stands for the value. */
  keyed: string;
  spoken: string;
  yes: readonly string[];
  no: readonly string[];
}

/** What is said of every setting, whichever part of the service it is for. */
import type { Parse } from './values.ts';

/** What there is to know of one setting. */
export interface SettingFacts {
  /** What it is for: the help of its flag, and its row in the documentation. */
  means: string;
  /** Reads a value; undefined for what is none. */
  parse: Parse<unknown>;
  /** Which values there are, as it goes on after "expected ". */
  expected: string;
  /** What its flag is followed by in the help; absent: it has no flag, since every process list shows flags. */
  argument?: string;
  /** What holds where nobody says anything. */
  default?: string;
  /** The same in words, where that depends on something. */
  otherwise?: string;
  /** Nobody but the operator can know it. */
  isRequired?: boolean;
  /** Never shown: not in messages, not by `config check`. */
  isSecret?: boolean;
  /** How it may stand in a file beside text. A list is its items joined by commas, a map its `key=value` pairs. */
  form?: 'number' | 'list' | 'map';
  /** The only values there are. */
  words?: readonly string[];
  /** For the file. */
  examples: readonly (string | number | readonly string[] | Record<string, string>)[];
}

/** The words of a setting that turns something on or off. */
export const SWITCH = ['on', 'off'] as const;

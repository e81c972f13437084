/** Description of a setting, common to all parts of the service. */
import type { Parse } from './values.ts';

/** Description of one setting. */
export interface SettingFacts {
  /** Purpose: help of the flag and row in the documentation. */
  means: string;
  /** Parses a value; undefined if it is invalid. */
  parse: Parse<unknown>;
  /** Expected values, as the continuation of "expected ". */
  expected: string;
  /** Argument of the flag in the help; absent for settings without a flag, since process lists show flags. */
  argument?: string;
  /** Default value. */
  default?: string;
  /** Default in words, if it depends on something. */
  otherwise?: string;
  /** True when there is no default. */
  isRequired?: boolean;
  /** Secret: never shown in messages or by `config check`. */
  isSecret?: boolean;
  /** Further YAML type beside text: a list stands for items joined by commas, a map for `key=value` pairs. */
  form?: 'number' | 'list' | 'map';
  /** All permitted values. */
  words?: readonly string[];
  /** Examples for the configuration file. */
  examples: readonly (string | number | readonly string[] | Record<string, string>)[];
}

/** Values of an on/off setting. */
export const SWITCH = ['on', 'off'] as const;

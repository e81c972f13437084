/** What names may look like, and which have a meaning already. */
import { targetWords, WORDS_OF_CEL } from '../../model/index.ts';

/** What an author gives names to, by the key of the flow under which they stand. */
export const namedKinds = {
  vars: 'variable',
  params: 'parameter',
  env: 'setting',
  prompts: 'prompt',
  hours: 'opening hours',
  tables: 'table',
  steps: 'step',
} as const;

/** The key of a flow under which things stand by their names. */
export type NameSection = keyof typeof namedKinds;

/** True for a key of a flow under which things stand by their names. */
export function isNameSection(key: string | number): key is NameSection {
  return Object.hasOwn(namedKinds, key);
}

/** A form that names must have, for a machine and for a reader. */
interface NameForm {
  pattern: RegExp;
  inWords: string;
}

const LOWER: NameForm = {
  pattern: /^[a-z][a-z0-9_]*$/,
  inWords: 'a lower-case letter, then lower-case letters, digits and underscores',
};
const UPPER: NameForm = {
  pattern: /^[A-Z][A-Z0-9_]*$/,
  inWords: 'a capital letter, then capital letters, digits and underscores',
};

/** The forms in which things get their names, as the schemas have them. */
export const nameForms: readonly NameForm[] = [LOWER, UPPER];

/** The form of what stands under a key of the flow. */
export function formOf(section: NameSection): NameForm {
  return section === 'env' ? UPPER : LOWER;
}

/** True for what can be the name of a step, a prompt, a variable and so on; settings are in capital letters. */
export function isLegalName(name: string): boolean {
  return LOWER.pattern.test(name);
}

/** A prompt's text is the name of one when it is a single word in lower case. */
export function isPromptName(text: string): boolean {
  return isLegalName(text);
}

const OF_YAML = ['true', 'false', 'null'];

/** What no name can be: words that YAML reads as something else than text, those of CEL, and targets that are no steps. */
const RESERVED: Partial<Record<NameSection, readonly string[]>> = {
  steps: [...OF_YAML, ...targetWords],
  vars: WORDS_OF_CEL,
  params: WORDS_OF_CEL,
};

/** True for a word that has a meaning of its own where the name would stand. */
export function isReserved(name: string, section: NameSection): boolean {
  return (RESERVED[section] ?? OF_YAML).includes(name);
}

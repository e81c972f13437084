/** Forms of valid names, and reserved words. */
import { targetWords, CEL_WORDS } from '../../model/index.ts';

/** Kinds of named things, by their section of the flow. */
export const namedKinds = {
  vars: 'variable',
  params: 'parameter',
  env: 'setting',
  prompts: 'prompt',
  hours: 'opening hours',
  tables: 'table',
  steps: 'step',
} as const;

/** A section of the flow that maps names to things. */
export type NameSection = keyof typeof namedKinds;

export function isNameSection(key: string | number): key is NameSection {
  return Object.hasOwn(namedKinds, key);
}

interface NameForm {
  pattern: RegExp;
  description: string;
}

const LOWER: NameForm = {
  pattern: /^[a-z][a-z0-9_]*$/,
  description: 'a lower-case letter, then lower-case letters, digits and underscores',
};
const UPPER: NameForm = {
  pattern: /^[A-Z][A-Z0-9_]*$/,
  description: 'a capital letter, then capital letters, digits and underscores',
};

/** All forms of names, as in the schemas. */
export const nameForms: readonly NameForm[] = [LOWER, UPPER];

/** The form of the names in a section. */
export function nameFormOf(section: NameSection): NameForm {
  return section === 'env' ? UPPER : LOWER;
}

/** True for a valid name of a step, prompt, variable and so on. Settings are in capital letters instead. */
export function isLegalName(name: string): boolean {
  return LOWER.pattern.test(name);
}

/** True when the text of a prompt is the name of another prompt: a single word in lower case. */
export function isPromptName(text: string): boolean {
  return isLegalName(text);
}

const OF_YAML = ['true', 'false', 'null'];

/** Reserved words: words that YAML does not read as text, the words of CEL, and targets that are not steps. */
const RESERVED: Partial<Record<NameSection, readonly string[]>> = {
  steps: [...OF_YAML, ...targetWords],
  vars: CEL_WORDS,
  params: CEL_WORDS,
};

export function isReservedName(name: string, section: NameSection): boolean {
  return (RESERVED[section] ?? OF_YAML).includes(name);
}

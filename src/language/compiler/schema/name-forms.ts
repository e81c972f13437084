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

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  œ: 'oe',
  ł: 'l',
};

/** Spells a text as a name of a section: `1st` becomes `step_1st`, `Größe` becomes `groesse`. */
export function spellName(text: string, section: NameSection): string {
  const spelt = spellWithLetters(text, '_');
  const kind = namedKinds[section].split(' ').at(-1) ?? '';
  const isFree = /^[a-z]/.test(spelt) && !isReservedName(spelt, section);
  const name = isFree ? spelt : [kind, spelt].filter((part) => part !== '').join('_');
  return section === 'env' ? name.toUpperCase() : name;
}

/** Spells a text with the letters a to z, digits and `joint` between them. */
export function spellWithLetters(text: string, joint: string): string {
  return text
    .toLowerCase()
    .replace(/[äöüßæøåœł]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join(joint);
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

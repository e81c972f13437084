/** How a value is read back, in the languages that are known. */
import { findSpeech, type Confirmation } from '../../../speech/index.ts';
import type { Phrases } from '../../../../../schemas/types/flow.ts';

/** The keys by which a value is accepted and refused. */
export const YES = '1';
export const NO = '2';

/** True for a language in which a value can be read back without words of the author. */
export function canConfirm(language: string): boolean {
  return rowFor(language) !== undefined;
}

/** The name of the prompt by which a step reads back, where its author gives none; nobody can write it. */
export function confirmationPrompt(step: string): string {
  return `$confirm.${step}`;
}

/** What reads a variable back in a language that is known; undefined for others. */
export function confirmationText(
  language: string,
  { variable, isSpoken }: { variable: string; isSpoken: boolean },
): string | undefined {
  const row = rowFor(language);
  const text = isSpoken ? row?.spoken : row?.keyed;
  return text?.replace('#', () => `\${vars.${variable}}`);
}

/** What accepts or refuses a value, in each of the languages that are known. */
export function confirmationPhrases(answer: 'yes' | 'no', languages: readonly string[]): Phrases {
  return Object.fromEntries(languages.map((language) => [language, [...(rowFor(language)?.[answer] ?? [])]]));
}

function rowFor(language: string): Confirmation | undefined {
  return findSpeech(language)?.confirmation;
}

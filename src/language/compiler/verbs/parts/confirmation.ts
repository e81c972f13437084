/** The default confirmation of a collected value, in the known languages. */
import { findSpeech, type Confirmation } from '../../../speech/index.ts';
import type { Phrases } from '../../../../../schemas/types/flow.ts';

/** The keys that accept and refuse a value. */
export const YES = '1';
export const NO = '2';

/** True for a language with a default confirmation. */
export function canConfirm(language: string): boolean {
  return findConfirmation(language) !== undefined;
}

/** Returns the name of a step's default confirmation prompt; no author can use it. */
export function nameConfirmationPrompt(step: string): string {
  return `$confirm.${step}`;
}

/** Returns the text that reads a variable back; undefined for an unknown language. */
export function buildConfirmationText(
  language: string,
  { variable, isSpoken }: { variable: string; isSpoken: boolean },
): string | undefined {
  const row = findConfirmation(language);
  const text = isSpoken ? row?.spoken : row?.keyed;
  return text?.replace('#', () => `\${vars.${variable}}`);
}

/** Returns the phrases that accept or refuse a value, by known language. */
export function listConfirmationPhrases(answer: 'yes' | 'no', languages: readonly string[]): Phrases {
  return Object.fromEntries(
    languages.map((language) => [language, [...(findConfirmation(language)?.[answer] ?? [])]]),
  );
}

function findConfirmation(language: string): Confirmation | undefined {
  return findSpeech(language)?.confirmation;
}

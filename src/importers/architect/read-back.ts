/** How entries are read back: in the words of the flow, which has them for some languages. */
import { findSpeech } from '../../language/speech/index.ts';
import type { Collect } from './model.ts';

/** True if an entry is read back: all languages of the flow have words for it. */
export function isReadBack({ isConfirmed }: Collect, languages: readonly string[]): boolean {
  return isConfirmed && languages.every((language) => findSpeech(language) !== undefined);
}

/** Returns what reads an entry back in a language. */
export function writeReadBack(digits: string, language: string): string {
  return findSpeech(language)?.confirmation.keyed.replace('#', () => digits) ?? digits;
}

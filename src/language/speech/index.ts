import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { SpeechLanguage } from './speech-language.ts';
import { promptLanguages, type PromptLanguage } from './other-languages.ts';

export { phrase } from './speech-language.ts';
export { otherLanguages } from './other-languages.ts';
export type { PromptLanguage } from './other-languages.ts';
export type {
  BasicWords,
  Confirmation,
  KeyNames,
  NumberForms,
  SpeechLanguage,
  TalkWords,
  TimeWords,
} from './speech-language.ts';

/** Every language in which callers are understood. */
export const speechLanguages: readonly SpeechLanguage[] = [
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  portuguese,
];

/** Every language in which prompts are checked. */
export const checkedLanguages: readonly (SpeechLanguage | PromptLanguage)[] = [
  ...speechLanguages,
  ...promptLanguages,
];

/** Returns the words of prompts in a tag's language; undefined for a language in which prompts are not checked. */
export function findPromptWords(tag: string): SpeechLanguage | PromptLanguage | undefined {
  return checkedByTag.get(parseLanguage(tag));
}

const checkedByTag = new Map(checkedLanguages.map((language) => [language.tag, language]));

/** Returns the words of a tag's language; undefined for a language that is not listed. */
export function findSpeech(tag: string): SpeechLanguage | undefined {
  return byTag.get(parseLanguage(tag));
}

const byTag = new Map(speechLanguages.map((language) => [language.tag, language]));

/** Returns the language of a tag, without its country: en of en-US. */
export function parseLanguage(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

/** Collects the words of one list in all languages. */
export function collectWords(listOf: (language: SpeechLanguage) => string): string[] {
  return speechLanguages.flatMap((language) => listOf(language).split(/[ |]/).filter(Boolean));
}

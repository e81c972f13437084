import type { PromptDefinition, Spoken } from '../../../../../schemas/types/flow.ts';
import type { PromptPart } from '../../../model/index.ts';
import { asList } from './fragments.ts';
import { toPart } from './prompts.ts';
import type { Readable } from '../../types.ts';

const KINDS = ['text', 'ssml', 'stored', 'url'];

/** True when a prompt says for each language what is said; false when it is the same in every one. */
export function isByLanguage(prompt: Readable<PromptDefinition>): prompt is Record<string, Spoken> {
  if (typeof prompt !== 'object' || Array.isArray(prompt)) return false;
  return !KINDS.some((kind) => Object.hasOwn(prompt, kind));
}

/** A prompt as the compiled flow keeps it: language → parts. */
export function byLanguage(prompt: PromptDefinition, languages: string[]): Record<string, PromptPart[]> {
  const spoken = isByLanguage(prompt)
    ? Object.entries(prompt)
    : languages.map((language) => [language, prompt] as const);
  return Object.fromEntries(spoken.map(([language, parts]) => [language, asList(parts).map(toPart)]));
}

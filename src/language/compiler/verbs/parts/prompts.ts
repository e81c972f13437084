/** Prompts as they stand in a flow's source → as the compiled flow keeps them. */
import { templateOf } from '../../../model/index.ts';
import type { Manner, PromptPart, SayAs } from '../../../model/index.ts';
import type {
  PromptDefinition,
  PromptPart as PromptPartSource,
  Spoken,
} from '../../../../../schemas/types/flow.ts';
import type { Readable } from '../../types.ts';
import { asList, durationMs } from './fragments.ts';

/** One piece as the schema's `promptPart` allows it, or text alone. */
export type SourcePart = string | PromptPartSource;

/** One piece of a prompt. The schema has already made sure that it has exactly one kind. */
export function toPart(source: SourcePart): PromptPart {
  if (typeof source === 'string') return { kind: 'text', text: templateOf(source) };
  const { text = '', ssml, stored, url } = source;
  const length = source.length === undefined ? {} : { lengthMs: durationMs(source.length) };
  if (stored !== undefined) return { kind: 'stored', name: templateOf(stored), ...length };
  if (url !== undefined) return { kind: 'url', url: templateOf(url), ...length };
  const language = source.language === undefined ? {} : { language: source.language };
  if (ssml !== undefined) return { kind: 'ssml', ssml: templateOf(ssml), ...language };
  return { kind: 'text', text: templateOf(text), ...language, ...mannerOf(source) };
}

function mannerOf({ as, style, prosody, pause }: PromptPartSource): Manner {
  const sound = { ...(style !== undefined && { style }), ...prosody };
  return {
    ...(as !== undefined && { as: sayAsOf(as) }),
    ...(Object.keys(sound).length > 0 && { sound }),
    ...(pause !== undefined && { pauseMs: durationMs(pause) }),
  };
}

/** `date`, or with the order of its parts `{ date: dmy }`, or with its unit `{ currency: EUR }`. */
function sayAsOf(source: NonNullable<PromptPartSource['as']>): SayAs {
  if (typeof source === 'string') return { as: source };
  const [as = '', format = ''] = Object.entries(source)[0] ?? [];
  return as === 'currency' ? { as, unit: String(format) } : { as, format: String(format) };
}

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

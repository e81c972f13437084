/** Converts prompts of a flow's source to the form of the compiled flow. */
import { parseTemplate, type Manner, type PromptPart, type SayAs } from '../../../model/index.ts';
import type {
  PromptDefinition,
  PromptPart as PromptPartSource,
  Spoken,
} from '../../../../../schemas/types/flow.ts';
import type { Readable } from '../../types.ts';
import { toList, parseDuration } from './fragments.ts';

/** One piece in the form of the schema's `promptPart`, or plain text. */
export type SourcePart = string | PromptPartSource;

/** Converts one piece of a prompt. The schema has already ensured that it has exactly one kind. */
export function toPart(source: SourcePart): PromptPart {
  if (typeof source === 'string') return { kind: 'text', text: parseTemplate(source) };
  const { text = '', ssml, stored, url } = source;
  const length = source.length === undefined ? {} : { lengthMs: parseDuration(source.length) };
  if (stored !== undefined) return { kind: 'stored', name: parseTemplate(stored), ...length };
  if (url !== undefined) return { kind: 'url', url: parseTemplate(url), ...length };
  const language = source.language === undefined ? {} : { language: source.language };
  if (ssml !== undefined) return { kind: 'ssml', ssml: parseTemplate(ssml), ...language };
  return { kind: 'text', text: parseTemplate(text), ...language, ...toManner(source) };
}

function toManner({ as, style, prosody, pause }: PromptPartSource): Manner {
  const sound = { ...(style !== undefined && { style }), ...prosody };
  return {
    ...(as !== undefined && { as: toSayAs(as) }),
    ...(Object.keys(sound).length > 0 && { sound }),
    ...(pause !== undefined && { pauseMs: parseDuration(pause) }),
  };
}

/** Converts `date`, or `{ date: dmy }` with the order of its parts, or `{ currency: EUR }` with its unit. */
function toSayAs(source: NonNullable<PromptPartSource['as']>): SayAs {
  if (typeof source === 'string') return { as: source };
  const [as = '', format = ''] = Object.entries(source)[0] ?? [];
  return as === 'currency' ? { as, unit: String(format) } : { as, format: String(format) };
}

const KINDS = ['text', 'ssml', 'stored', 'url'];

/** True when a prompt gives a text for each language; false when all languages share one. */
export function isByLanguage(prompt: Readable<PromptDefinition>): prompt is Record<string, Spoken> {
  if (typeof prompt !== 'object' || Array.isArray(prompt)) return false;
  return !KINDS.some((kind) => Object.hasOwn(prompt, kind));
}

/** Converts a prompt to language → parts. */
export function toPartsByLanguage(
  prompt: PromptDefinition,
  languages: string[],
): Record<string, PromptPart[]> {
  const spoken = isByLanguage(prompt)
    ? Object.entries(prompt)
    : languages.map((language) => [language, prompt] as const);
  return Object.fromEntries(spoken.map(([language, parts]) => [language, toList(parts).map(toPart)]));
}

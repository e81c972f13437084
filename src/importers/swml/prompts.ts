/** What is played, as prompts of a flow. */
import type { PromptPart } from '../../../schemas/types/flow.ts';
import type { Sound, Statement } from './model.ts';
import type { Values } from './values.ts';

export const DEFAULT_LANGUAGE = 'en-US';
const MAX_PAUSE_MS = 10_000;

type Part = string | PromptPart;

/** Lists the languages of all texts; calls begin in the first. */
export function listLanguages(statements: readonly Statement[]): string[] {
  const languages = statements.flatMap(({ does }) =>
    (does.kind === 'play' || does.kind === 'prompt' ? does.sounds : []).flatMap((sound) =>
      sound.kind === 'say' ? [sound.language ?? DEFAULT_LANGUAGE] : [],
    ),
  );
  return [...new Set(languages)];
}

/** Returns silence before the first sound, ms, and the rest as a prompt. */
export function toPrompt(
  sounds: readonly Sound[],
  { values, language }: { values: Values; language: string },
): { silenceMs: number; parts: Part[] } {
  let silenceMs = 0;
  const parts: PromptPart[] = [];
  for (const sound of sounds) {
    const last = parts.at(-1);
    if (sound.kind === 'silence' && last === undefined) silenceMs += sound.ms;
    else if (sound.kind === 'silence') addPause(parts, sound.ms);
    else if (sound.kind === 'audio') parts.push({ url: values.toAddress(sound.url) });
    else if (sound.kind === 'say') parts.push(toSpoken(values.toText(sound.text), sound.language, language));
  }
  return { silenceMs, parts: parts.map(shorten) };
}

function toSpoken(text: string, own = DEFAULT_LANGUAGE, language: string): PromptPart {
  const content = /^<speak[\s>]/.test(text) ? { ssml: text } : { text };
  return own === language ? content : { ...content, language: own };
}

/** Adds a pause behind the last part: as its own where that can have one so long, else as further parts. */
function addPause(parts: PromptPart[], ms: number): void {
  const last = parts.at(-1);
  let left = ms;
  if (last?.text !== undefined && last.pause === undefined) {
    last.pause = toDuration(Math.min(MAX_PAUSE_MS, left));
    left -= MAX_PAUSE_MS;
  }
  for (; left > 0; left -= MAX_PAUSE_MS)
    parts.push({ ssml: `<speak><break time="${Math.min(MAX_PAUSE_MS, left)}ms"/></speak>` });
}

/** Writes a text without details as the text alone; one lower-case word would be the name of a prompt. */
function shorten(part: PromptPart): Part {
  const names = Object.keys(part);
  return names.length === 1 && part.text !== undefined && !/^[a-z][a-z0-9_]*$/.test(part.text)
    ? part.text
    : part;
}

/** Returns one part as it is, several as a list. */
export function join(parts: Part[]): Part | Part[] {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : parts;
}

export function toDuration(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

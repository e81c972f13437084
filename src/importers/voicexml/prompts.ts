/** What is said, as prompts of a flow. */
import type { PromptPart } from '../../../schemas/types/flow.ts';
import type { ResolveName } from '../ecmascript/index.ts';
import { toCel } from '../ecmascript/index.ts';
import { toTemplate } from '../project/index.ts';
import type { Part } from './model.ts';

export type Prompt = string | PromptPart | (string | PromptPart)[];

/** A question needs something to play, also where the original says nothing. */
export function makePause(): PromptPart {
  return { ssml: '<speak><break time="500ms"/></speak>' };
}

/** True for a prompt in which nothing is said. */
export function isPause(prompt: Prompt): boolean {
  return JSON.stringify(prompt) === JSON.stringify(makePause());
}

/** Writes parts as a prompt; undefined if a value cannot be computed by a flow. */
export function toPrompt(
  parts: readonly Part[],
  { resolve, language }: { resolve: ResolveName; language: string | undefined },
): Prompt | undefined {
  const pieces: PromptPart[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (part.kind === 'pause') {
      if (part.ms === 0) continue;
      if (last?.text !== undefined && last.pause === undefined) last.pause = toDuration(part.ms);
      else pieces.push({ ssml: `<speak><break time="${part.ms}ms"/></speak>` });
      continue;
    }
    if (part.kind === 'audio') {
      pieces.push({ ...part.prompt });
      continue;
    }
    const written = part.kind === 'text' ? toTemplate([part.text]) : writeValue(part, resolve);
    if (written === undefined) return undefined;
    const own = part.language === undefined || part.language === language ? {} : { language: part.language };
    const as =
      part.kind === 'value' && part.as !== undefined ? { as: part.as as NonNullable<PromptPart['as']> } : {};
    const isPlain =
      last?.text !== undefined &&
      last.pause === undefined &&
      last.as === undefined &&
      Object.keys(as).length === 0;
    if (isPlain && last.language === own.language) last.text = `${last.text ?? ''}${written}`;
    else pieces.push({ text: written, ...own, ...as });
  }
  const written = pieces.flatMap(tidy);
  const [first] = written;
  if (first === undefined) return makePause();
  return written.length > 1 ? written : first;
}

function writeValue(part: Part & { kind: 'value' }, resolve: ResolveName): string | undefined {
  if (part.value.expression === undefined) return undefined;
  const translated = toCel(part.value.expression, resolve);
  return translated.ok ? toTemplate([{ expr: translated.cel }]) : undefined;
}

/** Writes a part that only has a text as the text. */
function tidy(part: PromptPart): (string | PromptPart)[] {
  if (part.text === undefined) return [part];
  const text = part.text.replaceAll(/\s+/g, ' ').trim();
  if (text === '')
    return part.pause === undefined ? [] : [{ ssml: `<speak><break time="${part.pause}"/></speak>` }];
  const isWord = /^[a-z][a-z0-9_]*$/.test(text);
  return Object.keys(part).length === 1 && !isWord ? [text] : [{ ...part, text }];
}

export function toDuration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** Returns the words of parts, for names; without any, those in the name of the first file. */
export function listWords(parts: readonly Part[]): string {
  const words = parts.map((part) => (part.kind === 'text' ? part.text : '')).join(' ');
  const audio = parts.find(({ kind }) => kind === 'audio');
  return /[\p{L}\d]/u.test(words) || audio?.kind !== 'audio' ? words : toFileWords(audio.address);
}

/** Writes the name of a file such as `voices/NotValid.wav` as words. */
function toFileWords(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[^\p{L}\d]+/gu, ' ');
}

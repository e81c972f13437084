/** Sounds as prompts of a flow. */
import type { PromptPart } from '../../../schemas/types/flow.ts';
import { toTemplate } from '../project/index.ts';
import type { Sound, SoundPart } from './sounds.ts';

export type Prompt = string | PromptPart | (string | PromptPart)[];

/** A question needs something to play, also where the original played silence. */
const NOTHING: PromptPart = { ssml: '<speak><break time="500ms"/></speak>' };

/** Writes sounds as one prompt. */
export function toPrompt(sound: Sound): Prompt {
  const parts = sound.map(toPart);
  const [first = NOTHING] = parts;
  return parts.length > 1 ? parts : first;
}

/** Writes several prompts one after another. */
export function joinPrompts(sounds: readonly Sound[]): Prompt {
  return toPrompt(sounds.flat());
}

function toPart(part: SoundPart): string | PromptPart {
  if (part.kind === 'url') return { url: part.url };
  if (part.kind === 'library')
    return 'stored' in part.prompt ? { stored: toTemplate([part.prompt.stored]) } : { ...part.prompt };
  const text = toTemplate(
    part.pieces.map((piece) =>
      typeof piece === 'string' ? piece : { expr: piece.number === 'caller' ? 'call.from' : 'call.to' },
    ),
  );
  return /^[a-z][a-z0-9_]*$/.test(text) ? { text } : text;
}

/** Names a sound by its file or its first words. */
export function nameSound(sound: Sound): { verb: string; words: string } {
  const [part] = sound;
  if (part === undefined) return { verb: 'pause', words: '' };
  if (part.kind === 'text')
    return { verb: 'say', words: part.pieces.filter((piece) => typeof piece === 'string').join(' ') };
  const path = part.kind === 'url' ? part.url : part.name;
  const file = path.split(/[/\\]/).at(-1) ?? path;
  return { verb: 'play', words: file.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ') };
}

/** Writes ms as a duration. */
export function toDuration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

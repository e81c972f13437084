/** How long people hear what a call plays, at the emulator's pace. */
import { countCharacters } from '../../call/index.ts';
import type { Command, Media } from '../../call/index.ts';
import { completeSettings } from '../../platform/emulator/model/index.ts';

const { charactersPerSecond, mediaMs } = completeSettings({});

/** Returns the length of a play, ms; 0 if it is silent. */
export function measureMedia(media: Media): number {
  if (media.kind === 'stored' || media.kind === 'url') return media.lengthMs ?? mediaMs;
  return measureWords(media.kind === 'text' ? media.text : media.ssml.replaceAll(/<[^>]*>/g, ' '));
}

/** Returns how long words are spoken, ms. */
function measureWords(text: string): number {
  return Math.ceil((countCharacters(text.trim()) * 1_000) / charactersPerSecond);
}

/** True if a command plays something audible. */
export function isAudible(command: Command): boolean {
  if (command.kind === 'play') return measureMedia(command.media) > 0;
  return command.kind === 'dial' && command.onConnect?.kind === 'play';
}

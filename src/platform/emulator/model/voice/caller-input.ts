/** Input of the caller: keys and speech, and who receives them. */
import { keyOnBridge } from './bridge.ts';
import type { Call } from './call.ts';
import type { Listener } from '../journal/happening.ts';
import { keyOnPlay, speechOnPlay } from './media/playback.ts';
import { note } from './effects.ts';
import type { World } from '../world.ts';

/** True for keys of a telephone. */
export function areKeys(text: string): boolean {
  return /^[0-9*#A-D]+$/.test(text);
}

/** Presses keys one after the other. Keys that nobody receives are lost. */
export function pressKeys(world: World, call: Call, keys: string): void {
  for (const key of keys) {
    const reference = promptRef(call);
    const heardBy = pressKey(world, call, key);
    note(world, call, { kind: 'key', key, heard_by: heardBy, ...(heardBy === 'play' && reference) });
  }
}

export function sayWords(world: World, call: Call, text: string): void {
  const reference = promptRef(call);
  const heardBy = call.state === 'bridged' ? 'bridge' : speechOnPlay(world, call, text);
  note(world, call, { kind: 'utterance', text, heard_by: heardBy, ...(heardBy === 'play' && reference) });
}

function pressKey(world: World, call: Call, key: string): Listener {
  if (call.state === 'connected') return keyOnPlay(world, call, key);
  if (call.state !== 'bridged') return 'nobody';
  keyOnBridge(world, call, key);
  return 'bridge';
}

function promptRef(call: Call): { prompt_ref?: string } {
  const reference = call.play?.promptRef;
  return reference === undefined ? {} : { prompt_ref: reference };
}

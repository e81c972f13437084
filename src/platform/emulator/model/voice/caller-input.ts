/** Input of the caller: keys and speech, and who receives them. */
import { takeKeyOnBridge } from './bridge.ts';
import type { Call } from './call.ts';
import type { Listener } from '../../views/index.ts';
import { speakOnMessage, takeKeyOnMessage } from './media/message.ts';
import { measureSpeech, takeKeyOnPlay, takeSpeechOnPlay, toPromptRef } from './media/playback.ts';
import { writeEntry } from './effects.ts';
import type { World } from '../world.ts';

/** True for keys of a telephone. */
export function areKeys(text: string): boolean {
  return /^[0-9*#A-D]+$/.test(text);
}

/** Presses keys one after the other. Keys that nobody receives are lost. */
export function pressKeys(world: World, call: Call, keys: string): void {
  for (const key of keys) {
    const reference = toPromptRef(call.play);
    const heardBy = pressKey(world, call, key);
    writeEntry(world, call, { kind: 'key', key, heard_by: heardBy, ...(heardBy === 'play' && reference) });
  }
}

export function sayWords(world: World, call: Call, text: string): void {
  const reference = toPromptRef(call.play);
  const heardBy = hearWords(world, call, text);
  writeEntry(world, call, {
    kind: 'utterance',
    text,
    heard_by: heardBy,
    ...(heardBy === 'play' && reference),
  });
}

function hearWords(world: World, call: Call, text: string): Listener {
  if (call.state === 'bridged') return 'bridge';
  return speakOnMessage(world, call, measureSpeech(world, text))
    ? 'recording'
    : takeSpeechOnPlay(world, call, text);
}

function pressKey(world: World, call: Call, key: string): Listener {
  if (call.message !== undefined) {
    takeKeyOnMessage(world, call, key);
    return 'recording';
  }
  if (call.state === 'connected') return takeKeyOnPlay(world, call, key);
  if (call.state !== 'bridged') return 'nobody';
  takeKeyOnBridge(world, call, key);
  return 'bridge';
}

/**
 * Plays and their input (voice.md 2.2, 6).
 *
 * Owns `call.play`, from `initiated` to the notification that ends it. Does not own keys during a bridge, nor whether a
 * play is allowed.
 *
 * PLAYBACK-1. A play without input sends `initiated`, then `playfinished`.
 * PLAYBACK-2. A play with input sends `initiated`, then exactly one of `digitcollected`, `speech_recognized` or
 *   `menutimeout`, and no `playfinished`; nothing when a bridge, a hang-up or the next play cuts it short. (With
 *   `dtmf.mode: each` it sends `digitcollected` for every key instead, and ends silently with its window.)
 * PLAYBACK-3. The first key or word stops the speech, unless the request said `interrupt: false`: then it is lost. (With
 *   `dtmf.typeAhead` keys are kept and count as pressed when the speech ends.)
 * PLAYBACK-4. Keys are collected until a pause of `dtmf.gapMs`; then input is closed.
 * PLAYBACK-5. With both `dtmf` and `asr`, silence is reported as `menutimeout`; with `asr` alone as a speech `timeout`.
 */
import type { Call } from '../call.ts';
import type { Interruption, Listener } from '../../../views/index.ts';
import type { Media, Playback, PlayOrder } from './play-order.ts';
import { countCharacters, extractSpokenText } from './spoken-text.ts';
import { scheduleForCall, cancelTask, writeEntry, sendNotification } from '../effects.ts';
import type { World } from '../../world.ts';

/** Starts a play; silently replaces one that waits for input. */
export function startPlay(world: World, call: Call, order: PlayOrder): Playback {
  cancelTask(call, call.play?.next);
  const id = world.ids.next('play');
  const play: Playback = { ...order, id, speaking: true, keys: '', keysAhead: '', next: undefined };
  call.play = play;
  writeEntry(world, call, toHappening(play));
  sendNotification(world, call, { ...toPlayFields(play), playstate: 'initiated' });
  play.next = scheduleForCall({ world, call, ms: measureMs(world, play.media) }, () => {
    endSpeech(world, call, play);
  });
  return play;
}

/** Cuts a play short without a notification. */
export function dropPlay(world: World, call: Call, by: Interruption): void {
  const play = call.play;
  if (play === undefined) return;
  stopSpeech(world, call, by);
  cancelTask(call, play.next);
  call.play = undefined;
}

/** Handles a key pressed outside a bridge; returns who received it. */
export function takeKeyOnPlay(world: World, call: Call, key: string): Listener {
  const play = call.play;
  if (play === undefined || !hearsKeys(world, play)) return 'nobody';
  if (isOpen(play)) takeKey(world, call, key);
  else play.keysAhead += key;
  return 'play';
}

/** True when a key pressed now counts. */
export function hearsKeys(world: World, play: Playback): boolean {
  return play.dtmf && (isOpen(play) || world.settings.dtmf.typeAhead);
}

function takeKey(world: World, call: Call, key: string): void {
  const play = call.play;
  if (play === undefined) return;
  stopSpeech(world, call, 'key');
  if (world.settings.dtmf.mode === 'each') {
    play.keys += key;
    sendKeys(world, call, key);
    waitForInput(world, call, play);
  } else {
    gatherKey(world, call, key);
  }
}

/** Handles speech; returns who received it. Empty text is speech that cannot be transcribed. */
export function takeSpeechOnPlay(world: World, call: Call, text: string): Listener {
  const play = call.play;
  if (!play?.asr || !isOpen(play) || play.keys !== '') return 'nobody';
  dropPlay(world, call, 'speech');
  const result =
    text.trim() === ''
      ? ({ state: 'unrecognized', reason: 'speech not recognized' } as const)
      : ({ state: 'recognized', text, reason: 'speech recognized' } as const);
  sendNotification(world, call, { ...toPlayFields(play), playstate: 'speech_recognized', ...result });
  return 'play';
}

/** True when keys and words are handled immediately. */
export function isOpen(play: Playback): boolean {
  return !play.speaking || play.interrupt;
}

function endSpeech(world: World, call: Call, play: Playback): void {
  play.speaking = false;
  if (play.dtmf || play.asr) {
    waitForInput(world, call, play);
    for (const key of play.keysAhead) takeKey(world, call, key);
  } else {
    call.play = undefined;
    sendNotification(world, call, { ...toPlayFields(play), playstate: 'playfinished' });
  }
}

function stopSpeech(world: World, call: Call, by: Interruption): void {
  const play = call.play;
  if (!play?.speaking) return;
  play.speaking = false;
  writeEntry(world, call, { kind: 'play_stopped', by, ...toPromptRef(play) });
}

function waitForInput(world: World, call: Call, play: Playback): void {
  cancelTask(call, play.next);
  const { windowMs } = world.settings.dtmf;
  const ms = Math.max(play.dtmf ? windowMs : 0, play.asr ? play.speechStartMs : 0);
  play.next = scheduleForCall({ world, call, ms }, () => {
    endWindow(world, call, play);
  });
}

function endWindow(world: World, call: Call, play: Playback): void {
  call.play = undefined;
  if (play.keys !== '') return;
  const silence = { playstate: 'speech_recognized', state: 'timeout', reason: 'no speech in time' } as const;
  sendNotification(world, call, {
    ...toPlayFields(play),
    ...(play.dtmf ? ({ playstate: 'menutimeout' } as const) : silence),
  });
}

function gatherKey(world: World, call: Call, key: string): void {
  const play = call.play;
  if (play === undefined) return;
  play.keys += key;
  cancelTask(call, play.next);
  play.next = scheduleForCall({ world, call, ms: world.settings.dtmf.gapMs }, () => {
    sendKeys(world, call, play.keys);
    call.play = undefined;
  });
}

function sendKeys(world: World, call: Call, keys: string): void {
  if (call.play === undefined) return;
  const { digitForm } = world.settings.dtmf;
  const digit = digitForm === 'number' ? toKeysField(keys) : keys;
  const form = digitForm === 'digits' ? { digits: keys } : { digit };
  sendNotification(world, call, { ...toPlayFields(call.play), playstate: 'digitcollected', ...form });
}

/** Returns keys as a JSON number as in voice.md 6; as text when there are other keys than digits or too many. */
export function toKeysField(keys: string): number | string {
  return /^\d+$/.test(keys) && Number.isSafeInteger(Number(keys)) ? Number(keys) : keys;
}

function toPlayFields(play: Playback): { play_id: string; prompt_ref?: string } {
  return { play_id: play.id, ...toPromptRef(play) };
}

/** Returns the reference of a play, if any, as a field. */
export function toPromptRef(play: Pick<PlayOrder, 'promptRef'> | undefined): { prompt_ref?: string } {
  return play?.promptRef === undefined ? {} : { prompt_ref: play.promptRef };
}

function measureMs(world: World, media: Media): number {
  if (media.kind === 'stored') return getMediaMs(world, media.name);
  if (media.kind === 'url') return getMediaMs(world, media.url);
  return measureSpeech(world, extractSpokenText(media));
}

/** Returns the time that it takes to say a text, ms. */
export function measureSpeech({ settings: { charactersPerSecond } }: World, text: string): number {
  return Math.ceil((countCharacters(text) * 1_000) / charactersPerSecond);
}

function getMediaMs(world: World, name: string): number {
  const { mediaMs, mediaLengthsMs } = world.settings;
  return Object.hasOwn(mediaLengthsMs, name) ? (mediaLengthsMs[name] ?? mediaMs) : mediaMs;
}

function toHappening(play: Playback) {
  const { media } = play;
  const reference = toPromptRef(play);
  if (media.kind === 'stored') return { kind: 'prompt', name: media.name, ...reference } as const;
  if (media.kind === 'url') return { kind: 'audio', url: media.url, ...reference } as const;
  const { language, voice } = media;
  return {
    kind: 'speech',
    text: extractSpokenText(media),
    ...(language !== undefined && { language }),
    ...(voice !== undefined && { voice }),
    ...reference,
  } as const;
}

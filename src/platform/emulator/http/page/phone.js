/**
 * The softphone. It follows one call from the first ring to the end.
 *
 * Owns the choice of the call and its display. Does not own the call, which the emulator holds.
 *
 * PHONE-1. It follows one call at a time by a stream of that call's entries; entries of the previous call are not
 *   shown.
 * PHONE-2. Keys, speech and hanging up are possible while the call is live.
 * @import { CallView, JournalEntry } from '../../model/index.ts'
 */
import * as control from './control.js';
import { attempt, createButton, find, onSubmit } from './dom.js';
import { stopSpeaking, speak } from './speaker.js';
import { addToTranscript } from './transcript.js';

const keys = '123456789*0#';

export class Phone {
  #me = find('me', HTMLInputElement);
  #transcript = find('transcript', HTMLOListElement);
  #keypad = find('keypad', HTMLDivElement);
  #controls = find('live', HTMLFieldSetElement);
  /** @type {CallView | undefined} */
  #call;
  #voiceId = '';
  /** @type {EventSource | undefined} */
  #stream;
  #followed;

  /** @param {() => void} followed Called after it has switched to another call. */
  constructor(followed) {
    this.#followed = followed;
    this.#addKeys();
    this.#handleRing();
    this.#handleControls();
  }

  get voiceId() {
    return this.#voiceId;
  }

  /** True when there is no call or it has ended. */
  get isFree() {
    return this.#voiceId === '' || this.#call?.state === 'disconnected';
  }

  /**
   * Switches to a call; speech after the entry `aloudAfter` is spoken aloud.
   * @param {string} voiceId
   * @param {number} aloudAfter
   */
  follow(voiceId, aloudAfter) {
    this.#stream?.close();
    stopSpeaking();
    this.#transcript.replaceChildren();
    this.#voiceId = voiceId;
    this.#call = undefined;
    const stream = new EventSource(`journal/stream?voice_id=${encodeURIComponent(voiceId)}`);
    stream.addEventListener('message', ({ data }) => this.#handleEntry(JSON.parse(data), aloudAfter));
    this.#stream = stream;
    this.#followed();
  }

  /** Updates the state of the call. */
  async refresh() {
    const voiceId = this.#voiceId;
    if (voiceId === '') return;
    const call = await control.getCall(voiceId).catch(() => undefined);
    if (voiceId === this.#voiceId) this.#show(call);
  }

  /**
   * Follows a call of the user's number when the phone is free.
   * @param {CallView[]} calls
   * @param {number} aloudAfter
   */
  offer(calls, aloudAfter) {
    const mine = calls.find((call) => getDigits(getOwnNumber(call)) === getDigits(this.#me.value));
    if (mine && this.isFree) this.follow(mine.voice_id, aloudAfter);
  }

  /**
   * @param {JournalEntry} entry
   * @param {number} aloudAfter
   */
  #handleEntry(entry, aloudAfter) {
    addToTranscript(this.#transcript, entry);
    if (entry.kind === 'speech' && entry.seq > aloudAfter) speak(entry.text, entry.language);
    if (entry.kind === 'play_stopped' || entry.kind === 'ended') stopSpeaking();
  }

  /** @param {CallView | undefined} call */
  #show(call) {
    // A call that is unknown has ended long ago.
    this.#call = call ?? (this.#call && { ...this.#call, state: 'disconnected' });
    const isLive = !this.isFree && this.#call !== undefined;
    const hadFocus = this.#controls.contains(document.activeElement);
    this.#controls.disabled = !isLive;
    find('call-state', HTMLParagraphElement).textContent = this.#call ? describeCall(this.#call) : 'No call';
    find('second-hangs-up', HTMLButtonElement).hidden = this.#call?.state !== 'bridged';
    if (!isLive && hadFocus) find('number', HTMLSelectElement).focus();
  }

  #handleRing() {
    const form = find('ring', HTMLFormElement);
    const number = find('number', HTMLSelectElement);
    const other = find('other-number', HTMLInputElement);
    onSubmit(form, async () => {
      const to = number.value || other.value.trim();
      const { voice_id: voiceId } = await control.placeCall({ from: this.#me.value.trim(), to });
      this.follow(voiceId, 0);
      await this.refresh();
      this.#keypad.focus();
    });
  }

  #handleControls() {
    const words = find('words', HTMLInputElement);
    onSubmit(find('say', HTMLFormElement), async () => {
      await control.say(this.#voiceId, words.value);
      words.value = '';
    });
    this.#onClick('hang-up', () => control.hangUp(this.#voiceId));
    this.#onClick('second-hangs-up', () => control.hangUp(this.#voiceId, 'second'));
  }

  /**
   * @param {string} id
   * @param {() => Promise<unknown>} act
   */
  #onClick(id, act) {
    const element = find(id, HTMLButtonElement);
    element.addEventListener('click', () => attempt(element, act));
  }

  #addKeys() {
    const press = (/** @type {string} */ key) =>
      attempt(this.#keypad, () => control.press(this.#voiceId, key));
    const names = new Map([
      ['*', 'star'],
      ['#', 'pound'],
    ]);
    for (const key of keys)
      this.#keypad.append(createButton(key, () => press(key), { 'aria-label': names.get(key) ?? key }));
    this.#keypad.addEventListener('keydown', (event) => {
      const { key, ctrlKey, altKey, metaKey } = event;
      if (key.length !== 1 || !keys.includes(key) || ctrlKey || altKey || metaKey) return;
      event.preventDefault();
      if (!this.#controls.disabled) press(key);
    });
  }
}

/**
 * Returns the caller's number.
 * @param {CallView} call
 */
export function getOwnNumber({ direction, from, to }) {
  return direction === 'inbound' ? from : to;
}

/**
 * Describes the state of a call.
 * @param {CallView} call
 */
export function describeCall({ direction, state, from, to, held, bridge }) {
  const who = direction === 'inbound' ? `with ${to}` : `from ${from}`;
  if (state === 'bridged') return `Call ${who}, bridged to ${bridge ?? 'somebody'}`;
  if (state === 'connected') return `Call ${who}, ${held ? 'on hold' : 'connected'}`;
  if (state === 'disconnected') return `Call ${who}, ended`;
  return `Call ${who}, ${direction === 'inbound' ? 'ringing' : 'dialing'}`;
}

/**
 * Returns the digits of a number, to compare numbers with and without a plus.
 * @param {string} number
 */
export function getDigits(number) {
  return number.replaceAll(/\D/g, '');
}

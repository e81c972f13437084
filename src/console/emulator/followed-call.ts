/**
 * The call on the phone, from the first ring to the end.
 *
 * Owns the choice of the call. Does not own the call, which the emulator holds.
 *
 * PHONE-1. It follows one call at a time by a stream of that call's entries; entries of the previous call are not
 *   shown.
 * PHONE-2. Keys, speech and hanging up are possible while the call is live.
 */
import { computed, signal } from '@preact/signals';
import type { CallView, JournalEntry } from '../../platform/emulator/views/index.ts';
import type { TranscriptLine } from '../phone/transcript-line.ts';
import type { EmulatorApi } from './api.ts';
import { findOwnNumber, readDigits, toTranscriptLine } from './call-text.ts';
import { speak, stopSpeaking } from './speaker.ts';

/** Maximum number of lines that are kept. */
const KEPT_LINES = 300;

export class FollowedCall {
  /** Id of the call; undefined: none was followed yet. */
  readonly voiceId = signal<string | undefined>(undefined);
  /** The call as last read. */
  readonly call = signal<CallView | undefined>(undefined);
  readonly lines = signal<readonly TranscriptLine[]>([]);
  /** PHONE-2 */
  readonly isLive = computed(() => {
    const call = this.call.value;
    return call !== undefined && call.state !== 'disconnected';
  });
  readonly #api: EmulatorApi;
  #stream: EventSource | undefined;

  constructor(api: EmulatorApi) {
    this.#api = api;
  }

  /**
   * Switches to a call.
   *
   * @param aloudAfter number of the entry of the journal after which speech is spoken aloud
   */
  follow(voiceId: string, aloudAfter: number): void {
    this.close();
    this.lines.value = [];
    this.voiceId.value = voiceId;
    this.call.value = undefined;
    this.#stream = this.#api.openJournal(voiceId);
    this.#stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.#take(JSON.parse(data) as JournalEntry, aloudAfter);
    });
  }

  /** Follows a call of this number if no other call is on the phone. */
  offer(calls: readonly CallView[], ownNumber: string, aloudAfter: number): void {
    const isFree = this.voiceId.value === undefined || this.call.value?.state === 'disconnected';
    const own = calls.find((call) => readDigits(findOwnNumber(call)) === readDigits(ownNumber));
    if (isFree && own !== undefined) this.follow(own.voice_id, aloudAfter);
  }

  /** Reads the state of the call. A call that the emulator no longer knows has ended. */
  async refresh(): Promise<void> {
    const voiceId = this.voiceId.value;
    if (voiceId === undefined) return;
    const call = await this.#api.get<CallView>(['calls', voiceId]).catch(() => undefined);
    if (voiceId !== this.voiceId.value) return;
    const known = this.call.value;
    this.call.value = call ?? (known && { ...known, state: 'disconnected' });
  }

  press(keys: string): Promise<unknown> {
    return this.#act('press', { keys });
  }

  say(text: string): Promise<unknown> {
    return this.#act('say', { text });
  }

  /** Hangs up as the person on the line, or as the second party of a bridge. */
  hangUp(who: 'ours' | 'second'): Promise<unknown> {
    return this.#act('hangup', { who });
  }

  /** Stops following. */
  close(): void {
    this.#stream?.close();
    stopSpeaking();
  }

  #act(action: string, body: object): Promise<unknown> {
    return this.#api.post(['calls', this.voiceId.value ?? '', action], body);
  }

  #take(entry: JournalEntry, aloudAfter: number): void {
    const line = toTranscriptLine(entry);
    if (line !== undefined) this.lines.value = [...this.lines.value, line].slice(-KEPT_LINES);
    if (entry.kind === 'speech' && entry.seq > aloudAfter) speak(entry.text, entry.language);
    if (entry.kind === 'play_stopped' || entry.kind === 'ended') stopSpeaking();
  }
}

/**
 * A call at a running `dev`, which plays scripts like a simulated call: actions of people go through the emulator's control
 * plane, effects of the flow are read from the emulator's journal and from `dev`.
 *
 * Owns: the last state of the call that was read. Does not own: time, which is real.
 *
 * LIVE-CALL-1 The state that was read last is valid until time passes or somebody acts.
 * LIVE-CALL-2 After `limitMs`, time stops: everything still expected counts as missing.
 */
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CallView, JournalEntry } from '../../platform/emulator/model/index.ts';
import { readHeard, PlatformFaults, WebServices } from '../../verification/testkit/index.ts';
import type { Happening, Heard, PlayedCall, SentCommand } from '../../verification/testkit/index.ts';
import { parseCommand } from './live-commands.ts';
import type { LiveDesk } from './live-desk.ts';

/** Polling interval, ms. */
const POLL_MS = 50;

/** A call that has just started. */
interface StartedCall {
  id: CallId;
  record: CallRecord;
  /** Number of the flow at `dev`. */
  service: string;
  /** Maximum duration, ms. */
  limitMs: number;
}

export class LiveCall implements PlayedCall {
  readonly web = new WebServices([]);
  readonly faults = new PlatformFaults([]);
  readonly isStreaming = false;
  readonly isExhausted = false;
  readonly #desk: LiveDesk;
  readonly #begun: StartedCall;
  readonly #journal: JournalEntry[] = [];
  readonly #endsAt: number;
  #trace: TraceEntry[] = [];
  #record: CallRecord;

  constructor(desk: LiveDesk, begun: StartedCall) {
    this.#desk = desk;
    this.#begun = begun;
    this.#record = begun.record;
    this.#endsAt = desk.now() + begun.limitMs;
    this.#look();
  }

  get now(): number {
    return this.#desk.now();
  }

  get record(): CallRecord {
    return this.#record;
  }

  get trace(): TraceEntry[] {
    return this.#trace;
  }

  get hasEnded(): boolean {
    return this.#record.endedAt !== undefined;
  }

  get line(): CallView | undefined {
    const { voiceId } = this.#record;
    return voiceId === undefined ? undefined : this.#desk.call(voiceId);
  }

  get heard(): Heard[] {
    return this.#own().flatMap((entry) => readHeard(entry) ?? []);
  }

  get commands(): SentCommand[] {
    return this.#own().flatMap((entry) => (entry.kind === 'request' ? (parseCommand(entry) ?? []) : []));
  }

  get log(): Happening[] {
    const platform = this.#own().map((entry): Happening => ({ teller: 'platform', entry }));
    const call = this.#trace.map((entry): Happening => ({ teller: 'call', entry }));
    return [...platform, ...call].toSorted((a, b) => a.entry.at - b.entry.at);
  }

  /** True when the limit was reached (LIVE-CALL-2). */
  get isOverLimit(): boolean {
    return this.now >= this.#endsAt;
  }

  /** Unknown in real time: the next event may happen at once. */
  nextAt(): number {
    return this.now;
  }

  advanceTo(time: number): void {
    this.runUntil(() => false, time);
  }

  runUntil(holds: () => boolean, by: number): boolean {
    const until = Math.min(by, this.#endsAt);
    this.#look();
    while (!holds()) {
      const left = until - this.now;
      if (left <= 0) return false;
      this.#desk.pause(Math.min(left, POLL_MS));
      this.#look();
    }
    return true;
  }

  press(keys: string): boolean {
    return this.#act('press', { keys });
  }

  say(text: string): boolean {
    return this.#act('say', { text });
  }

  speak(ms: number): boolean {
    return this.#act('speak', { ms });
  }

  text(text: string): void {
    this.#desk.write({ from: this.#record.context.awaits, to: this.#begun.service, text });
    this.#look();
  }

  hangUp(who: 'ours' | 'second' = 'ours'): boolean {
    return this.#act('hangup', { who });
  }

  /** Not supported: scenarios that need it are not run live. */
  endStream(): boolean {
    return false;
  }

  #act(what: 'press' | 'say' | 'speak' | 'hangup', body: object): boolean {
    const { voiceId } = this.#record;
    const wasPossible = voiceId !== undefined && this.#desk.act(voiceId, what, body);
    this.#look();
    return wasPossible;
  }

  #look(): void {
    this.#journal.push(...this.#desk.news());
    const seen = this.#desk.look(this.#begun.id);
    if (seen === undefined) return;
    this.#record = seen.record;
    this.#trace = seen.trace;
  }

  /** Returns the journal entries of this call; an entry without a call id belongs to it because no other call runs. */
  #own(): JournalEntry[] {
    const { voiceId } = this.#record;
    return this.#journal.filter((entry) => entry.voice_id === undefined || entry.voice_id === voiceId);
  }
}

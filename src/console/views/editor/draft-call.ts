/**
 * A call to the draft: a simulated call in real time, which the user can skip ahead.
 *
 * DRAFT-CALL-1 Moves are made one after the other. Before each, the call is brought to the moment it is now.
 */
import { signal } from '@preact/signals';
import type { Checker } from '../../worker/client.ts';
import type { DraftFiles, KeptCall, PhoneMove, PhoneSnapshot, PhoneStart } from '../../worker/protocol.ts';

/** Longest wait between two looks at the call, ms. */
const TICK_MS = 1_000;

export class DraftCall {
  /** The call as it is now; undefined before the first one. */
  readonly snapshot = signal<PhoneSnapshot | undefined>(undefined);
  /** Why there is no call. */
  readonly problems = signal<readonly string[]>([]);
  readonly #checker: Checker;
  #moves: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Time by which the call is ahead of the clock, ms: of another day, or skipped ahead. */
  #aheadMs = 0;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** Starts a call with the draft as it is now, in place of an earlier one. Without `at` the call begins now. */
  async start(
    draft: { files: DraftFiles; flow: string },
    { at = Date.now(), ...given }: Pick<PhoneStart, 'params' | 'env' | 'at'>,
  ): Promise<void> {
    this.end();
    this.#aheadMs = at - Date.now();
    const started = await this.#checker.ask('startCall', { ...draft, ...given, at });
    if (started.ok) this.#show(started.snapshot);
    this.problems.value = started.ok ? [] : started.problems;
  }

  /** Makes a move now. */
  move(move: PhoneMove): Promise<void> {
    return this.#enqueue(async (call) => {
      await this.#ask(call, { kind: 'advanceTo', at: this.#now() });
      await this.#ask(call, move);
    });
  }

  /** Skips to the moment when the flow listens, or past it if it listens already. */
  skipAhead(): Promise<void> {
    return this.#enqueue(async (call) => {
      const { value } = this.snapshot;
      const isListening = value?.isSpeaking === false && (value.waits.forKeys || value.waits.forWords);
      await this.#ask(call, { kind: isListening ? 'next' : 'untilListens' });
      const now = this.snapshot.value?.now ?? 0;
      this.#aheadMs = Math.max(this.#aheadMs, now - Date.now());
    });
  }

  /** Writes the call as a scenario; a call that has not ended is hung up. Undefined without a call. */
  async keep(): Promise<KeptCall | undefined> {
    const call = this.snapshot.value?.call;
    if (call === undefined) return undefined;
    const kept = await this.#checker.ask('keepCall', { call });
    await this.#enqueue((same) => this.#ask(same, { kind: 'next' }));
    return kept;
  }

  /** Forgets the call. */
  end(): void {
    clearTimeout(this.#timer);
    const call = this.snapshot.value?.call;
    this.snapshot.value = undefined;
    if (call !== undefined) void this.#checker.ask('endCall', { call }).catch(() => undefined);
  }

  #now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** DRAFT-CALL-1. */
  #enqueue(make: (call: number) => Promise<void>): Promise<void> {
    const made = this.#moves.then(async () => {
      const { value } = this.snapshot;
      if (value === undefined) return;
      await make(value.call);
    });
    this.#moves = made.catch(() => undefined);
    return made;
  }

  async #ask(call: number, move: PhoneMove): Promise<void> {
    const snapshot = await this.#checker.ask('moveCall', { call, move });
    if (this.snapshot.value?.call === call) this.#show(snapshot);
  }

  #show(snapshot: PhoneSnapshot): void {
    this.snapshot.value = snapshot;
    clearTimeout(this.#timer);
    if (snapshot.hasEnded) return;
    const untilNext = (snapshot.nextAt ?? Infinity) - this.#now();
    this.#timer = setTimeout(
      () => {
        void this.#enqueue((call) => this.#ask(call, { kind: 'advanceTo', at: this.#now() }));
      },
      Math.min(Math.max(untilNext, 0), TICK_MS),
    );
  }
}

import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { locked, storeWith } from './store-with.ts';

/**
 * `away`: refuses at once. `hanging`: does what it is asked only when it is released. `forgetful`: does it, but the
 * answer is lost.
 */
export type Mood = 'well' | 'away' | 'hanging' | 'forgetful';

/** A store that remembers, but cannot always be had. */
export class FickleStore {
  mood: Mood = 'well';
  /** Moods towards single calls, before that towards all. */
  readonly moods = new Map<string, Mood>();
  readonly behind = openMemoryStore();
  readonly store: Store;
  /** After so many commits it is away. */
  commitsLeft = Infinity;
  #held: (() => void)[] = [];

  constructor() {
    const { behind } = this;
    this.store = storeWith(behind, {
      load: (call) => this.#ask(call, () => behind.load(call)),
      commit: (commit) => {
        if (this.commitsLeft === 0) this.mood = 'away';
        else this.commitsLeft -= 1;
        return this.#ask(commit.record.id, () => behind.commit(commit));
      },
      findWaiting: (awaited) => this.#ask(awaited, () => behind.findWaiting(awaited)),
    });
  }

  /** How many questions hang. */
  get hanging(): number {
    return this.#held.length;
  }

  /** Is well again, and does what it was asked meanwhile. */
  recover(): void {
    this.mood = 'well';
    this.commitsLeft = Infinity;
    this.moods.clear();
    for (const release of this.#held.splice(0)) release();
  }

  async #ask<Result>(about: string, action: () => Promise<Result>): Promise<Result> {
    const mood = this.moods.get(about) ?? this.mood;
    if (mood === 'away') throw locked;
    if (mood === 'hanging') await new Promise<void>((resolve) => this.#held.push(resolve));
    const result = await action();
    if (mood === 'forgetful') throw locked;
    return result;
  }
}

/** State that the spans of one notification share while it is processed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanContext } from '@opentelemetry/api';

/** A notification that is being taken. */
interface Scene {
  span: Span;
  /** Since when nothing but deciding goes on, ms since the epoch. */
  idleSince: number;
  /** It was answered: what its calls do later is none of its own, though it may run on behind it. */
  isOver: boolean;
}

const scenes = new AsyncLocalStorage<Scene>();

/** Runs what a notification does. */
export async function runWithin<Result>(scene: Scene, work: () => Promise<Result>): Promise<Result> {
  try {
    return await scenes.run(scene, work);
  } finally {
    scene.isOver = true;
  }
}

/** The notification whose doing this is; undefined: a deadline's, an answer's, or that of a command's report. */
export function getCurrentScene(): Scene | undefined {
  const scene = scenes.getStore();
  return scene?.isOver === false ? scene : undefined;
}

/** Values by key, of which the oldest are forgotten beyond so many. */
export class Bounded {
  readonly #most: number;
  readonly #values = new Map<string, SpanContext>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): SpanContext | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: SpanContext): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  take(key: string): SpanContext | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }
}

/** State that the spans of one notification share while it is processed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanContext } from '@opentelemetry/api';

/** A notification being processed. */
interface Scene {
  span: Span;
  /** Time since which the call core has been deciding, ms since the epoch. */
  idleSince: number;
  /** True once it was answered; later work in its async context does not belong to it. */
  isOver: boolean;
}

const scenes = new AsyncLocalStorage<Scene>();

/** Runs the processing of a notification. */
export async function runWithin<Result>(scene: Scene, work: () => Promise<Result>): Promise<Result> {
  try {
    return await scenes.run(scene, work);
  } finally {
    scene.isOver = true;
  }
}

/** Returns the notification being processed; undefined for deadlines, web answers and command results. */
export function getCurrentScene(): Scene | undefined {
  const scene = scenes.getStore();
  return scene?.isOver === false ? scene : undefined;
}

/** Map with a maximum size; the oldest values are removed first. */
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

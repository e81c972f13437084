/** Data of the API in a view: loading, refreshing, and the last known state while the service is away. */
import { useEffect, useMemo } from 'preact/hooks';
import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { asProblem } from '../api/problem.ts';
import type { ApiProblem } from '../api/problem.ts';
import { endRefused } from '../session/session.ts';
import { isOffline, noteReached, noteUnreachable } from './connection.ts';

/** State of the data of a view. A problem beside data means that the data is not up to date. */
interface ResourceState<Data> {
  data?: Data;
  problem?: ApiProblem;
  /** When the data was read, ms since 1970. */
  readAt?: number;
}

export interface Resource<Data> {
  state: ReadonlySignal<ResourceState<Data>>;
  /** Reads the data again; calls while a read is under way are combined into one further read. */
  refresh: () => void;
}

interface ResourceOptions {
  /** Interval of refreshes while the page is visible, ms; absent: none. */
  everyMs?: number;
  /** True for data that the view goes on to change: once read, it is not read again. */
  isReadOnce?: boolean;
}

/** Wait before the next attempt after a failure, ms. */
const RETRY_MS = 3_000;

/**
 * Loads data and keeps it while the view is shown; reads it again when the service is back after an interruption.
 *
 * @param key identifies the data: a new key loads anew
 * @param load reads the data; throws an `ApiProblem`
 */
export function useResource<Data>(
  key: string,
  load: () => Promise<Data>,
  options: ResourceOptions = {},
): Resource<Data> {
  const loader = useMemo(() => new Loader(load, options), [key]);
  useEffect(() => loader.start(), [loader]);
  return loader;
}

class Loader<Data> implements Resource<Data> {
  readonly state = signal<ResourceState<Data>>({});
  readonly #load: () => Promise<Data>;
  readonly #everyMs: number | undefined;
  readonly #isReadOnce: boolean;
  #isRunning = false;
  #isWanted = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<Data>, { everyMs, isReadOnce = false }: ResourceOptions) {
    this.#load = load;
    this.#everyMs = everyMs;
    this.#isReadOnce = isReadOnce;
  }

  readonly refresh = (): void => {
    this.#isWanted = true;
    if (!this.#isRunning && !this.#isStopped) void this.#run();
  };

  /** Starts loading; returns what stops it. */
  start(): () => void {
    this.#isStopped = false;
    this.refresh();
    const refreshWhenShown = () => {
      if (document.visibilityState === 'visible' && this.#everyMs !== undefined) this.refresh();
    };
    document.addEventListener('visibilitychange', refreshWhenShown);
    const stopWatching = this.#refreshWhenBack();
    return () => {
      this.#isStopped = true;
      stopWatching();
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', refreshWhenShown);
    };
  }

  /** Refreshes after each interruption of the connection; returns what stops it. */
  #refreshWhenBack(): () => void {
    let wasOffline = false;
    return effect(() => {
      const isBack = wasOffline && !isOffline.value;
      wasOffline = isOffline.value;
      if (!isBack || (this.#isReadOnce && this.state.peek().data !== undefined)) return;
      // A read sets signals, which an effect must not subscribe to.
      queueMicrotask(this.refresh);
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    clearTimeout(this.#timer);
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      await this.#read();
    }
    this.#isRunning = false;
  }

  async #read(): Promise<void> {
    try {
      const data = await this.#load();
      noteReached();
      this.state.value = { data, readAt: Date.now() };
      this.#refreshIn(this.#everyMs);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.isUnreachable) noteUnreachable();
      if (problem.status === 401) endRefused();
      this.state.value = { ...this.state.value, problem };
      if (isPassing(problem)) this.#refreshIn(problem.retryAfterMs ?? RETRY_MS);
    }
  }

  #refreshIn(delayMs: number | undefined): void {
    if (delayMs === undefined || this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'visible') this.refresh();
    }, delayMs);
  }
}

/** True for failures that another attempt may not meet. */
function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Reads the live calls of a project and keeps them up to date by events. */
import { signal } from '@preact/signals';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { unwrap } from '../../api/client.ts';
import { listCalls } from '../../api/generated/index.ts';
import { watchCalls } from '../../data/live.ts';
import type { LiveEvent } from '../../data/live.ts';
import { applyEvents, applyList, NO_CALLS, requestList } from './live-calls.ts';
import type { CallSummary, LiveCalls, StepMove } from './live-calls.ts';

const PAGE = 200;
/** Beyond, the list is cut off; events still add calls. */
const MAX_PAGES = 10;
const RETRY_MS = 3_000;

export class LiveFeed {
  readonly calls = signal<LiveCalls>(NO_CALLS);
  /** Moves of the last frame that had any. */
  readonly moves = signal<readonly StepMove[]>([]);
  /** True as soon as a list was read. */
  readonly isRead = signal(false);
  readonly problem = signal<ApiProblem | undefined>(undefined);
  readonly #project: string;
  #isReading = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(project: string) {
    this.#project = project;
  }

  /** Starts reading; returns what stops it. */
  start(): () => void {
    this.#isStopped = false;
    const stopWatching = watchCalls(this.#project, (events) => {
      this.#apply(events);
    });
    this.refresh();
    return () => {
      this.#isStopped = true;
      clearTimeout(this.#timer);
      stopWatching();
    };
  }

  /** Reads the list anew. */
  readonly refresh = (): void => {
    this.calls.value = { ...this.calls.value, isStale: true };
    void this.#readWhileStale();
  };

  #apply(events: readonly LiveEvent[]): void {
    const { state, moves } = applyEvents(this.calls.value, events);
    this.calls.value = state;
    if (moves.length > 0) this.moves.value = moves;
    if (state.isStale) void this.#readWhileStale();
  }

  async #readWhileStale(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    clearTimeout(this.#timer);
    let isDone = true;
    while (isDone && this.calls.value.isStale && !this.#isStopped) isDone = await this.#readList();
    this.#isReading = false;
  }

  /** Returns false when the list could not be read; it is tried again later. */
  async #readList(): Promise<boolean> {
    this.calls.value = requestList(this.calls.value);
    try {
      const list = await this.#readPages();
      this.calls.value = applyList(this.calls.value, list);
      this.problem.value = undefined;
      this.isRead.value = true;
      return true;
    } catch (error) {
      const problem = asProblem(error);
      this.problem.value = problem;
      this.calls.value = { ...this.calls.value, isStale: true };
      this.#timer = setTimeout(() => void this.#readWhileStale(), problem.retryAfterMs ?? RETRY_MS);
      return false;
    }
  }

  async #readPages(): Promise<CallSummary[]> {
    const calls: CallSummary[] = [];
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { state: 'live' as const, limit: PAGE, ...(after !== undefined && { after }) };
      const { items, next } = await unwrap(listCalls({ path: { project: this.#project }, query }));
      calls.push(...items);
      if (next === undefined) break;
      after = next;
    }
    return calls;
  }
}

/**
 * How many calls of each project go on, where that is limited.
 *
 * Owns: a figure for every project with a limit, in the memory of this node. Does not own: what becomes of a call that is
 * too many (the engine).
 *
 * Q1 Nobody waits for it: whether a call may begin is told by the figure at hand.
 * Q2 One node lets no call too many begin. Several together may, by what begins on the others within `LOOK_MS` (directory.ts),
 *    and `STALE_MS` more where counts are overtaken (Q3).
 * Q3 A count of the store that was overtaken by a call of this node is not taken, for it would be of two moments; only
 *    where that goes on for `STALE_MS` it is, rather than not to hear of the other nodes.
 * Q4 The figure is never less than the calls that go on and were let in by this node. So nodes together let at most the limit
 *    times their number go on, whatever they do not know of each other; but for the calls that a count was overtaken by which
 *    was taken all the same (Q3), and as far as their clocks agree.
 */
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CallListing, Clock } from '../../engine/ports/index.ts';
import type { Enrolled } from './roster.ts';

/** A call that was let in and has not begun by then never will, ms. */
const ENTERS_WITHIN_MS = 30_000;
/** So long a figure may be without a new count, ms. */
const STALE_MS = 5_000;

interface Figure {
  limit: number;
  /** As the store counted. */
  counted: number;
  /** When that was, ms since the epoch. */
  countedAt: number;
  /** Of this node, since that count. */
  begun: Set<CallId>;
  ended: Set<CallId>;
  /** Let in and not stored yet, with when that was. */
  entering: Map<CallId, number>;
}

export class Quotas {
  readonly #calls: Pick<CallListing, 'count'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #figures = new Map<string, Figure>();

  constructor(calls: Pick<CallListing, 'count'>, clock: Pick<Clock, 'now'>) {
    this.#calls = calls;
    this.#clock = clock;
  }

  /** Takes the limits over; of a project that had none before, calls are counted by the next `recount`. */
  limit(projects: readonly Enrolled[]): void {
    const limits = new Map(
      projects.flatMap(({ id, project: { limits: { concurrentCalls } = {} } }) =>
        concurrentCalls === undefined ? [] : [[id, concurrentCalls]],
      ),
    );
    for (const id of this.#figures.keys()) if (!limits.has(id)) this.#figures.delete(id);
    for (const [id, limit] of limits)
      this.#figures.set(id, { ...(this.#figures.get(id) ?? unknown()), limit });
  }

  /** Whether the project may have this call beside those that go on; it counts from now on (Q1). */
  admits(project: string, call: CallId): boolean {
    const figure = this.#figures.get(project);
    if (figure === undefined) return true;
    const { limit, counted, begun, ended, entering } = figure;
    if (!entering.has(call) && counted + begun.size - ended.size + entering.size >= limit) return false;
    entering.set(call, this.#clock.now());
    return true;
  }

  /** An event of a call was stored. */
  traced({ id, project, startedAt, endedAt }: CallRecord, { seq, at }: TraceEntry): void {
    const figure = this.#figures.get(project);
    if (figure === undefined) return;
    figure.entering.delete(id);
    if (seq === 1 && endedAt === undefined) figure.begun.add(id);
    if (seq === 1 || endedAt !== at) return;
    // One that began on another node since the count is not in the figure, so it does not leave it either (Q4).
    if (figure.begun.has(id) || startedAt <= figure.countedAt) figure.ended.add(id);
  }

  /** Counts anew what the nodes have together. Throws what the store throws. */
  async recount(): Promise<void> {
    await Promise.all([...this.#figures].map(([project, figure]) => this.#recount(project, figure)));
  }

  async #recount(project: string, figure: Figure): Promise<void> {
    const { begun, ended, entering, countedAt } = figure;
    const now = this.#clock.now();
    for (const [call, at] of entering) if (at < now - ENTERS_WITHIN_MS) entering.delete(call);
    const moves = () => begun.size + ended.size + entering.size;
    const isQuiet = entering.size === 0;
    const before = moves();
    const counted = await this.#calls.count({ project, state: 'live' });
    const current = this.#figures.get(project);
    // Another count may have been taken meanwhile.
    if (current?.begun !== begun) return;
    const isOvertaken = !isQuiet || moves() !== before;
    if (isOvertaken && now - countedAt < STALE_MS) return;
    const { limit } = current;
    this.#figures.set(project, { ...unknown(), limit, counted, countedAt: now, entering });
  }
}

function unknown(): Figure {
  return {
    limit: 0,
    counted: 0,
    countedAt: -Infinity,
    begun: new Set(),
    ended: new Set(),
    entering: new Map(),
  };
}

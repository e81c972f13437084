/**
 * Counts live calls of projects with a limit.
 *
 * Owns: a count per limited project, in the memory of this node. Does not own: rejecting a call (the engine).
 *
 * QUOTA-1 Nothing waits: admission uses the count at hand.
 * QUOTA-2 A single node never exceeds the limit. Several nodes may, by the calls that begin on the others within `LOOK_MS`
 *         (directory.ts), plus `STALE_MS` if counts are overtaken (QUOTA-3).
 * QUOTA-3 A count of the store during which this node started or ended a call is discarded, since it mixes two moments. If
 *         that continues for `STALE_MS`, the count is used nevertheless.
 * QUOTA-4 The count is never below the live calls that this node admitted. So nodes together admit at most the limit times
 *         their number, apart from counts used under QUOTA-3 and clock differences.
 */
import type { CallId, CallRecord, TraceEntry } from '../../call/index.ts';
import type { CallListing, Clock } from '../../engine/ports/index.ts';
import type { Enrolled } from './roster.ts';

/** Time after which an admitted call that has not begun is dropped, ms. */
const ADMISSION_TIMEOUT_MS = 30_000;
/** Maximum age of a count, ms. */
const STALE_MS = 5_000;

interface Figure {
  limit: number;
  /** Count of the store. */
  counted: number;
  /** Time of that count, ms since the epoch. */
  countedAt: number;
  /** Calls begun on this node since that count. */
  begun: Set<CallId>;
  ended: Set<CallId>;
  /** Admitted calls that are not stored yet, with their times. */
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

  /** Applies the limits; a project without one before is counted by the next `recount`. */
  applyLimits(projects: readonly Enrolled[]): void {
    const limits = new Map(
      projects.flatMap(({ id, project: { limits: { concurrentCalls } = {} } }) =>
        concurrentCalls === undefined ? [] : [[id, concurrentCalls]],
      ),
    );
    for (const id of this.#figures.keys()) if (!limits.has(id)) this.#figures.delete(id);
    for (const [id, limit] of limits)
      this.#figures.set(id, { ...(this.#figures.get(id) ?? newFigure()), limit });
  }

  /** Admits a call if the limit permits it; it counts from now on (QUOTA-1). */
  admit(project: string, call: CallId): boolean {
    const figure = this.#figures.get(project);
    if (figure === undefined) return true;
    const { limit, counted, begun, ended, entering } = figure;
    if (!entering.has(call) && counted + begun.size - ended.size + entering.size >= limit) return false;
    entering.set(call, this.#clock.now());
    return true;
  }

  /** Updates the count after an event was stored. */
  traced({ id, project, startedAt, endedAt }: CallRecord, { seq, at }: TraceEntry): void {
    const figure = this.#figures.get(project);
    if (figure === undefined) return;
    figure.entering.delete(id);
    if (seq === 1 && endedAt === undefined) figure.begun.add(id);
    if (seq === 1 || endedAt !== at) return;
    // A call that began on another node after the count is not included, so its end is not subtracted (QUOTA-4).
    if (figure.begun.has(id) || startedAt <= figure.countedAt) figure.ended.add(id);
  }

  /** Reads new counts from the store. Throws errors of the store. */
  async recount(): Promise<void> {
    await Promise.all([...this.#figures].map(([project, figure]) => this.#recount(project, figure)));
  }

  async #recount(project: string, figure: Figure): Promise<void> {
    const { begun, ended, entering, countedAt } = figure;
    const now = this.#clock.now();
    for (const [call, at] of entering) if (at < now - ADMISSION_TIMEOUT_MS) entering.delete(call);
    const changesCount = () => begun.size + ended.size + entering.size;
    const isQuiet = entering.size === 0;
    const before = changesCount();
    const counted = await this.#calls.count({ project, state: 'live' });
    const current = this.#figures.get(project);
    // A concurrent recount may have finished meanwhile.
    if (current?.begun !== begun) return;
    const isOvertaken = !isQuiet || changesCount() !== before;
    if (isOvertaken && now - countedAt < STALE_MS) return;
    const { limit } = current;
    this.#figures.set(project, { ...newFigure(), limit, counted, countedAt: now, entering });
  }
}

function newFigure(): Figure {
  return {
    limit: 0,
    counted: 0,
    countedAt: -Infinity,
    begun: new Set(),
    ended: new Set(),
    entering: new Map(),
  };
}

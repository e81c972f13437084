/**
 * Applies events to calls: `advance` decides, a commit stores the result, and both are repeated if another writer was first.
 *
 * Owns: the order of events of one call within this process, the cache of hot records. Does not own: the effects of a
 * commit (`onCommit`), which call an event is about.
 *
 * CALLS-1 After a lost race the event is decided again from the stored record; deciding has no effects (I3).
 * CALLS-2 A failure of one call's flow or of our code ends at most that call, never the process.
 */
import { abandon, advance, findAwaitedCommand, findNextDeadline } from '../../call/index.ts';
import type {
  Advance,
  CallEvent,
  CallId,
  CallRecord,
  EngineEvent,
  PlatformEvent,
  ProjectId,
  RunnableFlow,
} from '../../call/index.ts';
import { OperationalError, type Commit, type CommitResult, type Lane } from '../ports/index.ts';
import { FairQueue } from './fair-queue.ts';
import { dropUseless } from './flood.ts';
import type { Flows } from './flows.ts';
import { HotRecords } from './hot-records.ts';
import { getAwaited } from './messages.ts';
import type { EngineSettings } from '../options.ts';
import { Serial } from './serial.ts';

/** Maximum number of attempts to commit before the store is reported as contended. */
const MAX_RACES = 20;

/** The result to commit; undefined: nothing. A promise only when necessary, since promises cost more than most events (docs/performance.md). */
type Decision = Advance | undefined | Promise<Advance | undefined>;

/** Decides from the current record. */
export type Decide = (record: CallRecord | undefined) => Decision;

/** Facts about an event for its commit. */
export interface EventFacts {
  /** Number of the command that the event reports on; the commit settles it. */
  reported?: number;
  /** The event begins calls, so the call is probably not stored yet. */
  begins?: boolean;
}

/** A successful commit. */
export interface CommitMade extends Omit<Advance, 'operations'> {
  lane: Lane;
  /** All commands up to this number were settled by it; 0: none. */
  settled: number;
}

interface CallsOptions extends Pick<
  EngineSettings,
  'store' | 'node' | 'clock' | 'log' | 'leaseMs' | 'retentionMs'
> {
  flows: Flows;
  /** Returns the last command of a call that was answered and is not settled yet; 0: none. */
  getAnsweredCommand(call: CallId): number;
  /** Called after every commit. */
  onCommit(made: CommitMade): void;
  /** Called with each commit that failed but may have been stored. */
  onUnconfirmed(call: CallId): void;
}

export class Calls {
  readonly #options: CallsOptions;
  readonly #serial = new Serial();
  readonly #hotRecords = new HotRecords();
  readonly #fairQueue: FairQueue;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#fairQueue = new FairQueue(options.clock);
  }

  /** Applies an event from outside. Throws `project_busy` when too many events of its project are pending (fair-queue.ts). */
  admit<Result>(project: ProjectId, apply: () => Promise<Result>): Promise<Result> {
    return this.#fairQueue.admit(project, apply);
  }

  /** Begins a call when it is its project's turn. */
  begin<Begun extends Advance | undefined>(project: ProjectId, work: () => Begun): Begun | Promise<Begun> {
    return this.#fairQueue.decide(project, work);
  }

  /**
   * Decides and commits until no other writer was first (CALLS-1). A cached record is presumed to be current: the commit
   * detects if it is not.
   */
  async apply(id: CallId, decide: Decide, { reported, begins = false }: EventFacts = {}): Promise<void> {
    const turn = this.#serial.enter(id);
    if (turn !== undefined) await turn;
    try {
      for (let race = 0; race < MAX_RACES; race += 1) {
        const hot = this.#hotRecords.get(id);
        const isPresumed = hot !== undefined || (begins && race === 0);
        const record = isPresumed ? hot : await this.#loadStored(id);
        if (!isPresumed && record === undefined && this.#hotRecords.knows(id)) this.#reportLost(id);
        const decision = decide(record);
        const result = decision instanceof Promise ? await decision : decision;
        const isDone =
          result === undefined
            ? !isPresumed || (await this.#isCurrent(id, record))
            : await this.#commit(result, reported);
        if (isDone) return;
        this.#hotRecords.invalidate(id);
      }
    } finally {
      this.#serial.leave(id);
    }
    const message = `call ${id} is being written by others without an end`;
    throw new OperationalError('store_contended', message, { retryable: true });
  }

  /** Logs a call that the store has lost, and stores the flows again: the store was emptied or restored from a backup. */
  #reportLost(call: CallId): void {
    const { log, flows } = this.#options;
    this.#hotRecords.forget(call);
    log.error({ call }, 'the store has lost this call');
    flows.keepInService().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot store the deployed flows again');
    });
  }

  /** Returns the record of a call that moved here lately; another node may have moved it since. */
  getHotRecord(id: CallId): CallRecord | undefined {
    return this.#hotRecords.get(id);
  }

  async #loadStored(id: CallId): Promise<CallRecord | undefined> {
    return (await this.#options.store.load(id))?.record;
  }

  /** True when the presumed record is current. Checked when nothing is committed. */
  async #isCurrent(id: CallId, presumed: CallRecord | undefined): Promise<boolean> {
    return (await this.#loadStored(id))?.seq === presumed?.seq;
  }

  /** Commits a result, and settles the reported command or those answered since the last commit. */
  async #commit(advanced: Advance, reported?: number): Promise<boolean> {
    const { record, commands, trace, requests } = advanced;
    const settled = reported ?? this.#findSettled(record);
    let result: CommitResult;
    try {
      result = await this.#options.store.commit(this.#toCommit(advanced, settled));
    } catch (error) {
      this.#hotRecords.invalidate(record.id);
      this.#options.onUnconfirmed(record.id);
      throw error;
    }
    if (result.outcome === 'conflict') return false;
    this.#hotRecords.put(record);
    this.#options.onCommit({ record, commands, trace, requests, lane: result.lane, settled });
    return true;
  }

  /** Returns the last answered command, unless the call still has to learn of it (LANE-7). */
  #findSettled(record: CallRecord): number {
    const answered = this.#options.getAnsweredCommand(record.id);
    return answered === findAwaitedCommand(record) ? 0 : answered;
  }

  #toCommit({ record, commands, trace }: Advance, settled: number): Commit {
    const { node, clock, leaseMs, retentionMs } = this.#options;
    const leaseUntil = clock.now() + leaseMs;
    const commit: Commit = { node, record, commands, trace, wakeAt: findNextDeadline(record), leaseUntil };
    const awaits = getAwaited(record);
    if (awaits !== undefined) commit.awaits = awaits;
    if (settled !== 0) commit.settled = settled;
    if (record.endedAt !== undefined) commit.expiresAt = record.endedAt + retentionMs;
    return commit;
  }

  /** Applies an event to a call, which is ignored when the call is not stored. */
  applyEvent(call: CallId, event: PlatformEvent | EngineEvent, key?: string): Promise<void> {
    const at = this.#options.clock.now();
    const told = { ...event, at, ...(key === undefined ? {} : { key }) };
    return this.apply(call, (record) => record && this.decideNotification(record, told));
  }

  /** Decides on an event. A call whose flow is lost, or on which our code fails, is abandoned instead of retried (CALLS-2). */
  advance(record: CallRecord | undefined, event: CallEvent): Decision {
    if (record === undefined) return undefined;
    const flow = this.#options.flows.loadVersion(record.flow.version);
    if (!(flow instanceof Promise)) return this.#advanceInTurn(flow, record, event);
    return flow.then(
      (loaded) => this.#advanceInTurn(loaded, record, event),
      (error: unknown) => {
        if (error instanceof OperationalError && error.code !== 'flow_version_unknown') throw error;
        return this.#abandonCall(record, event, error);
      },
    );
  }

  #advanceInTurn(flow: RunnableFlow, record: CallRecord, event: CallEvent): Advance | Promise<Advance> {
    return this.#fairQueue.decide(record.project, () => {
      try {
        return advance(flow, record, event);
      } catch (error) {
        return this.#abandonCall(record, event, error);
      }
    });
  }

  #abandonCall(record: CallRecord, event: CallEvent, error: unknown): Advance {
    this.#options.log.error(
      { call: record.id, event: event.type, err: error },
      'internal error: the call is hung up',
    );
    return abandon(record, event, error instanceof Error ? error.message : 'internal error');
  }

  /** Decides on a notification; undefined when it changes nothing and the trace is full (flood.ts). */
  decideNotification(record: CallRecord, event: CallEvent): Decision {
    const after = this.advance(record, event);
    if (after instanceof Promise) return after.then((later) => later && dropUseless(record, later));
    return after && dropUseless(record, after);
  }

  /** Caches a record that was just read from the store. */
  refresh(record: CallRecord): void {
    this.#hotRecords.refresh(record);
  }

  /** Resolves when every event of this call received so far is applied; undefined: all are applied. */
  awaitEvents(id: CallId): Promise<void> | undefined {
    return this.#serial.awaitCurrent(id);
  }

  /** Resolves when no event is being applied. */
  idle(): Promise<void> {
    return this.#serial.idle();
  }
}

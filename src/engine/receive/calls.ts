/**
 * Moves calls: an event is decided by `advance` and committed, again until no other writer came in between.
 *
 * Owns: the order of events of one call within this process, the cache of hot records. Does not own: what follows from
 * a commit (whoever is told of it), which call an event is about.
 *
 * CALLS-1 A lost race is decided again from the stored record; deciding has no effects (I3).
 * CALLS-2 A failure of one call's flow or of our code ends that call at most, never the process.
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
import { OperationalError } from '../ports/index.ts';
import type { Commit, CommitResult, Lane } from '../ports/index.ts';
import { FairQueue } from './fair-queue.ts';
import { dropUseless } from './flood.ts';
import type { Flows } from './flows.ts';
import { HotRecords } from './hot-records.ts';
import { getAwaited } from './messages.ts';
import type { EngineSettings } from '../options.ts';
import { Serial } from './serial.ts';

/** Maximum number of retries of a lost race before the store is said to be at fault. */
const MAX_RACES = 20;

/**
 * The result to be committed; undefined: nothing. A promise only where something has to be awaited, since settled promises
 * cost more than most events (docs/performance.md).
 */
type Decision = Advance | undefined | Promise<Advance | undefined>;

/** Decides from the stored call as it is now. */
export type Decide = (record: CallRecord | undefined) => Decision;

/** Facts of an event that its decision does not hold. */
export interface EventFacts {
  /** Number of the command of which it tells, which is settled along. */
  reported?: number;
  /** With it calls begin, so most likely there is none of this id yet. */
  begins?: boolean;
}

/** A commit that was made. */
export interface CommitMade extends Omit<Advance, 'operations'> {
  lane: Lane;
  /** All commands up to this number were settled with it; 0: none. */
  settled: number;
}

interface CallsOptions extends Pick<
  EngineSettings,
  'store' | 'node' | 'clock' | 'log' | 'leaseMs' | 'retentionMs'
> {
  flows: Flows;
  /** The last command of a call that was answered and is not settled yet; 0: none. */
  getAnsweredCommand(call: CallId): number;
  /** Called after every commit. */
  onCommit(made: CommitMade): void;
  /** Called with each commit that failed but may have been stored. */
  onUnconfirmed(call: CallId): void;
}

export class Calls {
  readonly #options: CallsOptions;
  readonly #serial = new Serial();
  readonly #getHotRecord = new HotRecords();
  readonly #fairQueue: FairQueue;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#fairQueue = new FairQueue(options.clock);
  }

  /**
   * Applies an event that came in from outside. Throws an `OperationalError`, `project_busy`, where its project has too
   * many that wait for their turn (fair-queue.ts).
   */
  admit<Result>(project: ProjectId, apply: () => Promise<Result>): Promise<Result> {
    return this.#fairQueue.admit(project, apply);
  }

  /** Decides how a call begins, when it is its project's turn. */
  begin<Begun extends Advance | undefined>(project: ProjectId, work: () => Begun): Begun | Promise<Begun> {
    return this.#fairQueue.decide(project, work);
  }

  /**
   * Decides and commits, again and again until no other writer came between (CALLS-1). What need not be read from the store is
   * presumed: the commit finds out.
   */
  async apply(id: CallId, decide: Decide, { reported, begins = false }: EventFacts = {}): Promise<void> {
    const turn = this.#serial.enter(id);
    if (turn !== undefined) await turn;
    try {
      for (let race = 0; race < MAX_RACES; race += 1) {
        const hot = this.#getHotRecord.get(id);
        const isPresumed = hot !== undefined || (begins && race === 0);
        const record = isPresumed ? hot : await this.#loadStored(id);
        if (!isPresumed && record === undefined && this.#getHotRecord.knows(id)) this.#reportLost(id);
        const decision = decide(record);
        const result = decision instanceof Promise ? await decision : decision;
        const isDone =
          result === undefined
            ? !isPresumed || (await this.#isCurrent(id, record))
            : await this.#commit(result, reported);
        if (isDone) return;
        this.#getHotRecord.invalidate(id);
      }
    } finally {
      this.#serial.leave(id);
    }
    const message = `call ${id} is being written by others without an end`;
    throw new OperationalError('store_contended', message, { retryable: true });
  }

  /** A store that forgets a call may have forgotten the flows too: it was emptied, or is an older copy of itself. */
  #reportLost(call: CallId): void {
    const { log, flows } = this.#options;
    this.#getHotRecord.forget(call);
    log.error({ call }, 'the store has lost this call');
    flows.keepInService().catch((error: unknown) => {
      log.warn({ err: error }, 'the flows in service could not be put into the store again');
    });
  }

  /** Returns the record of a call that moved here lately; another node may have moved it since. */
  getHotRecord(id: CallId): CallRecord | undefined {
    return this.#getHotRecord.get(id);
  }

  async #loadStored(id: CallId): Promise<CallRecord | undefined> {
    return (await this.#options.store.load(id))?.record;
  }

  /** True when the presumed record is current. Asked where nothing was decided on it, since then no commit finds out. */
  async #isCurrent(id: CallId, presumed: CallRecord | undefined): Promise<boolean> {
    return (await this.#loadStored(id))?.seq === presumed?.seq;
  }

  /** Settles along the command that the event reports of, or what was answered since the last commit. */
  async #commit(advanced: Advance, reported?: number): Promise<boolean> {
    const { record, commands, trace, requests } = advanced;
    const settled = reported ?? this.#findSettled(record);
    let result: CommitResult;
    try {
      result = await this.#options.store.commit(this.#toCommit(advanced, settled));
    } catch (error) {
      this.#getHotRecord.invalidate(record.id);
      this.#options.onUnconfirmed(record.id);
      throw error;
    }
    if (result.outcome === 'conflict') return false;
    this.#getHotRecord.put(record);
    this.#options.onCommit({ record, commands, trace, requests, lane: result.lane, settled });
    return true;
  }

  /** All commands up to this number are answered; but not one of which the call still has to be told (LANE-7). */
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

  /** Applies an event that is no notification of the platform about this call. */
  applyEvent(call: CallId, event: PlatformEvent | EngineEvent, key?: string): Promise<void> {
    const at = this.#options.clock.now();
    const told = { ...event, at, ...(key === undefined ? {} : { key }) };
    return this.apply(call, (record) => record && this.decideNotification(record, told));
  }

  /** Decides; a call whose flow is lost, or on which our code fails, is given up rather than tried for ever (CALLS-2). */
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
    this.#options.log.error({ call: record.id, event: event.type, err: error }, 'the call is given up');
    return abandon(record, event, error instanceof Error ? error.message : 'internal error');
  }

  /** Decides on a notification; undefined when it changes nothing, and there were enough of those. */
  decideNotification(record: CallRecord, event: CallEvent): Decision {
    const after = this.advance(record, event);
    if (after instanceof Promise) return after.then((later) => later && dropUseless(record, later));
    return after && dropUseless(record, after);
  }

  /** A record that was just read from the store. */
  refresh(record: CallRecord): void {
    this.#getHotRecord.refresh(record);
  }

  /** Resolves when every event of this call that has come in by now is applied; undefined: all of them are. */
  awaitEvents(id: CallId): Promise<void> | undefined {
    return this.#serial.awaitCurrent(id);
  }

  /** Resolves when nothing moves. */
  idle(): Promise<void> {
    return this.#serial.idle();
  }
}

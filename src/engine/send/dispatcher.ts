/**
 * Sends the current command of a lane if it is still needed, and returns the report for the call.
 *
 * Owns: the checks before a command is sent. Does not own: the order of commands (lane.ts), retries of a request (the
 * platform adapter).
 */
import { commandTraits, isObsolete } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { CallStore } from '../ports/index.ts';
import type { Cancellation } from './cancellation.ts';
import { decideFate, getGraceMs, wasCarriedOut } from './fate.ts';
import { pause, retryWhileAway } from './retrying.ts';
import { toDoneReport, send, type Attempt, type CommandReport, type SendOptions } from './send.ts';

export interface DispatcherOptions extends SendOptions {
  store: CallStore;
  /** Resolves when every event of a call received so far is applied; undefined: all are applied. */
  awaitEvents(call: CallId): Promise<void> | undefined;
  /** Returns the cached record of a call; another node may have changed the call since. */
  findHotRecord(call: CallId): CallRecord | undefined;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** When this node began to receive notifications, ms since the epoch. */
  readonly #since: number;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#since = options.clock.now();
  }

  /**
   * Sends a command unless it is obsolete. Rejects when the attempt is aborted (LANE-5). `quietUntil`: until when to wait for
   * the news that the caller has hung up (LANE-6).
   */
  async send(call: CallId, attempt: Attempt, quietUntil: number): Promise<CommandReport | undefined> {
    const { command, inDoubt } = attempt;
    if (inDoubt) await this.#awaitReports(attempt);
    else if (quietUntil !== 0) await this.#awaitHangUp(attempt, quietUntil);
    const events = this.#options.awaitEvents(call);
    if (events !== undefined) await events;
    const record = await this.loadRecord(call, command, attempt.abandonment);
    if (record === undefined) return undefined;
    const trace = () => this.#loadTrace(call, attempt.abandonment);
    const fate = decideFate(command, { record, trace: inDoubt ? await trace() : undefined });
    // A command in doubt may have been carried out, so its withdrawal is not reported.
    if (fate === 'moot') return !inDoubt && isObsolete(command, record) ? { kind: 'withdrawn' } : undefined;
    if (fate === 'done') return toDoneReport(command, {});
    const isKnownToBeDone = async () => wasCarriedOut(command, await trace());
    return await send(record, { attempt, wasCarriedOut: isKnownToBeDone }, this.#options);
  }

  /** Returns a record that is at least as new as the command, which another node may have decided. */
  loadRecord(
    call: CallId,
    { number }: Command,
    until: Cancellation,
  ): CallRecord | Promise<CallRecord | undefined> {
    const { store, clock, log } = this.#options;
    const hot = this.#options.findHotRecord(call);
    if (hot !== undefined && number < hot.context.nextCommand) return hot;
    return retryWhileAway(async () => (await store.load(call))?.record, { clock, log, until, what: 'load' });
  }

  /** Waits for the end of the call, which may follow the end of the bridge: a caller who hangs up ends both. */
  async #awaitHangUp({ command: { kind }, abandonment }: Attempt, quietUntil: number): Promise<void> {
    const { clock } = this.#options;
    const waitMs = quietUntil - clock.now();
    const mayBePointless = commandTraits[kind].needsLine && kind !== 'hangup';
    if (waitMs > 0 && mayBePointless) await pause(waitMs, { clock, signal: abandonment.signal });
  }

  async #awaitReports({ command: { kind }, abandonment }: Attempt): Promise<void> {
    const { clock } = this.#options;
    const waitMs = getGraceMs(kind, clock.now() - this.#since);
    if (waitMs > 0) await pause(waitMs, { clock, signal: abandonment.signal });
  }

  #loadTrace(call: CallId, until: Cancellation): Promise<TraceEntry[]> {
    const { store, clock, log } = this.#options;
    return retryWhileAway(() => store.trace(call), { clock, log, until, what: 'read the trace' });
  }
}

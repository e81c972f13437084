/**
 * Sends the command that a lane has come to, if it is still needed when it is to leave, and says what the call is told of it.
 *
 * Owns: what is looked at before a command leaves. Does not own: the order of commands (lanes.ts), how often a request is
 * repeated (the platform adapter).
 */
import { commandTraits, isObsolete } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { CallStore } from '../ports/index.ts';
import { fateOf } from './fate.ts';
import type { Lane } from './lane.ts';
import { graceMs } from './moot.ts';
import { pause, retrying } from './retrying.ts';
import { doneReport, send } from './send.ts';
import type { CommandReport, SendOptions, UnderWay } from './send.ts';
import { Sending } from './sending.ts';
import { wasCarriedOut } from './signs.ts';

export interface DispatcherOptions extends SendOptions {
  store: CallStore;
  /** Resolves when every event of a call that has come in by now is applied; undefined: all of them are. */
  caughtUp(call: CallId): Promise<void> | undefined;
  /** The record of a call that moved here lately; another node may have moved it since. */
  hotRecordOf(call: CallId): CallRecord | undefined;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** Since when this node is there to be told things. */
  readonly #since: number;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#since = options.clock.now();
  }

  /** Sends a command unless nobody needs it any more; one of which that shows on its way is given up (lanes.ts, L5). */
  async send(lane: Lane, underWay: UnderWay): Promise<CommandReport | undefined> {
    const { command, inDoubt } = underWay;
    const { signal } = lane.underWay;
    const sending = new Sending(command);
    lane.sending = sending;
    try {
      if (inDoubt) await this.#listen(command, signal);
      else if (lane.quietUntil !== 0) await this.#awaitHangUp(command, lane);
      const events = this.#options.caughtUp(lane.call);
      if (events !== undefined) await events;
      const record = await this.recordOf(lane, command);
      if (record === undefined) return undefined;
      const fate = fateOf(command, { record, trace: inDoubt ? await this.#trace(lane) : undefined });
      // One in doubt may have been carried out, so nothing is said of it.
      if (fate === 'moot') return !inDoubt && isObsolete(command, record) ? { kind: 'withdrawn' } : undefined;
      if (fate === 'done') return doneReport(command, {});
      const isKnownToBeDone = async () => wasCarriedOut(command, await this.#trace(lane));
      const withdrawn = () => sending.withdrawn();
      const manner = { command, inDoubt, signal, withdrawn, wasCarriedOut: isKnownToBeDone };
      return await send(record, manner, this.#options);
    } catch (error) {
      if (lane.isGivenUp || !sending.isOvertaken) throw error;
      return undefined;
    } finally {
      lane.sending = undefined;
      if (sending.isOvertaken && !lane.isGivenUp) lane.underWay = new AbortController();
    }
  }

  /** The record of a lane's call, as new as this command at least: another node may have decided it. */
  recordOf(lane: Lane, { number }: Command): CallRecord | Promise<CallRecord | undefined> {
    const { store } = this.#options;
    const hot = this.#options.hotRecordOf(lane.call);
    if (hot !== undefined && number < hot.context.nextCommand) return hot;
    return this.#stubbornly(lane, 'load', async () => (await store.load(lane.call))?.record);
  }

  /** Whoever hangs up on a bridge ends both: word of the call's end may be right behind that of the bridge's. */
  async #awaitHangUp({ kind }: Command, { quietUntil, underWay: { signal } }: Lane): Promise<void> {
    const { clock } = this.#options;
    const waitMs = quietUntil - clock.now();
    const mayBePointless = commandTraits[kind].needsLine && kind !== 'hangup';
    if (waitMs > 0 && mayBePointless) await pause(waitMs, { clock, signal });
  }

  async #listen({ kind }: Command, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const waitMs = graceMs(kind, clock.now() - this.#since);
    if (waitMs > 0) await pause(waitMs, { clock, signal });
  }

  #trace(lane: Lane): Promise<TraceEntry[]> {
    return this.#stubbornly(lane, 'read the trace', () => this.#options.store.trace(lane.call));
  }

  #stubbornly<Result>({ underWay }: Lane, what: string, task: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#options;
    return retrying(task, { clock, log, signal: underWay.signal, what });
  }
}

/**
 * Sends the commands of calls, each call's one after another, different calls' side by side.
 *
 * Owns: which calls' commands this node is sending, and the leases on their lanes. Does not own: the commands (the
 * store's outbox says which is next), what to do when one fails (it reports), how often a request is repeated (the
 * platform adapter).
 *
 * L1 The next command of a call leaves only after the one before was answered and settled (I4).
 * L2 A command that another process may have sent is looked at before it is sent again, and a refusal that says "done
 *    before" counts as done (I4).
 * L3 A lane that was lost is let go of at once; whoever claimed it goes on.
 */
import type { CallId, CallRecord, Command, CommandFailure, VoiceId } from '../call/index.ts';
import { PlatformError } from '../ports/index.ts';
import type { CallStore, Clock, Lane as LaneState, Log, NodeId, Platform } from '../ports/index.ts';
import { isMoot } from './doubt.ts';
import { pause, retrying } from './retrying.ts';

/** What became of a command that the call has to know. */
export type CommandReport =
  { kind: 'dialed'; voiceId: VoiceId } | { kind: 'failed'; failure: CommandFailure };

export interface LaneOptions {
  node: NodeId;
  store: CallStore;
  clock: Clock;
  log: Log;
  leaseMs: number;
  platformOf(project: string): Platform | undefined;
  /** The record as it is now. */
  recordOf(call: CallId): Promise<CallRecord | undefined>;
  /** Tells the call; resolves when that is stored and the command settled with it. */
  report(call: CallId, command: Command, report: CommandReport): Promise<void>;
}

interface Lane {
  call: CallId;
  /** Commands were decided since the store was last asked for the next one. */
  hasMore: boolean;
  /** A command is on its way to the platform, and not yet answered. */
  isSending: boolean;
  /** Ends what is under way. */
  giveUp: AbortController;
}

interface UnderWay {
  command: Command;
  /** It may have been sent by a process that is gone. */
  inDoubt: boolean;
}

/** A play that finds another one pending waits for its end, ms; longer than a crash's repetition is likely to speak. */
const PENDING_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<CallId, Lane>();
  readonly #running = new Set<Promise<void>>();
  /** Calls of which commands may be in the outbox that nobody sends: those of a failed write, or of a failed lane. */
  readonly #unsure = new Set<CallId>();
  #stopped = false;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** A commit was made: takes up what it decided, if this node holds the lane. */
  committed(call: CallId, held: LaneState, [first]: Command[]): void {
    const isUnsure = this.#unsure.delete(call);
    if (held !== 'mine' || (first === undefined && !isUnsure)) return;
    const lane = this.#lanes.get(call);
    if (lane !== undefined) lane.hasMore = true;
    else this.#open(call, isUnsure || first === undefined ? 'unsure' : { command: first, inDoubt: false });
  }

  /** A commit failed, but may have been stored: when the call moves next, its outbox has to be looked at. */
  unconfirmed(call: CallId): void {
    this.#unsure.add(call);
  }

  /** A claim took the lane of a node that is gone, or of this one: nobody knows whether the first command was sent. */
  claimed(call: CallId, [first]: Command[]): void {
    this.#unsure.delete(call);
    if (first !== undefined && !this.#lanes.has(call)) this.#open(call, { command: first, inDoubt: true });
  }

  /** Resolves when every command taken up is settled. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Gives up what is under way and begins nothing more; the lanes are free to be claimed by the next node. */
  stop(): void {
    this.#stopped = true;
    for (const { giveUp } of this.#lanes.values()) giveUp.abort();
  }

  #open(call: CallId, first: UnderWay | 'unsure'): void {
    if (this.#stopped) return;
    const lane: Lane = { call, hasMore: false, isSending: false, giveUp: new AbortController() };
    this.#lanes.set(call, lane);
    const running = this.#drain(lane, first).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #drain(lane: Lane, first: UnderWay | 'unsure'): Promise<void> {
    try {
      let next = first === 'unsure' ? await this.#look(lane, true) : first;
      while (next !== undefined || lane.hasMore)
        next = next === undefined ? await this.#look(lane, false) : await this.#carryOut(lane, next);
    } catch (error) {
      await this.#letGo(lane, error);
    } finally {
      // In one step with the last look at `hasMore`, so that nothing is added to a lane that is about to go.
      this.#lanes.delete(lane.call);
    }
  }

  /** Sends one command and settles it; gives the next one of the lane. */
  async #carryOut(lane: Lane, underWay: UnderWay): Promise<UnderWay | undefined> {
    const { store, node, log } = this.#options;
    const { call } = lane;
    const { command } = underWay;
    const stopRenewing = this.#keepLease(lane);
    try {
      lane.isSending = true;
      const report = await this.#send(lane, underWay);
      lane.isSending = false;
      if (report !== undefined)
        await this.#stubbornly(lane, 'report', () => this.#options.report(call, command, report));
      lane.hasMore = false;
      const settle = () => store.settle(call, command.number, node);
      const next = await this.#stubbornly(lane, 'settle', settle);
      return next && { command: next, inDoubt: false };
    } finally {
      stopRenewing();
      log.debug({ call, command: command.id, kind: command.kind }, 'command over');
    }
  }

  /** What is first in the outbox, if this node holds the lane (L3). */
  #look(lane: Lane, inDoubt: boolean): Promise<UnderWay | undefined> {
    const { store, node, clock, leaseMs } = this.#options;
    lane.hasMore = false;
    return this.#stubbornly(lane, 'look into the outbox', async () => {
      if (!(await store.renew(lane.call, node, clock.now() + leaseMs))) return undefined;
      const command = (await store.load(lane.call))?.outbox[0];
      return command && { command, inDoubt };
    });
  }

  async #send(lane: Lane, { command, inDoubt }: UnderWay): Promise<CommandReport | undefined> {
    const { call } = lane;
    const record = await this.#stubbornly(lane, 'load', () => this.#options.recordOf(call));
    if (record === undefined || (inDoubt && isMoot(command, record))) return undefined;
    const platform = this.#options.platformOf(record.project);
    if (platform === undefined) return failed('no_platform', `project "${record.project}" has no platform`);
    const target = { call, voiceId: record.voiceId };
    for (const waitMs of [...(inDoubt ? [] : PENDING_WAITS_MS), undefined]) {
      try {
        const { voiceId } = await platform.perform(target, command, lane.giveUp.signal);
        return voiceId === undefined ? undefined : { kind: 'dialed', voiceId };
      } catch (error) {
        if (lane.giveUp.signal.aborted) throw error;
        if (waitMs === undefined || !isPending(command, error))
          return this.#refused(call, { command, inDoubt }, error);
        await pause(waitMs, { clock: this.#options.clock, signal: lane.giveUp.signal });
      }
    }
    return undefined;
  }

  #refused(call: CallId, { command, inDoubt }: UnderWay, error: unknown): CommandReport | undefined {
    const { log } = this.#options;
    if (!(error instanceof PlatformError)) {
      log.error({ call, command: command.id, err: error }, 'a command failed by a bug of ours');
      return failed('internal', 'internal error');
    }
    if (inDoubt && error.doneIfInDoubt) return undefined;
    const { code, message, httpStatus, requestId, callEnded } = error;
    const level = callEnded ? 'debug' : 'warn';
    log[level]({ call, command: command.id, kind: command.kind, code, httpStatus, requestId }, message);
    return { kind: 'failed', failure: { code, message, callEnded } };
  }

  /** Renews the lease three times in its length while a command is under way. */
  #keepLease(lane: Lane): () => void {
    const { clock, leaseMs } = this.#options;
    let cancel: () => void;
    const renewLater = () => {
      cancel = clock.after(leaseMs / 3, () => {
        renewLater();
        void this.#renew(lane);
      });
    };
    renewLater();
    return () => {
      cancel();
    };
  }

  async #renew(lane: Lane): Promise<void> {
    const { call } = lane;
    const { store, clock, node, leaseMs, log } = this.#options;
    try {
      const isHeld = await store.renew(call, node, clock.now() + leaseMs);
      // Once the answer is there the settling finds out; and a lane that it has just emptied is held by nobody.
      if (!isHeld && lane.isSending) lane.giveUp.abort();
    } catch (error) {
      log.warn({ call, err: error }, 'a lease could not be renewed');
    }
  }

  #stubbornly<Result>({ giveUp }: Lane, what: string, task: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#options;
    return retrying(task, { clock, log, signal: giveUp.signal, what });
  }

  /** The commands left are claimed by another node, or by this one; at once if this one stops. */
  async #letGo({ call, giveUp }: Lane, error: unknown): Promise<void> {
    const { store, node, clock, log } = this.#options;
    if (!giveUp.signal.aborted)
      log.error({ call, err: error }, 'the commands of a call are left to be claimed again');
    else if (!this.#stopped) log.warn({ call }, 'another node has taken over the commands of a call');
    else
      await store.renew(call, node, clock.now()).catch((failure: unknown) => {
        log.warn({ call, err: failure }, 'the commands of a call are free only when their lease runs out');
      });
  }
}

/** The refusal that says of a play in doubt that it was made says of any other that an earlier one is not over. */
function isPending({ kind }: Command, error: unknown): boolean {
  return kind === 'play' && error instanceof PlatformError && error.doneIfInDoubt;
}

function failed(code: string, message: string): CommandReport {
  return { kind: 'failed', failure: { code, message, callEnded: false } };
}

/**
 * Sends the commands of calls, each call's one after another, different calls' side by side.
 *
 * Owns: the commands that this node holds in its lanes, and the leases on them. Does not own: what to do when one
 * fails (it reports), how often a request is repeated (the platform adapter).
 *
 * L1 The next command of a call leaves only after the one before was answered and settled (I4).
 * L2 A command that another process may have sent is looked at before it is sent again, and a refusal that says "done
 *    before" counts as done (I4).
 * L3 A lane whose lease was lost is let go of at once; whoever claimed it goes on.
 */
import type { CallId, CallRecord, Command, VoiceId } from '../call/index.ts';
import { PlatformError } from '../ports/index.ts';
import type { CallStore, Clock, Log, NodeId, Platform } from '../ports/index.ts';
import { retrying } from './retrying.ts';

/** What became of a command that the call has to know. */
export type CommandReport =
  | { kind: 'dialed'; voiceId: VoiceId }
  | { kind: 'failed'; code: string; message: string; callEnded: boolean };

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
  queue: Command[];
  /** Number of the newest command ever queued here. */
  newest: number;
  /** The first command may have been sent by a process that is gone. */
  inDoubt: boolean;
}

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<CallId, Lane>();
  readonly #running = new Set<Promise<void>>();
  readonly #abort = new AbortController();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Takes up commands of a call whose lane this node holds. */
  add(call: CallId, commands: Command[], inDoubt = false): void {
    const known = this.#lanes.get(call);
    const lane = known ?? { queue: [], newest: 0, inDoubt };
    enqueue(lane, commands);
    if (known !== undefined || lane.queue.length === 0) return;
    this.#lanes.set(call, lane);
    const running = this.#drain(call, lane).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** How many calls have commands under way. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Resolves when every command taken up is settled. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Gives up what is under way; whoever claims the lanes goes on. */
  stop(): void {
    this.#abort.abort();
  }

  async #drain(call: CallId, lane: Lane): Promise<void> {
    try {
      for (let command = lane.queue[0]; command !== undefined; command = lane.queue[0]) {
        const next = await this.#carryOut(call, command, lane.inDoubt);
        lane.inDoubt = false;
        lane.queue.shift();
        if (next !== undefined) enqueue(lane, [next]);
      }
    } catch (error) {
      this.#options.log.error({ call, err: error }, 'the commands of a call were left to be claimed again');
    } finally {
      this.#lanes.delete(call);
    }
  }

  /** Sends one command and settles it; gives the next one of the lane. */
  async #carryOut(call: CallId, command: Command, inDoubt: boolean): Promise<Command | undefined> {
    const { store, node, log } = this.#options;
    const stopRenewing = this.#keepLease(call);
    try {
      const report = await this.#send(call, command, inDoubt);
      if (report !== undefined) await this.#options.report(call, command, report);
      const settle = () => store.settle(call, command.number, node);
      return await retrying(settle, { ...this.#options, signal: this.#abort.signal, what: 'settle' });
    } finally {
      stopRenewing();
      log.debug({ call, command: command.id, kind: command.kind }, 'command settled');
    }
  }

  async #send(call: CallId, command: Command, inDoubt: boolean): Promise<CommandReport | undefined> {
    const record = await this.#options.recordOf(call);
    if (record === undefined || (inDoubt && isMoot(command, record))) return undefined;
    const platform = this.#options.platformOf(record.project);
    if (platform === undefined) return failed('no_platform', `project "${record.project}" has no platform`);
    try {
      const target = { call, voiceId: record.voiceId };
      const { voiceId } = await platform.perform(target, command, this.#abort.signal);
      return voiceId === undefined ? undefined : { kind: 'dialed', voiceId };
    } catch (error) {
      if (this.#abort.signal.aborted) throw error;
      return this.#refused(call, command, { error, inDoubt });
    }
  }

  #refused(
    call: CallId,
    command: Command,
    { error, inDoubt }: { error: unknown; inDoubt: boolean },
  ): CommandReport | undefined {
    const { log } = this.#options;
    if (!(error instanceof PlatformError)) {
      log.error({ call, command: command.id, err: error }, 'a command failed by a bug of ours');
      return failed('internal', 'internal error');
    }
    if (inDoubt && error.doneIfInDoubt) return undefined;
    const { code, message, httpStatus, requestId, callEnded } = error;
    const tell = callEnded ? 'debug' : 'warn';
    log[tell]({ call, command: command.id, kind: command.kind, code, httpStatus, requestId }, message);
    return { kind: 'failed', code, message, callEnded };
  }

  /** Renews the lease three times in its length while a command is under way (L3). */
  #keepLease(call: CallId): () => void {
    const { store, clock, node, leaseMs, log } = this.#options;
    let cancel: () => void;
    const renew = () => {
      store.renew(call, node, clock.now() + leaseMs).catch((error: unknown) => {
        log.warn({ call, err: error }, 'a lease could not be renewed');
      });
      cancel = clock.after(leaseMs / 3, renew);
    };
    cancel = clock.after(leaseMs / 3, renew);
    return () => {
      cancel();
    };
  }
}

function enqueue(lane: Lane, commands: Command[]): void {
  for (const command of commands) {
    if (command.number <= lane.newest) continue;
    lane.newest = command.number;
    lane.queue.push(command);
  }
}

/** A command in doubt that can be seen to have been carried out, or that nobody waits for any more (I4). */
function isMoot(command: Command, { context }: CallRecord): boolean {
  if (context.leg === 'ended') return true;
  if (command.kind === 'accept') return context.leg !== 'accepting';
  if (command.kind === 'connect') return context.leg === 'bridged';
  return false;
}

function failed(code: string, message: string): CommandReport {
  return { kind: 'failed', code, message, callEnded: false };
}

/**
 * Sends the commands of calls, each call's one after another, different calls' side by side.
 *
 * Owns: which calls' commands this node is sending, and the leases on their lanes. Does not own: what comes next on a lane
 * (lane.ts), the commands (the store's outbox), how often a request is repeated (the platform adapter).
 */
import { findAwaitedCommand, mustReportWithdrawal } from '../../call/index.ts';
import type { CallId, Command } from '../../call/index.ts';
import type { NodeId } from '../ports/index.ts';
import { Idle } from '../receive/idle.ts';
import { Waits } from '../receive/waits.ts';
import type { Wait } from '../receive/waits.ts';
import { Cancellation } from './cancellation.ts';
import { Dispatcher } from './dispatcher.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import * as lanes from './lane.ts';
import type { Committed, LaneState, Stage } from './lane.ts';
import { retryWhileAway } from './retrying.ts';
import type { CommandReport } from './send.ts';
import { UnconfirmedCalls } from './unconfirmed.ts';

interface LaneOptions extends DispatcherOptions {
  node: NodeId;
  leaseMs: number;
  /** Time in which a commit may settle an answered command along, ms. */
  settleAfterMs: number;
  /** Tells the call; resolves when that is stored and the command settled with it. */
  report(call: CallId, command: Command, report: CommandReport): Promise<void>;
}

/** A lane at work, with what its stage has under way. */
interface Lane {
  readonly call: CallId;
  state: LaneState;
  /** When the lane, or the attempt of its current command, began, ms since the epoch. */
  since: number;
  /** Cancelled when the lane is another node's, or this node stops. */
  readonly lifetime: Cancellation;
  /** Until its lease is to be renewed. */
  renewal: Wait | undefined;
  /** Until an answered command is settled by a write of its own. */
  patience: Wait | undefined;
}

type In<Name extends Stage['name']> = Extract<Stage, { name: Name }>;

/** The commands that a node is sending. */
export interface SendingStats {
  calls: number;
  /** Age of the oldest command under way, ms; 0 where there is none. */
  oldestMs: number;
}

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<CallId, Lane>();
  readonly #idle = new Idle();
  /** For the commit that settles an answered command along (LANE-4). */
  readonly #settling: Waits;
  /** For the time to renew a lease, three times in its length. */
  readonly #renewing: Waits;
  readonly #unconfirmed = new UnconfirmedCalls();
  readonly #dispatcher: Dispatcher;
  #finishing = false;
  #stopped = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    const { clock, settleAfterMs, leaseMs } = options;
    this.#settling = new Waits(clock, settleAfterMs);
    this.#renewing = new Waits(clock, leaseMs / 3);
    this.#dispatcher = new Dispatcher(options);
  }

  /** Returns how much is under way. */
  measureSending(): SendingStats {
    const now = this.#options.clock.now();
    let oldestMs = 0;
    for (const { since } of this.#lanes.values()) oldestMs = Math.max(oldestMs, now - since);
    return { calls: this.#lanes.size, oldestMs };
  }

  /** Returns the number of the answered command that a commit is to settle along (LANE-4); 0: none. */
  getAnsweredCommand(call: CallId): number {
    const stage = this.#lanes.get(call)?.state.stage;
    return stage?.name === 'waiting' && stage.unreported?.kind !== 'withdrawn' ? stage.command.number : 0;
  }

  /** Sends what a commit has decided, if this node holds the lane. */
  takeCommit(call: CallId, commit: Committed): void {
    const now = this.#options.clock.now();
    const isUnsure = this.#unconfirmed.remove(call);
    const lane = this.#lanes.get(call);
    if (lane === undefined) {
      if (commit.lane !== 'mine') return;
      this.#open(
        call,
        isUnsure
          ? lanes.UNCONFIRMED
          : lanes.openLane({ commands: commit.commands, inDoubt: false }, commit, now),
      );
      return;
    }
    lane.state = lanes.takeCommit(lane.state, commit, { now, isUnsure });
    lanes.cancelObsolete(lane.state, commit.record);
    if (lane.patience !== undefined && (lane.state.stage.name !== 'waiting' || lane.state.hasMore))
      this.#resume(lane);
  }

  /** Notes that a commit failed but may have been stored: the outbox is looked at when the call moves next. */
  markUnconfirmed(call: CallId): void {
    const { clock, leaseMs } = this.#options;
    this.#unconfirmed.add(call, clock.now() + leaseMs);
  }

  /** Takes over a lane by a claim, from a node that is gone or from this one; its first command may have been sent. */
  takeClaim(call: CallId, commands: Command[]): void {
    this.#unconfirmed.remove(call);
    if (!this.#lanes.has(call)) this.#open(call, lanes.openLane({ commands, inDoubt: true }));
  }

  /** Forgets the doubt about lanes whose lease had expired by then, since some node has claimed them. */
  forgetUnconfirmed(now: number): void {
    this.#unconfirmed.removeExpired(now);
  }

  /** Settles without waiting for commits from now on; resolves when every command is settled. */
  async finish(): Promise<void> {
    this.#finishing = true;
    for (const lane of this.#lanes.values()) if (lane.patience !== undefined) this.#resume(lane);
    while (this.#lanes.size > 0) await this.#idle.wait();
  }

  /** Abandons what is under way and begins nothing more; the next node is free to claim the lanes. */
  stop(): void {
    this.#stopped = true;
    for (const lane of this.#lanes.values()) giveUp(lane);
  }

  #open(call: CallId, state: LaneState): void {
    if (this.#stopped || state.stage.name === 'done') return;
    const lifetime = new Cancellation();
    const since = this.#options.clock.now();
    const lane: Lane = { call, state, since, lifetime, renewal: undefined, patience: undefined };
    this.#lanes.set(call, lane);
    this.#keepLease(lane);
    void this.#drive(lane);
  }

  /** Does what each stage asks for, until the lane waits for a commit or has nothing left to send. */
  async #drive(lane: Lane): Promise<void> {
    try {
      for (;;) {
        const { stage, hasMore } = lane.state;
        if (stage.name === 'ready') await this.#send(lane, stage);
        else if (stage.name === 'reporting') await this.#report(lane, stage);
        else if (stage.name === 'settling') await this.#settle(lane, stage);
        else if (stage.name === 'waiting') {
          lane.patience = this.#settling.begin(() => {
            this.#resume(lane);
          });
          return;
        } else if (stage.name === 'looking' || hasMore) await this.#look(lane, stage.name === 'looking');
        else break;
      }
    } catch (error) {
      await this.#letGo(lane, error);
    }
    this.#close(lane);
  }

  async #send(lane: Lane, { command, inDoubt }: In<'ready'>): Promise<void> {
    const { clock, log } = this.#options;
    lane.since = clock.now();
    const attempt = { command, inDoubt, abandonment: new Cancellation(), withdrawal: new Cancellation() };
    if (lane.lifetime.isCancelled) attempt.abandonment.cancel();
    lane.state = lanes.startSending(lane.state, attempt);
    let told: CommandReport | undefined;
    try {
      told = await this.#dispatcher.send(lane.call, attempt, lane.state.quietUntil);
    } catch (error) {
      if (lane.lifetime.isCancelled || !attempt.abandonment.isCancelled) throw error;
    }
    log.debug({ call: lane.call, command: command.id, kind: command.kind }, 'command over');
    lane.state = lanes.takeAnswer(lane.state, command, {
      report: told,
      at: clock.now(),
      canWait: !this.#finishing,
    });
  }

  /** Tells the call; the commit of that moves the lane on, unless another node has reported the command meanwhile. */
  async #report(lane: Lane, stage: In<'reporting'>): Promise<void> {
    const { command, report: told } = stage;
    await this.#retry(lane, 'report', () => this.#options.report(lane.call, command, told));
    if (lane.state.stage === stage) lane.state = lanes.startSettling(lane.state, command);
  }

  /** A commit has settled the command along, or it is time to settle it. */
  #resume(lane: Lane): void {
    this.#settling.end(lane.patience);
    lane.patience = undefined;
    const { stage } = lane.state;
    if (stage.name === 'waiting')
      lane.state = lanes.startSettling(lane.state, stage.command, stage.unreported);
    void this.#drive(lane);
  }

  /** Closes in one step with the last look at `hasMore`, so that nothing is added to a lane that is about to go. */
  #close(lane: Lane): void {
    this.#lanes.delete(lane.call);
    this.#renewing.end(lane.renewal);
    if (this.#lanes.size === 0) this.#idle.tell();
  }

  /** Settles the current command, which no commit has, once the call knows of it. */
  async #settle(lane: Lane, { command, unreported }: In<'settling'>): Promise<void> {
    const { store, node } = this.#options;
    if (unreported !== undefined && (await this.#mustReport(lane, command, unreported))) {
      lane.state = lanes.startReporting(lane.state, command, unreported);
      return;
    }
    lane.state = lanes.expectOutbox(lane.state);
    const task = () => store.settle(lane.call, command.number, node);
    const commands = await this.#retry(lane, 'settle', task);
    lane.state = lanes.takeFirst(lane.state, { commands, inDoubt: false });
  }

  /** True while the call does not know what became of its command, and has to (LANE-7). */
  async #mustReport(lane: Lane, command: Command, { kind }: CommandReport): Promise<boolean> {
    const record = await this.#dispatcher.loadRecord(lane.call, command, lane.lifetime);
    if (record === undefined) return false;
    return kind === 'withdrawn'
      ? mustReportWithdrawal(command, record)
      : findAwaitedCommand(record) === command.number;
  }

  /** Asks what is first in the outbox, if this node holds the lane (LANE-3). */
  async #look(lane: Lane, inDoubt: boolean): Promise<void> {
    const { store, node, clock, leaseMs } = this.#options;
    lane.state = lanes.expectOutbox(lane.state);
    const commands = await this.#retry(lane, 'look into the outbox', async () => {
      if (!(await store.renew(lane.call, node, clock.now() + leaseMs))) return [];
      return (await store.load(lane.call))?.outbox ?? [];
    });
    lane.state = lanes.takeFirst(lane.state, { commands, inDoubt });
  }

  #keepLease(lane: Lane): void {
    lane.renewal = this.#renewing.begin(() => {
      this.#keepLease(lane);
      void this.#renew(lane);
    });
  }

  async #renew(lane: Lane): Promise<void> {
    const { call } = lane;
    const { store, clock, node, leaseMs, log } = this.#options;
    try {
      const isHeld = await store.renew(call, node, clock.now() + leaseMs);
      // Once the answer is there the settling finds out; and a lane that it has just emptied is held by nobody.
      if (lane.state.stage.name !== 'sending') return;
      if (!isHeld) giveUp(lane);
      // Another node may have been told that the call is over.
      const stored = isHeld ? await store.load(call) : undefined;
      if (stored !== undefined) lanes.cancelObsolete(lane.state, stored.record);
    } catch (error) {
      log.warn({ call, err: error }, 'a lease could not be renewed');
    }
  }

  #retry<Result>({ lifetime }: Lane, what: string, task: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#options;
    return retryWhileAway(task, { clock, log, until: lifetime, what });
  }

  /** The commands left are claimed by another node, or by this one; at once if this one stops. */
  async #letGo({ call, lifetime }: Lane, error: unknown): Promise<void> {
    const { store, node, clock, log } = this.#options;
    if (!lifetime.isCancelled) {
      this.markUnconfirmed(call);
      log.error({ call, err: error }, 'the commands of a call are left to be claimed again');
    } else if (!this.#stopped) log.warn({ call }, 'another node has taken over the commands of a call');
    else
      await store.renew(call, node, clock.now()).catch((failure: unknown) => {
        log.warn({ call, err: failure }, 'the commands of a call are free only when their lease runs out');
      });
  }
}

function giveUp({ lifetime, state: { stage } }: Lane): void {
  lifetime.cancel();
  if (stage.name === 'sending') stage.attempt.abandonment.cancel();
}

/**
 * Sends the commands of calls: those of one call in order, those of different calls concurrently.
 *
 * Owns: the lanes at work on this node and their leases. Does not own: the stages of a lane (lane.ts), the commands (the
 * store's outbox), retries of a request (the platform adapter).
 */
import { findAwaitedCommand, mustReportWithdrawal, type CallId, type Command } from '../../call/index.ts';
import type { NodeId } from '../ports/index.ts';
import { Idle } from '../receive/idle.ts';
import { Waits, type Wait } from '../receive/waits.ts';
import { Cancellation } from './cancellation.ts';
import { Dispatcher, type DispatcherOptions } from './dispatcher.ts';
import * as lanes from './lane.ts';
import type { Committed, LaneState, Stage } from './lane.ts';
import { retryWhileAway } from './retrying.ts';
import type { CommandReport } from './send.ts';
import { UnconfirmedCalls } from './unconfirmed.ts';

interface LaneOptions extends DispatcherOptions {
  node: NodeId;
  leaseMs: number;
  /** Time in which a commit may settle an answered command, ms. */
  settleAfterMs: number;
  /** Reports to the call; resolves when that is stored and the command settled with it. */
  report(call: CallId, command: Command, report: CommandReport): Promise<void>;
}

/** A lane at work. */
interface Lane {
  readonly call: CallId;
  state: LaneState;
  /** When the lane, or the attempt of its current command, began, ms since the epoch. */
  since: number;
  /** Cancelled when the lane is another node's, or this node stops. */
  readonly lifetime: Cancellation;
  /** The wait for the renewal of its lease. */
  renewal: Wait | undefined;
  /** The wait for a commit that settles the answered command. */
  patience: Wait | undefined;
}

type In<Name extends Stage['name']> = Extract<Stage, { name: Name }>;

/** Load of a node by commands. */
export interface SendingStats {
  calls: number;
  /** Age of the oldest command under way, ms; 0 where there is none. */
  oldestMs: number;
}

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<CallId, Lane>();
  readonly #idle = new Idle();
  /** Waits for a commit that settles an answered command (LANE-4). */
  readonly #settling: Waits;
  /** Waits for the renewal of a lease, three times in its length. */
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

  measureSending(): SendingStats {
    const now = this.#options.clock.now();
    let oldestMs = 0;
    for (const { since } of this.#lanes.values()) oldestMs = Math.max(oldestMs, now - since);
    return { calls: this.#lanes.size, oldestMs };
  }

  /** Returns the number of the answered command that a commit is to settle (LANE-4); 0: none. */
  getAnsweredCommand(call: CallId): number {
    const stage = this.#lanes.get(call)?.state.stage;
    return stage?.name === 'waiting' && stage.unreported?.kind !== 'withdrawn' ? stage.command.number : 0;
  }

  /** Sends the commands of a commit, if this node holds the lane. */
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

  /** Marks a call whose commit failed but may have been stored: its next commit reads the outbox. */
  markUnconfirmed(call: CallId): void {
    const { clock, leaseMs } = this.#options;
    this.#unconfirmed.add(call, clock.now() + leaseMs);
  }

  /** Takes over a claimed lane; its first command may have been sent. */
  takeClaim(call: CallId, commands: Command[]): void {
    this.#unconfirmed.remove(call);
    if (!this.#lanes.has(call)) this.#open(call, lanes.openLane({ commands, inDoubt: true }));
  }

  /** Unmarks calls whose lease had expired by then, since some node has claimed them. */
  forgetUnconfirmed(now: number): void {
    this.#unconfirmed.removeExpired(now);
  }

  /** Settles without waiting for commits from now on; resolves when every command is settled. */
  async finish(): Promise<void> {
    this.#finishing = true;
    for (const lane of this.#lanes.values()) if (lane.patience !== undefined) this.#resume(lane);
    while (this.#lanes.size > 0) await this.#idle.wait();
  }

  /** Aborts the commands in flight and sends no more; other nodes may claim the lanes. */
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

  /** Performs the effect of each stage until the lane waits for a commit or has nothing left to send. */
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
    lane.state = lanes.enterStage(lane.state, { name: 'sending', command, attempt });
    let report: CommandReport | undefined;
    try {
      report = await this.#dispatcher.send(lane.call, attempt, lane.state.quietUntil);
    } catch (error) {
      if (lane.lifetime.isCancelled || !attempt.abandonment.isCancelled) throw error;
    }
    log.debug({ call: lane.call, command: command.id, kind: command.kind }, 'command over');
    lane.state = lanes.takeAnswer(lane.state, command, {
      report,
      at: clock.now(),
      canWait: !this.#finishing,
    });
  }

  /** Reports to the call. The commit advances the lane, unless another node has reported the command meanwhile. */
  async #report(lane: Lane, stage: In<'reporting'>): Promise<void> {
    const { command, report } = stage;
    await this.#retry(lane, 'report', () => this.#options.report(lane.call, command, report));
    if (lane.state.stage === stage)
      lane.state = lanes.enterStage(lane.state, { name: 'settling', command, unreported: undefined });
  }

  /** Continues a waiting lane after a commit, or when it is time to settle. */
  #resume(lane: Lane): void {
    this.#settling.end(lane.patience);
    lane.patience = undefined;
    const { stage } = lane.state;
    if (stage.name === 'waiting') lane.state = lanes.enterStage(lane.state, { ...stage, name: 'settling' });
    void this.#drive(lane);
  }

  /** Closes a lane synchronously with the last check of `hasMore`, so that no command is added to a closing lane. */
  #close(lane: Lane): void {
    this.#lanes.delete(lane.call);
    this.#renewing.end(lane.renewal);
    if (this.#lanes.size === 0) this.#idle.notify();
  }

  /** Settles the current command, after a report to the call if that is necessary. */
  async #settle(lane: Lane, { command, unreported }: In<'settling'>): Promise<void> {
    const { store, node } = this.#options;
    if (unreported !== undefined && (await this.#mustReport(lane, command, unreported))) {
      lane.state = lanes.enterStage(lane.state, { name: 'reporting', command, report: unreported });
      return;
    }
    lane.state = lanes.expectOutbox(lane.state);
    const task = () => store.settle(lane.call, command.number, node);
    const commands = await this.#retry(lane, 'settle', task);
    lane.state = lanes.takeFirst(lane.state, { commands, inDoubt: false });
  }

  /** True when the call does not know the result of its command but must (LANE-7). */
  async #mustReport(lane: Lane, command: Command, { kind }: CommandReport): Promise<boolean> {
    const record = await this.#dispatcher.loadRecord(lane.call, command, lane.lifetime);
    if (record === undefined) return false;
    return kind === 'withdrawn'
      ? mustReportWithdrawal(command, record)
      : findAwaitedCommand(record) === command.number;
  }

  /** Reads the outbox, if this node still holds the lane (LANE-3). */
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
      // After the answer, settling detects a lost lane; and nobody holds a lane that was just emptied.
      if (lane.state.stage.name !== 'sending') return;
      if (!isHeld) giveUp(lane);
      // Another node may have received the end of the call.
      const stored = isHeld ? await store.load(call) : undefined;
      if (stored !== undefined) lanes.cancelObsolete(lane.state, stored.record);
    } catch (error) {
      log.warn({ call, err: error }, 'cannot renew a lease');
    }
  }

  #retry<Result>({ lifetime }: Lane, what: string, task: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#options;
    return retryWhileAway(task, { clock, log, until: lifetime, what });
  }

  /** Leaves the remaining commands to be claimed by any node; at once when this node stops. */
  async #letGo({ call, lifetime }: Lane, error: unknown): Promise<void> {
    const { store, node, clock, log } = this.#options;
    if (!lifetime.isCancelled) {
      this.markUnconfirmed(call);
      log.error(
        { call, err: error },
        'cannot write the result of a command; the commands of the call will be claimed again',
      );
    } else if (!this.#stopped) log.warn({ call }, 'another node has taken over the commands of a call');
    else
      await store.renew(call, node, clock.now()).catch((failure: unknown) => {
        log.warn({ call, err: failure }, 'cannot release a lease; it expires by itself');
      });
  }
}

function giveUp({ lifetime, state: { stage } }: Lane): void {
  lifetime.cancel();
  if (stage.name === 'sending') stage.attempt.abandonment.cancel();
}

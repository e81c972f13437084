/**
 * Sends the commands of calls, each call's one after another, different calls' side by side.
 *
 * Owns: which calls' commands this node is sending, and the leases on their lanes. Does not own: the commands (the
 * store's outbox says which is next), what to do when one fails (it reports), how often a request is repeated (the
 * platform adapter).
 *
 * L1 The next command of a call leaves only after the one before was answered and settled (I4).
 * L2 A command that may have been sent, by another process or by this one without an answer, is looked at before it is sent
 *    again, and a refusal that says "done before" counts as done (I4).
 * L3 A lane that was lost is let go of at once; whoever claimed it goes on.
 * L4 A command that was answered is settled by the next commit of its call if that comes soon, else by a write of its
 *    own. One whose failure the call has yet to be told is settled by that report and by nothing else.
 * L5 A command that is being sent, repetitions included, is given up when its call is over. One that nobody needs any more
 *    for another reason (call/obsolete.ts) is sent no more: it delays the next command by the attempt under way at most.
 * L6 What the end of a conversation has led to waits for a moment, since the caller may have hung up; whatever has come in
 *    by the time a command leaves is applied before.
 * L7 A command for which the call holds deadlines is not settled before the call knows that it was taken, or withdrawn; where
 *    no notification has said so by then, the write that settles it does (call/held-deadlines.ts).
 */
import { awaitedCommand, commandTraits, needsWord } from '../../call/index.ts';
import type { CallId, Command } from '../../call/index.ts';
import type { NodeId } from '../ports/index.ts';
import { Dispatcher } from './dispatcher.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { Idle } from '../receive/idle.ts';
import { expectHangUp, giveUp, goOn, isSettled, newLane, overtake, take, upNext } from './lane.ts';
import type { Committed, Lane, Next, Outbox } from './lane.ts';
import { retrying } from './retrying.ts';
import type { CommandReport, UnderWay } from './send.ts';
import { Waits } from '../receive/waits.ts';

export interface LaneOptions extends DispatcherOptions {
  node: NodeId;
  leaseMs: number;
  /** How long an answered command waits for a commit to settle it along, ms. */
  settleAfterMs: number;
  /** Tells the call; resolves when that is stored and the command settled with it. */
  report(call: CallId, command: Command, report: CommandReport): Promise<void>;
}

/** What a node has to send. */
export interface Sending {
  calls: number;
  /** How long the command has been under way that was sent first, ms; 0 where none is. */
  oldestMs: number;
}

export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<CallId, Lane>();
  readonly #idle = new Idle();
  /** For the commit that settles an answered command along (L4). */
  readonly #settling: Waits;
  /** For the time to renew a lease, three times in its length. */
  readonly #renewing: Waits;
  /**
   * Calls of which commands may be in the outbox that nobody sends: those of a failed write, or of a failed lane. With the
   * time by which any lease of this node on their lanes has run out; the earliest comes first.
   */
  readonly #unsure = new Map<CallId, number>();
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

  /** What is under way. */
  sending(): Sending {
    const now = this.#options.clock.now();
    let oldestMs = 0;
    for (const { since } of this.#lanes.values()) oldestMs = Math.max(oldestMs, now - since);
    return { calls: this.#lanes.size, oldestMs };
  }

  /** The last command of a call that was answered and is not settled yet, for a commit to settle along (L4); 0: none. */
  answered(call: CallId): number {
    const lane = this.#lanes.get(call);
    const mayNeedWord = lane?.untold?.report.kind === 'withdrawn';
    return lane?.stage === 'answered' && !mayNeedWord ? lane.current : 0;
  }

  /** A commit was made: takes up what it decided, if this node holds the lane. */
  committed(call: CallId, commit: Committed): void {
    const isUnsure = this.#unsure.delete(call);
    const lane = this.#lanes.get(call);
    if (lane !== undefined) {
      expectHangUp(lane, commit, this.#options.clock.now());
      goOn(lane, commit, isUnsure);
      overtake(lane, commit.record);
      if (lane.wait !== undefined && (isSettled(lane) || lane.hasMore)) this.#resume(lane);
    } else if (commit.lane === 'mine' && isUnsure) this.#open(call, 'unsure');
    else if (commit.lane === 'mine') this.#open(call, { commands: commit.commands, inDoubt: false }, commit);
  }

  /** A commit failed, but may have been stored: when the call moves next, its outbox has to be looked at. */
  unconfirmed(call: CallId): void {
    const { clock, leaseMs } = this.#options;
    this.#unsure.delete(call);
    this.#unsure.set(call, clock.now() + leaseMs);
  }

  /** A claim took the lane of a node that is gone, or of this one: nobody knows whether the first command was sent. */
  claimed(call: CallId, commands: Command[]): void {
    this.#unsure.delete(call);
    if (!this.#lanes.has(call)) this.#open(call, { commands, inDoubt: true });
  }

  /** Every lane whose lease had run out by then was claimed by somebody: nobody need be unsure of it any longer. */
  allClaimed(now: number): void {
    for (const [call, leaseEnd] of this.#unsure) {
      if (leaseEnd > now) return;
      this.#unsure.delete(call);
    }
  }

  /** Settles without waiting for commits from now on; resolves when every command taken up is settled. */
  async finish(): Promise<void> {
    this.#finishing = true;
    for (const lane of this.#lanes.values()) if (lane.wait !== undefined) this.#resume(lane);
    while (this.#lanes.size > 0) await this.#idle.wait();
  }

  /** Gives up what is under way and begins nothing more; the lanes are free to be claimed by the next node. */
  stop(): void {
    this.#stopped = true;
    for (const lane of this.#lanes.values()) giveUp(lane);
  }

  #open(call: CallId, begin: Outbox | 'unsure', commit?: Committed): void {
    if (this.#stopped || (begin !== 'unsure' && begin.commands.length === 0)) return;
    const now = this.#options.clock.now();
    const lane = newLane(call, now);
    if (commit !== undefined) expectHangUp(lane, commit, now);
    this.#lanes.set(call, lane);
    this.#keepLease(lane);
    void this.#drain(lane, begin === 'unsure' ? this.#look(lane, true) : take(lane, begin));
  }

  /** Sends commands from this one on, until there is none or a commit is waited for. */
  async #drain(lane: Lane, first: Next | Promise<Next>): Promise<void> {
    try {
      let next = first instanceof Promise ? await first : first;
      while (next !== undefined || lane.hasMore) {
        if (next === undefined) next = await this.#look(lane, false);
        else {
          await this.#carryOut(lane, next);
          if (this.#waitsForCommit(lane)) return;
          next = isSettled(lane) ? upNext(lane) : await this.#settle(lane);
        }
      }
    } catch (error) {
      await this.#letGo(lane, error);
    }
    this.#close(lane);
  }

  /** Sends one command; resolves when it is answered, or its failure told to the call. */
  async #carryOut(lane: Lane, underWay: UnderWay): Promise<void> {
    const { command } = underWay;
    lane.current = command.number;
    lane.since = this.#options.clock.now();
    lane.stage = 'sending';
    const report = await this.#dispatcher.send(lane, underWay);
    this.#options.log.debug({ call: lane.call, command: command.id, kind: command.kind }, 'command over');
    const isWithdrawn = report?.kind === 'withdrawn';
    const { startsClock, isNotedOnLine } = commandTraits[command.kind];
    const mayNeedWord = isWithdrawn ? startsClock || isNotedOnLine : report === undefined && startsClock;
    const takenAt = this.#options.clock.now();
    lane.untold = mayNeedWord
      ? { command, report: isWithdrawn ? report : { kind: 'taken', takenAt } }
      : undefined;
    if (report === undefined || isWithdrawn) lane.stage = 'answered';
    else await this.#report(lane, command, report);
  }

  async #report(lane: Lane, command: Command, report: CommandReport): Promise<void> {
    lane.stage = 'reporting';
    await this.#stubbornly(lane, 'report', () => this.#options.report(lane.call, command, report));
  }

  /** Leaves an answered command to the next commit (L4) for a moment, unless there is something to go on with. */
  #waitsForCommit(lane: Lane): boolean {
    if (lane.stage !== 'answered' || lane.hasMore || this.#finishing) return false;
    lane.wait = this.#settling.begin(() => {
      this.#resume(lane);
    });
    return true;
  }

  /** A commit has settled the command along, or none has in time. */
  #resume(lane: Lane): void {
    this.#settling.end(lane.wait);
    lane.wait = undefined;
    const next = isSettled(lane) ? upNext(lane) : this.#settle(lane);
    if (next === undefined && !lane.hasMore) this.#close(lane);
    else void this.#drain(lane, next);
  }

  /** In one step with the last look at `hasMore`, so that nothing is added to a lane that is about to go. */
  #close(lane: Lane): void {
    this.#lanes.delete(lane.call);
    this.#renewing.end(lane.renewal);
    if (this.#lanes.size === 0) this.#idle.tell();
  }

  /** Settles the current command, which no commit has; gives what is next. */
  async #settle(lane: Lane): Promise<Next> {
    const { store, node } = this.#options;
    if (await this.#hasTold(lane)) return upNext(lane);
    lane.stage = 'asking';
    lane.hasMore = false;
    const settle = () => store.settle(lane.call, lane.current, node);
    return take(lane, { commands: await this.#stubbornly(lane, 'settle', settle), inDoubt: false });
  }

  /** Tells the call what became of its command where it does not know yet (L7); true when that has settled the command. */
  async #hasTold(lane: Lane): Promise<boolean> {
    const { untold } = lane;
    if (untold === undefined) return false;
    const { command, report } = untold;
    const record = await this.#dispatcher.recordOf(lane, command);
    if (record === undefined) return false;
    const isAwaited = awaitedCommand(record) === command.number;
    if (!(report.kind === 'withdrawn' ? needsWord(command, record) : isAwaited)) return false;
    await this.#report(lane, command, report);
    return isSettled(lane);
  }

  /** What is first in the outbox, if this node holds the lane (L3). */
  #look(lane: Lane, inDoubt: boolean): Promise<Next> {
    const { store, node, clock, leaseMs } = this.#options;
    lane.stage = 'asking';
    lane.hasMore = false;
    return this.#stubbornly(lane, 'look into the outbox', async () => {
      if (!(await store.renew(lane.call, node, clock.now() + leaseMs))) return undefined;
      return take(lane, { commands: (await store.load(lane.call))?.outbox ?? [], inDoubt });
    });
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
      if (lane.stage !== 'sending') return;
      if (!isHeld) giveUp(lane);
      // Another node may have been told that the call is over.
      const stored = isHeld ? await store.load(call) : undefined;
      if (stored !== undefined) overtake(lane, stored.record);
    } catch (error) {
      log.warn({ call, err: error }, 'a lease could not be renewed');
    }
  }

  #stubbornly<Result>({ underWay }: Lane, what: string, task: () => Promise<Result>): Promise<Result> {
    const { clock, log } = this.#options;
    return retrying(task, { clock, log, signal: underWay.signal, what });
  }

  /** The commands left are claimed by another node, or by this one; at once if this one stops. */
  async #letGo({ call, isGivenUp }: Lane, error: unknown): Promise<void> {
    const { store, node, clock, log } = this.#options;
    if (!isGivenUp) {
      this.unconfirmed(call);
      log.error({ call, err: error }, 'the commands of a call are left to be claimed again');
    } else if (!this.#stopped) log.warn({ call }, 'another node has taken over the commands of a call');
    else
      await store.renew(call, node, clock.now()).catch((failure: unknown) => {
        log.warn({ call, err: failure }, 'the commands of a call are free only when their lease runs out');
      });
  }
}

/**
 * The protocol by which the commands of one call are sent: the stages of its lane, and the transitions between them. The
 * transitions are pure; lanes.ts performs the effects of each stage.
 *
 *   looking ─→ ready ─→ sending ─┬─→ reporting ─┬─(commit)─→ ready, or done
 *                                └─→ waiting ───┤
 *                                               └─→ settling ─→ ready, or done
 *
 * LANE-1 The next command of a call is sent only after the previous one was answered and settled (I4).
 * LANE-2 A command in doubt, which another process or this one may have sent without an answer, is checked before it is sent
 *    again, and a refusal that shows that it was carried out counts as success (I4).
 * LANE-3 A lost lane is abandoned at once; the node that claimed it continues.
 * LANE-4 An answered command is settled by the next commit of its call if that comes soon, else by a separate write. A
 *    failure that the call has to know of is settled by the commit of its report and by nothing else.
 * LANE-5 A command in flight, retries included, is aborted when its call is over. A command that is obsolete for another
 *    reason (call/obsolete.ts) is withdrawn: it delays the next command by at most the current attempt.
 * LANE-6 Commands wait briefly after the end of a bridge, since the remote party may have hung up; events received before a
 *    command is sent are applied first.
 * LANE-7 A command for which the call holds deadlines is not settled before the call knows that it was accepted or withdrawn;
 *    if no notification has said so by then, the lane reports it (call/held-deadlines.ts).
 */
import { commandTraits, isBeyondCall, isObsolete } from '../../call/index.ts';
import type { CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Lane as Holder } from '../ports/index.ts';
import type { Attempt, CommandReport } from './send.ts';

/** Maximum time between the notifications of the end of a bridge and of the call, ms, when the caller has hung up: a few round trips. */
const HANG_UP_FOLLOWS_MS = 200;

export type Stage =
  /** The store is asked for the first command of the outbox, which may have been sent before. */
  | { name: 'looking' }
  /** The next command is known. */
  | { name: 'ready'; command: Command; inDoubt: boolean }
  | { name: 'sending'; command: Command; attempt: Attempt }
  /** The result is reported to the call, in a commit that settles the command. */
  | { name: 'reporting'; command: Command; report: CommandReport }
  /** The command is answered; the next commit may settle it (LANE-4). `unreported`: the call may have to know of it (LANE-7). */
  | { name: 'waiting'; command: Command; unreported: CommandReport | undefined }
  /** The answered command is settled by a separate write, after a report to the call if that is necessary. */
  | { name: 'settling'; command: Command; unreported: CommandReport | undefined }
  /** The last command is settled and the next one is unknown; if the outbox may hold one, the store is asked. */
  | { name: 'done' };

export interface LaneState {
  readonly stage: Stage;
  /** The outbox may hold commands after the current one. */
  readonly hasMore: boolean;
  /** Until when commands wait for the news that the caller has hung up (LANE-6), ms since the epoch; 0: they do not wait. */
  readonly quietUntil: number;
}

/** The parts of a commit that concern lanes. */
export interface Committed {
  record: CallRecord;
  trace: TraceEntry;
  lane: Holder;
  commands: Command[];
  /** All commands up to this number were settled with it; 0: none. */
  settled: number;
}

/** Commands to be sent, in order; the first may have been sent. */
interface Outbox {
  commands: Command[];
  inDoubt: boolean;
}

/** The lane of a call whose outbox is unknown: its first command may have been sent. */
export const UNCONFIRMED: LaneState = { stage: { name: 'looking' }, hasMore: false, quietUntil: 0 };

const DONE: Stage = { name: 'done' };
const EMPTY: LaneState = { stage: DONE, hasMore: false, quietUntil: 0 };

/** Opens a lane for the commands of a commit, made at a time, or of a claim. */
export function openLane(outbox: Outbox, commit?: Committed, now = 0): LaneState {
  return takeFirst(commit === undefined ? EMPTY : expectHangUp(EMPTY, commit, now), outbox);
}

/** Makes the first command of the outbox ready. */
export function takeFirst(state: LaneState, { commands: [first, second], inDoubt }: Outbox): LaneState {
  const stage: Stage = first === undefined ? DONE : { name: 'ready', command: first, inDoubt };
  return { ...state, stage, hasMore: state.hasMore || second !== undefined };
}

/** Prepares for reading the outbox: only commands of later commits can be missing in it. */
export function expectOutbox(state: LaneState): LaneState {
  return { ...state, hasMore: false };
}

/** Moves a lane to another stage. */
export function enterStage(state: LaneState, stage: Stage): LaneState {
  return { ...state, stage };
}

/** Takes the end of an attempt at a time. `report`: undefined when the call need not know of it. */
export function takeAnswer(
  state: LaneState,
  command: Command,
  { report, at, canWait }: { report: CommandReport | undefined; at: number; canWait: boolean },
): LaneState {
  if (report !== undefined && report.kind !== 'withdrawn' && report.kind !== 'taken')
    return enterStage(state, { name: 'reporting', command, report });
  const { startsClock, isNotedOnLine } = commandTraits[command.kind];
  const mayNeedReport = startsClock || (report !== undefined && isNotedOnLine);
  const unreported: CommandReport | undefined = mayNeedReport
    ? (report ?? { kind: 'taken', takenAt: at })
    : undefined;
  const name = canWait && !state.hasMore ? 'waiting' : 'settling';
  return enterStage(state, { name, command, unreported });
}

/** Takes a commit of the call. `isUnsure`: an earlier commit failed but may have added commands to the outbox. */
export function takeCommit(
  state: LaneState,
  commit: Committed,
  { now, isUnsure }: { now: number; isUnsure: boolean },
): LaneState {
  const { lane: holder, commands, settled } = commit;
  const expecting = expectHangUp(state, commit, now);
  const { stage } = state;
  const [first] = commands;
  const isOurs = holder === 'mine';
  const isOpen = stage.name === 'waiting' || stage.name === 'reporting';
  if (!isOpen || settled < stage.command.number)
    return isOurs && (first !== undefined || isUnsure) ? { ...expecting, hasMore: true } : expecting;
  // When a number is missing, another node has added commands in between.
  const isNext = isOurs && first?.number === settled + 1;
  const next = takeFirst(expecting, { commands: isNext ? commands : [], inDoubt: false });
  return isOurs && !isNext ? { ...next, hasMore: true } : next;
}

/** Cancels the current attempt if a commit has made its command obsolete (LANE-5). */
export function cancelObsolete({ stage }: LaneState, record: CallRecord): void {
  // A command that is only known to be carried out is not cancelled (I4): the next one must wait for its answer.
  if (stage.name !== 'sending' || !isObsolete(stage.command, record)) return;
  const { abandonment, withdrawal } = stage.attempt;
  if (isBeyondCall(stage.command.kind, record)) abandonment.cancel();
  else withdrawal.cancel();
}

/** Delays commands when the end of a bridge may mean that the caller has hung up. */
function expectHangUp(state: LaneState, { trace: { event } }: Committed, now: number): LaneState {
  const mayBeHangUp = event.type === 'unbridged' && ['normal', 'unknown'].includes(event.reason);
  return mayBeHangUp ? { ...state, quietUntil: now + HANG_UP_FOLLOWS_MS } : state;
}

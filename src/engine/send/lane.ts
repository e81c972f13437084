/**
 * The protocol by which the commands of one call are sent: the stages of its lane, and the transitions between them. The
 * transitions are pure; lanes.ts performs the effects of each stage.
 *
 *   looking ─→ ready ─→ sending ─┬─→ reporting ─┬─(commit)─→ ready, or done
 *                                └─→ waiting ───┤
 *                                               └─→ settling ─→ ready, or done
 *
 * LANE-1 The next command of a call leaves only after the one before was answered and settled (I4).
 * LANE-2 A command that may have been sent, by another process or by this one without an answer, is looked at before it is
 *    sent again, and a refusal that says "done before" counts as done (I4).
 * LANE-3 A lane that was lost is given up at once; the node that claimed it goes on.
 * LANE-4 A command that was answered is settled by the next commit of its call if that comes soon, else by a write of its
 *    own. One whose failure the call has yet to be told is settled by that report and by nothing else.
 * LANE-5 A command that is being sent, repetitions included, is abandoned when its call is over. One that nobody needs any
 *    more for another reason (call/obsolete.ts) is withdrawn: it delays the next command by the attempt under way at most.
 * LANE-6 Commands wait a moment after the end of a bridge, since the remote party may have hung up; whatever has come in by
 *    the time a command leaves is applied before.
 * LANE-7 A command for which the call holds deadlines is not settled before the call knows that it was taken, or withdrawn;
 *    where no notification has said so by then, the lane reports it (call/held-deadlines.ts).
 */
import { commandTraits, isBeyondCall, isObsolete } from '../../call/index.ts';
import type { CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Lane as Holder } from '../ports/index.ts';
import type { Attempt, CommandReport } from './send.ts';

/**
 * Maximum time between the end of a bridge and the report of the call's end, ms, where the caller has hung up: the
 * second notification may follow the answer to the first, a round trip or two later.
 */
const HANG_UP_FOLLOWS_MS = 200;

export type Stage =
  /** The store is asked for the first command of the outbox, which may have been sent before. */
  | { name: 'looking' }
  /** The next command is known. */
  | { name: 'ready'; command: Command; inDoubt: boolean }
  | { name: 'sending'; command: Command; attempt: Attempt }
  /** The call is told what became of the command, in a commit that settles it. */
  | { name: 'reporting'; command: Command; report: CommandReport }
  /** For a commit that settles the answered command along (LANE-4). `unreported`: the call may have to be told (LANE-7). */
  | { name: 'waiting'; command: Command; unreported: CommandReport | undefined }
  /** The answered command is settled by a write of its own, once the call knows what it has to know. */
  | { name: 'settling'; command: Command; unreported: CommandReport | undefined }
  /** The last command is settled, and the next one is not known: the store is asked where the outbox may hold one. */
  | { name: 'done' };

export interface LaneState {
  readonly stage: Stage;
  /** The outbox may hold commands behind the one that the stage names. */
  readonly hasMore: boolean;
  /** When commands stop waiting for word that the caller has hung up (LANE-6), ms since the epoch; 0: they do not wait. */
  readonly quietUntil: number;
}

/** A commit as far as lanes are concerned. */
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

/** Prepares for the outbox that the store is asked for: only commands of later commits may be missing in it. */
export function expectOutbox(state: LaneState): LaneState {
  return { ...state, hasMore: false };
}

/** Begins an attempt of the command that was ready. */
export function startSending(state: LaneState, attempt: Attempt): LaneState {
  return { ...state, stage: { name: 'sending', command: attempt.command, attempt } };
}

/** Takes the end of an attempt, at a time. `startReporting`: undefined where the call need not know of it. */
export function takeAnswer(
  state: LaneState,
  command: Command,
  { report, at, canWait }: { report: CommandReport | undefined; at: number; canWait: boolean },
): LaneState {
  if (report !== undefined && report.kind !== 'withdrawn')
    return { ...state, stage: { name: 'reporting', command, report } };
  const { startsClock, isNotedOnLine } = commandTraits[command.kind];
  const mayNeedWord = startsClock || (report !== undefined && isNotedOnLine);
  const unreported: CommandReport | undefined = mayNeedWord
    ? (report ?? { kind: 'taken', takenAt: at })
    : undefined;
  const name = canWait && !state.hasMore ? 'waiting' : 'settling';
  return { ...state, stage: { name, command, unreported } };
}

/** Settles the answered command by a write of its own. */
export function startSettling(state: LaneState, command: Command, unreported?: CommandReport): LaneState {
  return { ...state, stage: { name: 'settling', command, unreported } };
}

/** Reports a command to its call before the command is settled (LANE-7). */
export function startReporting(state: LaneState, command: Command, told: CommandReport): LaneState {
  return { ...state, stage: { name: 'reporting', command, report: told } };
}

/** Takes a commit of the call. `isUnsure`: an earlier commit failed, and may have added to the outbox all the same. */
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
  // Where a number is missing, another node has decided something in between.
  const isNext = isOurs && first?.number === settled + 1;
  const next = takeFirst(expecting, { commands: isNext ? commands : [], inDoubt: false });
  return isOurs && !isNext ? { ...next, hasMore: true } : next;
}

/** Ends the attempt under way as far as nobody needs it after a commit (LANE-5). */
export function cancelObsolete({ stage }: LaneState, record: CallRecord): void {
  // Not what is only needless by what came in since (I4): where the call goes on, the next command must wait for this one.
  if (stage.name !== 'sending' || !isObsolete(stage.command, record)) return;
  const { abandonment, withdrawal } = stage.attempt;
  if (isBeyondCall(stage.command.kind, record)) abandonment.cancel();
  else withdrawal.cancel();
}

/** Delays commands where the caller may have hung up, also where the platform gives no reason for the end of the bridge. */
function expectHangUp(state: LaneState, { trace: { event } }: Committed, now: number): LaneState {
  const mayBeHangUp = event.type === 'unbridged' && ['normal', 'unknown'].includes(event.reason);
  return mayBeHangUp ? { ...state, quietUntil: now + HANG_UP_FOLLOWS_MS } : state;
}

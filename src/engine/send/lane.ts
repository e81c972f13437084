/** One lane at work: how far it has come, and what a commit of its call means to it. Changed by `Lanes` and nobody else. */
import { isBeyondCall, isObsolete } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Lane as LaneState } from '../ports/index.ts';
import type { CommandReport, UnderWay } from './send.ts';
import type { Sending } from './sending.ts';
import type { Wait } from '../receive/waits.ts';

/**
 * How soon after the end of a bridge the platform tells that the call has ended too, ms, where the caller has hung up: the one
 * notification may follow the answer to the other, a round trip or two later.
 */
const HANG_UP_FOLLOWS_MS = 200;

/** A commit as far as the lanes are concerned. */
export interface Committed {
  record: CallRecord;
  trace: TraceEntry;
  lane: LaneState;
  commands: Command[];
  /** All commands up to this number were settled with it; 0: none. */
  settled: number;
}

/** Commands to be sent, in order; the first may have been sent. */
export interface Outbox {
  commands: Command[];
  inDoubt: boolean;
}

export interface Lane {
  call: CallId;
  /** Since when the lane, or its current command, is under way, ms since the epoch. */
  since: number;
  /** Number of the command under way. */
  current: number;
  /**
   * How far it has come: on its way to the platform; refused, and the call is being told; answered, so that a commit
   * settles it along (L4); settled by a commit. Or the store is being asked what is next.
   */
  stage: 'asking' | 'sending' | 'reporting' | 'answered' | 'settled';
  /** What the commit that settled the current command wants sent next. */
  next: Command | undefined;
  /** There may be commands in the outbox behind the current one and `next`. */
  hasMore: boolean;
  /** For the commit that settles the current command along, where it is waited for. */
  wait: Wait | undefined;
  /** Until its lease is to be renewed. */
  renewal: Wait | undefined;
  /** What is being sent, until the platform has answered. */
  sending: Sending | undefined;
  /** The current command where it was answered or withdrawn, and what the call is told of that if it does not know. */
  untold: { command: Command; report: CommandReport } | undefined;
  /** Until when commands wait for word that the caller has hung up, ms since the epoch; 0: they do not. */
  quietUntil: number;
  /** The lane is no longer this node's, or the node stops. */
  isGivenUp: boolean;
  /** Ends what is under way; another one once a command was given up alone. */
  underWay: AbortController;
}

/** What a lane sends next; undefined: nothing that is known of. */
export type Next = UnderWay | undefined;

/** A lane at work on a call. */
export function newLane(call: CallId, since: number): Lane {
  return {
    call,
    since,
    current: 0,
    stage: 'asking',
    next: undefined,
    hasMore: false,
    wait: undefined,
    renewal: undefined,
    sending: undefined,
    untold: undefined,
    quietUntil: 0,
    isGivenUp: false,
    underWay: new AbortController(),
  };
}

/**
 * Has the commands of a lane wait a moment where the caller may have ended a conversation by hanging up: also where the
 * platform gives no reason for the end of the bridge, or one that we do not know.
 */
export function expectHangUp(lane: Lane, { trace: { event } }: Committed, now: number): void {
  const mayBeHangUp = event.type === 'unbridged' && ['normal', 'unknown'].includes(event.reason);
  if (mayBeHangUp) lane.quietUntil = now + HANG_UP_FOLLOWS_MS;
}

/** What a commit means for the lane that is at work on its call. */
export function goOn(lane: Lane, { lane: held, commands, settled }: Committed, isUnsure: boolean): void {
  const [first] = commands;
  const isOpen = lane.stage === 'answered' || lane.stage === 'reporting';
  if (isOpen && settled >= lane.current) {
    lane.stage = 'settled';
    // Where a number is missing, another node has decided something in between.
    lane.next = first?.number === settled + 1 && held === 'mine' ? first : undefined;
    if (held === 'mine' && (lane.next === undefined || commands.length > 1)) lane.hasMore = true;
  } else if (held === 'mine' && (first !== undefined || isUnsure)) lane.hasMore = true;
}

/** Ends what is being sent as far as nobody needs it any more, as the call stands now. */
export function overtake({ sending, underWay }: Lane, record: CallRecord): void {
  // Not what is only needless by what came in since (I4): where the call goes on, the next command must wait for this one.
  if (sending === undefined || !isObsolete(sending.command, record)) return;
  if (!isBeyondCall(sending.command.kind, record)) {
    sending.withdraw();
    return;
  }
  sending.isOvertaken = true;
  underWay.abort();
}

/** Ends whatever the lane does. */
export function giveUp(lane: Lane): void {
  lane.isGivenUp = true;
  lane.underWay.abort();
}

/** The next command, where the commit that settled the one before has decided it. */
export function upNext(lane: Lane): Next {
  const { next } = lane;
  lane.next = undefined;
  return next && { command: next, inDoubt: false };
}

/** The first command of an outbox; the lane notes that there are more. */
export function take(lane: Lane, { commands: [first, second], inDoubt }: Outbox): Next {
  if (second !== undefined) lane.hasMore = true;
  return first && { command: first, inDoubt };
}

/** Whether a commit has settled the current command meanwhile. */
export function isSettled({ stage }: Lane): boolean {
  return stage === 'settled';
}

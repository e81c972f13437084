/** Lists moves that time brings: plays end, questions time out, deadlines pass. Only the earliest is a move. */
import { BRIDGE_LIMIT, LIMIT } from '../../call/index.ts';
import type { CallEvent } from '../../call/index.ts';
import type { MachineState } from '../../language/model/index.ts';
import { letRingOn, reportTime } from './line.ts';
import type { Move } from './move.ts';
import type { Situation } from './situation.ts';
import { findTransitions } from './states-at.ts';

/** Lists the next move if nobody acts; empty if nothing ever happens. */
export function listTimeMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  // The platform always reports the result of a dial.
  if (situation.line.isDialing) return [];
  const deadline = findFirstDeadline(situation);
  const told = createPlatformEvent(situation);
  if (told !== undefined && (deadline === undefined || told.at <= deadline.at))
    return [createPlayEnd(situation, told)];
  if (deadline === undefined) return [];
  const { kind, at } = deadline;
  const { calling } = situation.line;
  if (kind === 'timer' && calling !== undefined && findTransitions(states, 'bridged').length > 0)
    return [createRingTimeout(situation, calling, at)];
  const isAsking =
    situation.line.play?.listens === true || situation.record.context.input.decision === 'more';
  return [
    {
      deed: { kind: kind === 'limit' ? 'limit' : isAsking ? 'stays_silent' : 'passes' },
      from: situation,
      event: { type: 'wake', at },
      isCooperative: kind === 'timer' && !isAsking,
      silentMs: isAsking ? 0 : at - situation.at,
    },
  ];
}

function createRingTimeout(situation: Situation, number: string, at: number): Move {
  return {
    deed: { kind: 'party', number, does: 'no_answer' },
    from: { ...situation, line: letRingOn(situation.line, situation.at) },
    event: { type: 'wake', at },
    isCooperative: false,
  };
}

function createPlayEnd(situation: Situation, event: CallEvent): Move {
  const { play, ...line } = situation.line;
  const isAsking = play?.listens === true;
  return {
    deed: { kind: isAsking ? 'stays_silent' : 'passes' },
    from: { ...situation, line },
    event,
    isCooperative: !isAsking,
    silentMs: 0,
  };
}

/** Returns the event that the platform sends at the end of a play that nobody answered. */
function createPlatformEvent({ line: { play }, at }: Situation): CallEvent | undefined {
  if (play === undefined) return undefined;
  const { ref: promptRef, listens, words } = play;
  const told = reportTime({ listens, endsAt: Math.max(at, play.endsAt) });
  if (!listens) return { type: 'played', promptRef, at: told };
  if (!words) return { type: 'silence', promptRef, at: told };
  return { type: 'speech', heard: 'timeout', text: '', promptRef, at: told };
}

/** Returns the first deadline of the call. Its limits count only if there is no other deadline. */
function findFirstDeadline({ record, at }: Situation): { kind: 'timer' | 'limit'; at: number } | undefined {
  const { [LIMIT]: limit, [BRIDGE_LIMIT]: bridgeLimit, ...timers } = record.timers;
  const first = Math.min(...Object.values(timers));
  if (Number.isFinite(first)) return { kind: 'timer', at: Math.max(at, first) };
  const last = bridgeLimit ?? limit;
  return last === undefined ? undefined : { kind: 'limit', at: Math.max(at, last) };
}

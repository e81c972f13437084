/** Lists the moves of everybody else: called parties, web services, stream receivers, recipients of messages. */
import type { EndReason } from '../../call/index.ts';
import type { MachineState } from '../../language/model/index.ts';
import { A_MOMENT_MS } from './caller-moves.ts';
import { answerLine, bridgeLine, overLine, RING_MS, unbridgeLine, stopCalling } from '../situations/index.ts';
import type { Line } from '../situations/index.ts';
import type { Move } from './move.ts';
import type { Situation } from '../situations/index.ts';
import { findTransitions } from './states-at.ts';
import { listWebMoves } from './web-moves.ts';
import type { Running } from './web-moves.ts';

/** Lists the moves that are possible now. */
export function listOtherMoves(
  situation: Situation,
  states: readonly MachineState[],
  running: Running,
): Move[] {
  return [
    ...listCalleeMoves(situation),
    ...listPartyMoves(situation, states),
    ...listWebMoves(situation, states, running),
    ...listStreamMoves(situation, states),
    ...listDeliveryMoves(situation, states),
    ...listRoomMoves(situation, states),
  ];
}

function changeLine(situation: Situation, line: Partial<Line>): Situation {
  return { ...situation, line: { ...situation.line, ...line } };
}

const NOT_REACHED = [
  ['busy', 'busy'],
  ['rejects', 'rejected'],
] as const satisfies [string, EndReason][];

function listCalleeMoves(situation: Situation): Move[] {
  if (!situation.line.isDialing) return [];
  const at = situation.at + RING_MS;
  const answers: Move = {
    deed: { kind: 'callee', does: 'answers' },
    from: { ...situation, line: answerLine(situation.line, at) },
    event: { type: 'connected', at },
    isCooperative: true,
  };
  const others = [...NOT_REACHED, ['no_answer', 'no_answer'] as const].map(([does, reason]): Move => ({
    deed: { kind: 'callee', does },
    from: { ...situation, line: overLine },
    event: { type: 'disconnected', reason, at },
    isCooperative: false,
  }));
  return [answers, ...others];
}

function listPartyMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { line } = situation;
  const { calling, partner } = line;
  if (partner !== undefined) return [createPartyHangUp(situation, partner)];
  if (calling === undefined || findTransitions(states, 'bridged').length === 0) return [];
  const at = situation.at + RING_MS;
  return [
    {
      deed: { kind: 'party', number: calling, does: 'answers' },
      from: { ...situation, line: bridgeLine(line, calling) },
      event: { type: 'bridged', at },
      isCooperative: true,
    },
    ...NOT_REACHED.map(([does, reason]): Move => ({
      deed: { kind: 'party', number: calling, does },
      from: { ...situation, line: stopCalling(line) },
      event: { type: 'unbridged', reason, at },
      isCooperative: false,
    })),
  ];
}

/** Duration of a conversation, ms. */
const TALK_MS = 60_000;

function createPartyHangUp(situation: Situation, number: string): Move {
  return {
    deed: { kind: 'party', number, does: 'hangs_up' },
    from: { ...situation, line: unbridgeLine(situation.line) },
    event: { type: 'unbridged', reason: 'normal', at: situation.at + TALK_MS },
    isCooperative: true,
  };
}

function listStreamMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  if (!situation.line.isStreaming || findTransitions(states, 'stream_ended').length === 0) return [];
  return (['ends', 'breaks'] as const).map((how) => ({
    deed: { kind: 'stream', how },
    from: changeLine(situation, { isStreaming: false }),
    event: { type: 'stream_ended', failed: how === 'breaks', at: situation.at + A_MOMENT_MS },
    isCooperative: how === 'ends',
  }));
}

function listDeliveryMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { command: number, open } = situation.record.context.deliveries;
  if (open.length === 0 || findTransitions(states, 'delivery').length === 0) return [];
  return (['delivered', 'failed'] as const).map((status) => ({
    deed: { kind: 'phone', number: open[0] ?? '', does: status === 'failed' ? 'fails' : 'delivers' },
    from: situation,
    event: {
      type: 'delivery',
      number,
      reports: open.map((to) => ({ to, status })),
      at: situation.at + A_MOMENT_MS,
    },
    isCooperative: status === 'delivered',
  }));
}

function listRoomMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  if (!situation.line.isJoining || findTransitions(states, 'joined').length === 0) return [];
  return [
    {
      deed: { kind: 'passes' },
      from: changeLine(situation, { isJoining: false, isInRoom: true }),
      event: { type: 'joined', at: situation.at + A_MOMENT_MS },
      isCooperative: true,
    },
  ];
}

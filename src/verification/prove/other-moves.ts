/** Moves of everybody else: called parties, web services, stream receivers, phones that receive messages. */
import type { EndReason, WebAnswer, WebRequest } from '../../call/index.ts';
import { shownUrl } from '../../call/index.ts';
import type { Assignment, FlowPart, MachineState } from '../../language/model/index.ts';
import { A_MOMENT_MS } from './caller-moves.ts';
import { answerFor } from './json-for.ts';
import { answeredLine, bridgedLine, overLine, RING_MS, unbridgedLine, withNobodyCalled } from './line.ts';
import type { Line } from './line.ts';
import type { Move, WebDeed } from './move.ts';

import type { Situation } from './situation.ts';
import { transitionsFor } from './states-at.ts';

/** Lists the moves that are possible now. */
export function otherMoves(situation: Situation, states: readonly MachineState[], part: FlowPart): Move[] {
  return [
    ...calleeMoves(situation),
    ...partyMoves(situation, states),
    ...webMoves(situation, states, part),
    ...streamMoves(situation, states),
    ...deliveryMoves(situation, states),
    ...roomMoves(situation, states),
  ];
}

function changed(situation: Situation, line: Partial<Line>): Situation {
  return { ...situation, line: { ...situation.line, ...line } };
}

const NOT_REACHED = [
  ['busy', 'busy'],
  ['rejects', 'rejected'],
] as const satisfies [string, EndReason][];

function calleeMoves(situation: Situation): Move[] {
  if (!situation.line.isDialing) return [];
  const at = situation.at + RING_MS;
  const answers: Move = {
    deed: { kind: 'callee', does: 'answers' },
    from: { ...situation, line: answeredLine(situation.line, at) },
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

function partyMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { line } = situation;
  const { calling, partner } = line;
  if (partner !== undefined) return [leaves(situation, partner)];
  if (calling === undefined || transitionsFor(states, 'bridged').length === 0) return [];
  const at = situation.at + RING_MS;
  return [
    {
      deed: { kind: 'party', number: calling, does: 'answers' },
      from: { ...situation, line: bridgedLine(line, calling) },
      event: { type: 'bridged', at },
      isCooperative: true,
    },
    ...NOT_REACHED.map(([does, reason]): Move => ({
      deed: { kind: 'party', number: calling, does },
      from: { ...situation, line: withNobodyCalled(line) },
      event: { type: 'unbridged', reason, at },
      isCooperative: false,
    })),
  ];
}

/** Duration of a conversation, ms. */
const TALK_MS = 60_000;

function leaves(situation: Situation, number: string): Move {
  return {
    deed: { kind: 'party', number, does: 'hangs_up' },
    from: { ...situation, line: unbridgedLine(situation.line) },
    event: { type: 'unbridged', reason: 'normal', at: situation.at + TALK_MS },
    isCooperative: true,
  };
}

/** Response time of a working service, ms. */
const ANSWER_MS = 300;

function webMoves(situation: Situation, states: readonly MachineState[], part: FlowPart): Move[] {
  const { request, record, at } = situation;
  const [taken] = transitionsFor(states, 'answered');
  if (request === undefined || taken === undefined) return [];
  const { timeoutMs } = request;
  const answers: { answer: WebDeed; told: WebAnswer }[] = [
    ...answersThatFit(savedBy(taken), part),
    ...[404, 500].map((status) => ({ answer: { status }, told: { status, headers: {}, body: '' } })),
    { answer: 'timeout', told: { failed: 'timeout', message: `no answer within ${timeoutMs} ms` } },
    { answer: 'unreachable', told: { failed: 'unreachable', message: 'the service cannot be reached' } },
  ];
  return answers.map(({ answer, told }) => ({
    deed: { kind: 'web', request: nameOf(request), answer, timeoutMs },
    from: situation,
    event: {
      type: 'answered',
      visit: record.context.visit.number,
      answer: told,
      at: at + (answer === 'timeout' ? timeoutMs : ANSWER_MS),
    },
    isCooperative: typeof answer === 'object' && 'json' in answer,
    silentMs: Math.min(timeoutMs, untilFiller(situation)),
  }));
}

/** Names a request as scenarios do: `GET /news`. */
export function nameOf({ method, url }: WebRequest): string {
  return `${method} ${URL.canParse(url) ? new URL(url).pathname : shownUrl(url)}`;
}

/** Returns the time until the filler starts: the first deadline that is not the one of the request. */
function untilFiller({ record, at }: Situation): number {
  return Math.min(...Object.values(record.timers)) - at;
}

function savedBy({ actions = [] }: NonNullable<MachineState['always']>[number]): Assignment[] {
  return actions.flatMap((action) => (action.type === 'take_answer' ? action.params.save : []));
}

function answersThatFit(save: readonly Assignment[], part: FlowPart) {
  const json = answerFor(save, part);
  const body = JSON.stringify(json);
  return [
    { answer: { json }, told: { status: 200, headers: { 'content-type': 'application/json' }, body } },
  ] satisfies { answer: WebDeed; told: WebAnswer }[];
}

function streamMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  if (!situation.line.isStreaming || transitionsFor(states, 'stream_ended').length === 0) return [];
  return (['ends', 'breaks'] as const).map((how) => ({
    deed: { kind: 'stream', how },
    from: changed(situation, { isStreaming: false }),
    event: { type: 'stream_ended', failed: how === 'breaks', at: situation.at + A_MOMENT_MS },
    isCooperative: how === 'ends',
  }));
}

function deliveryMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  const { command: number, open } = situation.record.context.deliveries;
  if (open.length === 0 || transitionsFor(states, 'delivery').length === 0) return [];
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

function roomMoves(situation: Situation, states: readonly MachineState[]): Move[] {
  if (!situation.line.isJoining || transitionsFor(states, 'joined').length === 0) return [];
  return [
    {
      deed: { kind: 'passes' },
      from: changed(situation, { isJoining: false, isInRoom: true }),
      event: { type: 'joined', at: situation.at + A_MOMENT_MS },
      isCooperative: true,
    },
  ];
}

/** Resolves commands in doubt in virtual time by the rules of the engine (I4). */
import type { CallEvent, Command } from '../../call/index.ts';
import { toDoneReport, decideFate, getGraceMs, toReportEvent, wasCarriedOut } from '../../engine/index.ts';
import type { Situation } from '../testkit/index.ts';
import { isDoneCode } from '../../platform/wire/index.ts';

/** Returns how long a long-running node waits for evidence before it resolves a command in doubt, ms. */
export function listeningTime({ kind }: Command): number {
  return getGraceMs(kind, Infinity);
}

/** Returns the event for a command that another node may have sent. */
export function resolveDoubt(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  const fate = decideFate(command, call);
  if (fate === 'moot') return undefined;
  return fate === 'done' ? createDoneEvent(command, call) : sendAgain(command, call, carryOut);
}

/** Returns the event for a command that was sent without an answer, unless another event has reported it. */
export function resolveUnanswered(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  return wasCarriedOut(command, call.trace)
    ? createDoneEvent(command, call)
    : sendAgain(command, call, carryOut);
}

/** A refusal that says "done before" counts as done. */
function sendAgain(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  const answer = carryOut();
  const isDone = answer?.type === 'command_failed' && isDoneCode(command, answer.failure.code);
  return isDone ? createDoneEvent(command, call) : answer;
}

function createDoneEvent(command: Command, { now: at }: Situation): CallEvent | undefined {
  const report = toDoneReport(command, {});
  return report && { ...toReportEvent(command, report), at };
}

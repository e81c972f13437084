/** Resolves commands in doubt in virtual time by the rules of the engine (I4). */
import type { CallEvent, Command } from '../../call/index.ts';
import { doneReport, fateOf, graceMs, toldOf, wasCarriedOut } from '../../engine/index.ts';
import type { Situation } from '../testkit/index.ts';
import { countsAsDone } from '../../platform/wire/index.ts';

/** Returns how long a long-running node waits for evidence before it resolves a command in doubt, ms. */
export function listensMs({ kind }: Command): number {
  return graceMs(kind, Infinity);
}

/** Returns the event for a command that another node may have sent. */
export function resolved(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  const fate = fateOf(command, call);
  if (fate === 'moot') return undefined;
  return fate === 'done' ? doneEvent(command, call) : sentAgain(command, call, carryOut);
}

/** Returns the event for a command that was sent without an answer, unless another event has reported it. */
export function askedAgain(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  return wasCarriedOut(command, call.trace) ? doneEvent(command, call) : sentAgain(command, call, carryOut);
}

/** A refusal that says "done before" counts as done. */
function sentAgain(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  const answer = carryOut();
  const isDone = answer?.type === 'command_failed' && countsAsDone(command, answer.failure.code);
  return isDone ? doneEvent(command, call) : answer;
}

function doneEvent(command: Command, { now: at }: Situation): CallEvent | undefined {
  const report = doneReport(command, {});
  return report && { ...toldOf(command, report), at };
}

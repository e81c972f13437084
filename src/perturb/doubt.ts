/** A command in doubt, looked at as the engine does (I4): by the same rules, in virtual time. */
import { commandTraits } from '../call/index.ts';
import type { CallEvent, Command } from '../call/index.ts';
import { graceMs, isMoot, wasCarriedOut } from '../engine/index.ts';
import type { Situation } from '../testkit/index.ts';
import { countsAsDone } from '../wire/index.ts';

/** How long a node that has been up for long listens before it looks at a command in doubt, ms. */
export function listensMs({ kind }: Command): number {
  return graceMs(kind, Infinity);
}

/** What the call is told of a command that another node may have sent. */
export function resolved(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  return isMoot(command, call.record, true) ? undefined : askedAgain(command, call, carryOut);
}

/** What the call is told of a command that was sent without an answer, unless something else has told of it. */
export function askedAgain(
  command: Command,
  { trace, now }: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  if (wasCarriedOut(command, [...trace])) return doneEvent(command, now);
  const answer = carryOut();
  const isDone = answer?.type === 'command_failed' && countsAsDone(command, answer.failure.code);
  return isDone ? doneEvent(command, now) : answer;
}

function doneEvent({ number, kind }: Command, at: number): CallEvent | undefined {
  return commandTraits[kind].tellsDone ? { type: 'command_done', number, kind, answer: {}, at } : undefined;
}

/**
 * Disturbs commands: they are refused, or get no answer. Commands in doubt are resolved in virtual time by the rules of
 * the engine (I4).
 */
import type { CallEvent, Command } from '../../call/index.ts';
import {
  isNeedless,
  toReportEvent,
  toDoneReport,
  decideFate,
  getGraceMs,
  wasCarriedOut,
} from '../../engine/index.ts';
import { createRefusal, Repetition } from '../testkit/index.ts';
import type { Situation } from '../testkit/index.ts';
import type { Disturbance } from './disturbed-events.ts';
import type { Perturbation } from './perturbation.ts';
import { isDoneCode } from '../../platform/wire/index.ts';

type Of<Kind extends Perturbation['kind']> = Extract<Perturbation, { kind: Kind }>;

/** Delay of the retry after a broken connection, ms. */
const RETRY_MS = 1_000;
/** Duration of four attempts with a timeout of 10 s each, and the waits between them, ms. */
const ABANDONED_AFTER_MS = 47_000;

/** Refuses one command. */
export function createRefusing({ command: number, code }: Of<'refuse'>): Disturbance {
  return {
    leaves: (command, _call, carryOut) =>
      carryOut(command.number === number ? createRefusal(code) : undefined),
  };
}

/** Refuses a command and all later ones of its kind. */
export function createOutage({ command: number, code }: Of<'outage'>): Disturbance {
  let kind: Command['kind'] | undefined;
  return {
    leaves(command, _call, carryOut) {
      if (command.number === number) kind = command.kind;
      return carryOut(command.kind === kind ? createRefusal(code) : undefined);
    },
  };
}

/** Refuses some attempts at one command, then accepts it. */
export function createRetry({ command: number, code, attempts }: Of<'retry'>): Disturbance {
  const repetition = new Repetition({ code, attempts });
  return {
    leaves(command, call, carryOut) {
      if (command.number !== number) return carryOut();
      const step = repetition.step(command, call, carryOut);
      if (step === 'waits') return 'later';
      return step === 'due' ? carryOut() : undefined;
    },
    nextAt: () => repetition.nextAt(),
  };
}

/** Loses the answer to one command. */
export function createUnanswered({ command: number, done, asked }: Of<'unanswered'>): Disturbance {
  const waitMs = asked === 'again' ? RETRY_MS : ABANDONED_AFTER_MS;
  let overAt: number | undefined;
  let isOver = false;
  return {
    leaves(command, call, carryOut) {
      if (command.number !== number || isOver) return carryOut();
      if (overAt === undefined) {
        carryOut({ status: 0, executes: done });
        overAt = call.now + waitMs;
      }
      // An obsolete command is abandoned (LANE-5).
      const isAbandoned = isNeedless(command, call.record, false);
      if (!isAbandoned && call.now < overAt) return 'later';
      isOver = true;
      if (isAbandoned) return undefined;
      return asked === 'again' ? resolveUnanswered(command, call, carryOut) : createTimeout(command, call);
    },
    nextAt: () => (isOver ? undefined : overAt),
  };
}

function createTimeout(command: Command, { now: at }: Situation): CallEvent {
  const failure = { code: 'timeout', message: 'the platform did not answer in time', callEnded: false };
  return { ...toReportEvent(command, { kind: 'failed', failure }), at };
}

/** Returns how long a node waits for evidence before it resolves a command in doubt, ms. */
export function listeningTime({ kind }: Command): number {
  return getGraceMs(kind, Infinity);
}

/** Resolves a command that another node may have sent. */
export function resolveDoubt(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  const fate = decideFate(command, call);
  if (fate === 'moot') return undefined;
  return fate === 'done' ? createDoneEvent(command, call) : sendAgain(command, call, carryOut);
}

/** Resolves a command that was sent without an answer, unless another event has reported it. */
function resolveUnanswered(
  command: Command,
  call: Situation,
  carryOut: () => CallEvent | undefined,
): CallEvent | undefined {
  return wasCarriedOut(command, call.trace)
    ? createDoneEvent(command, call)
    : sendAgain(command, call, carryOut);
}

/** Sends a command again. A refusal because it was done before counts as done. */
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

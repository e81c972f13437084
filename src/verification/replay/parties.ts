/** Reconstructs the behaviour of the parties that a recorded call dialled. */
import type { EndReason } from '../../call/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import type { Retraced } from './retrace.ts';
import { formatDuration } from './scenario-text.ts';
import type { Parties, Party } from '../../../schemas/types/scenario.ts';

/** Time from dialling to ringing in the platform's model, ms. */
const SETUP_MS = 100;

/** Ring timeout of the platform's model, ms. */
const RINGS_MS = 60_000;

/** Our codes for a command without an answer (`CommandFailure`). */
const UNANSWERED: ReadonlySet<string> = new Set(['timeout', 'unreachable']);

/** A party that was dialled, with the result. */
interface Ringing {
  to: string;
  /** Number of the command; absent if another command carried it. */
  command?: number;
  at: number;
  result?: Party;
}

/**
 * Lists the behaviour of each number at its first call, its second, and so on. A party without a result did not answer.
 */
export function listParties(call: RecordedCall, steps: readonly Retraced[]): Parties {
  const turns: Record<string, Party[]> = {};
  for (const { to, result = 'no_answer' } of listRingings(call, steps)) (turns[to] ??= []).push(result);
  return Object.fromEntries(Object.entries(turns).map(([to, results]) => [to, shortenTurns(results)]));
}

/** Removes equal entries at the end of a list, since its last entry applies from then on. */
function shortenTurns(turns: Party[]): Party | Party[] {
  const same = (one: Party | undefined, other: Party | undefined) =>
    JSON.stringify(one) === JSON.stringify(other);
  const last = turns.findLastIndex((turn) => !same(turn, turns.at(-1)));
  const [only, ...others] = turns.slice(0, last + 2);
  return only === undefined || others.length > 0 ? turns.slice(0, last + 2) : only;
}

function listRingings(call: RecordedCall, steps: readonly Retraced[]): Ringing[] {
  let rung: Ringing[] = [];
  for (const step of steps) {
    const refused = readRefusedCommand(step);
    rung = rung.filter(({ command }) => command === undefined || command !== refused);
    setResult(rung, call, step);
    for (const command of step.made.commands)
      if (command.kind === 'connect' || command.kind === 'dial')
        rung.push({ to: command.to, command: command.number, at: step.entry.at });
    if (isAnswerOfDial(call, step)) rung.push(...listCarried(steps, step.entry.at));
  }
  return rung;
}

/** Returns the command that the platform refused. One without an answer may have been carried out. */
function readRefusedCommand({ entry: { event } }: Retraced): number | undefined {
  if (event.type !== 'command_failed') return undefined;
  return UNANSWERED.has(event.failure.code) ? undefined : event.number;
}

function setResult(rung: Ringing[], call: RecordedCall, step: Retraced): void {
  const last = rung.at(-1);
  if (last === undefined || last.result !== undefined) return;
  const isCallee = call.direction === 'outbound' && last.to === call.to && rung.length === 1;
  const result = isCallee ? readCalleeResult(step) : readPartyResult(step);
  // A refusal that reveals an answer comes after the command, when nobody had answered yet.
  const sinceCommandMs = step.entry.event.type === 'command_failed' ? 1 : 0;
  if (result !== undefined) last.result = result(step.entry.at - last.at - SETUP_MS + sinceCommandMs);
}

type Result = (afterMs: number) => Party;

const toAnswer: Result = (afterMs) => ({ answers: formatDuration(afterMs) });

const toLongRinging: Result = (afterMs) =>
  afterMs < RINGS_MS ? 'no_answer' : { no_answer: formatDuration(afterMs + 1) };

function readCalleeResult({ entry: { event }, made }: Retraced): Result | undefined {
  // A normal end is a hang-up, which is part of the script.
  if (event.type === 'disconnected') return event.reason === 'normal' ? toLongRinging : createFailure(event);
  return made.record.context.leg === 'connected' ? toAnswer : undefined;
}

function readPartyResult({ entry: { event }, before, made }: Retraced): Result | undefined {
  if (made.record.context.leg === 'bridged' && before.context.leg !== 'bridged') return toAnswer;
  return event.type === 'unbridged' ? createFailure(event) : undefined;
}

/** Returns the result of a call that ended without an answer. */
function createFailure({ reason, detail = '' }: { reason: EndReason; detail?: string }): Result {
  return (afterMs) => {
    const after = formatDuration(afterMs);
    if (reason === 'busy') return afterMs > 0 ? { busy: after } : 'busy';
    if (reason === 'no_answer') return { no_answer: after };
    return reason === 'rejected' ? { rejects: after } : { fails: after, reason: detail };
  };
}

function isAnswerOfDial({ direction }: RecordedCall, { before, made }: Retraced): boolean {
  return (
    direction === 'outbound' && before.context.leg !== 'connected' && made.record.context.leg === 'connected'
  );
}

/** Returns the party to which a call is connected as soon as it is answered (R11). */
function listCarried(steps: readonly Retraced[], at: number): Ringing[] {
  const dials = steps.flatMap(({ made }) => made.commands.filter(({ kind }) => kind === 'dial'));
  return dials.flatMap((dial) =>
    dial.kind === 'dial' && dial.onConnect?.kind === 'connect' ? [{ to: dial.onConnect.to, at }] : [],
  );
}

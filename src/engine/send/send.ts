/** One command on its way to the platform: how often it is tried, and what a refusal means. */
import { commandTraits, PLAY_REFUSED_ON_BRIDGE, WITHDRAWN } from '../../call/index.ts';
import type {
  CallId,
  CallRecord,
  Command,
  CommandAnswer,
  CommandFailure,
  EngineEvent,
  ProjectId,
  VoiceId,
} from '../../call/index.ts';
import { PlatformError } from '../ports/index.ts';
import type { Clock, CommandResult, Log, Platform } from '../ports/index.ts';
import type { Cancellation } from './cancellation.ts';
import { pause } from './retrying.ts';

/** The end of a command, as its call has to know it. */
export type CommandReport =
  | { kind: 'dialed'; voiceId: VoiceId }
  | { kind: 'done'; answer: CommandAnswer }
  /** The platform has taken a command that starts a clock, at a time in ms since the epoch. */
  | { kind: 'taken'; takenAt: number }
  /** Nobody needed it any more before the platform had taken it. */
  | { kind: 'withdrawn' }
  | { kind: 'failed'; failure: CommandFailure };

/** A command on its way to the platform. */
export interface Attempt {
  command: Command;
  /** A process that is gone may have sent it. */
  inDoubt: boolean;
  /** Ends the request at once, and with it whatever is waited for before. */
  abandonment: Cancellation;
  /** Keeps the request from being repeated; the one under way may finish. */
  withdrawal: Cancellation;
}

export interface SendOptions {
  clock: Clock;
  log: Log;
  platformOf(project: string): Platform | undefined;
  /** Called with the result of each request for a command. */
  onPerformed?(performed: CommandOutcome): void;
}

/** The platform's verdict on a command, or on the order to place many calls. */
export interface CommandOutcome {
  kind: Command['kind'] | 'broadcast';
  isDone: boolean;
  project: ProjectId;
  /** The call, and the number of its command; absent for a broadcast. */
  call?: CallId;
  number?: number;
}

/** Pauses of a play that finds another one pending, ms; together longer than a prompt repeated after a crash is likely to be. */
const PENDING_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends a command of this call; undefined when it was carried out and there is nothing to tell the call. Throws when the
 * attempt is abandoned. `wasCarriedOut` tells whether what has come in since proves that it was.
 */
export async function send(
  { id: call, project, voiceId }: CallRecord,
  { attempt, wasCarriedOut }: { attempt: Attempt; wasCarriedOut: () => Promise<boolean> },
  options: SendOptions,
): Promise<CommandReport | undefined> {
  const { clock, log } = options;
  const { command, inDoubt, abandonment, withdrawal } = attempt;
  const { kind, number } = command;
  const withdrawn = () => withdrawal.signal;
  for (let round = 0; ; round += 1) {
    // Looked up in each round: its project may have been changed meanwhile.
    const platform = options.platformOf(project);
    if (platform === undefined) return toFailureReport('no_platform', `project "${project}" has no platform`);
    try {
      const { signal } = abandonment;
      const result = await platform.perform({ call, voiceId, wasCarriedOut, withdrawn }, command, signal);
      options.onPerformed?.({ kind, isDone: true, project, call, number });
      return toDoneReport(command, result);
    } catch (error) {
      options.onPerformed?.({ kind, isDone: false, project, call, number });
      if (abandonment.isCancelled) throw error;
      if (withdrawal.isCancelled && !isCallEndedError(error)) return { kind: 'withdrawn' };
      const waitMs = inDoubt ? undefined : PENDING_PAUSES_MS[round];
      if (waitMs === undefined || !isPending(command, error))
        return reportRefusal(attempt, error, { call, log });
      await pause(waitMs, { clock, signal: AbortSignal.any([abandonment.signal, withdrawal.signal]) });
      if (withdrawal.isCancelled) return { kind: 'withdrawn' };
    }
  }
}

/** Returns the report on a command that was carried out. */
export function toDoneReport(
  { kind }: Command,
  { voiceId, answer = {} }: CommandResult,
): CommandReport | undefined {
  if (voiceId !== undefined) return { kind: 'dialed', voiceId };
  return commandTraits[kind].tellsDone ? { kind: 'done', answer } : undefined;
}

/** Turns a report into the event by which the call learns of it. */
export function toReportEvent({ number, kind }: Command, report: CommandReport): EngineEvent {
  if (report.kind === 'dialed') return { type: 'dialed', voiceId: report.voiceId };
  if (report.kind === 'taken') return { type: 'command_taken', number, takenAt: report.takenAt };
  if (report.kind === 'done') return { type: 'command_done', number, kind, answer: report.answer };
  return {
    type: 'command_failed',
    number,
    kind,
    failure: report.kind === 'failed' ? report.failure : WITHDRAWN,
  };
}

function reportRefusal(
  { command, inDoubt }: Attempt,
  error: unknown,
  { call, log }: { call: CallId; log: Log },
): CommandReport | undefined {
  if (!(error instanceof PlatformError)) {
    log.error({ call, command: command.id, err: error }, 'a command failed by a bug of ours');
    return toFailureReport('internal', 'internal error');
  }
  if (inDoubt && error.doneIfInDoubt) return toDoneReport(command, {});
  const { code, message, httpStatus, requestId, callEnded } = error;
  const level = callEnded ? 'debug' : 'warn';
  log[level]({ call, command: command.id, kind: command.kind, code, httpStatus, requestId }, message);
  return { kind: 'failed', failure: { code, message, callEnded } };
}

/**
 * The refusal that says of a play in doubt that it was made says of any other that an earlier one is not over; so does
 * one that speaks of a bridge whose end we were told of before the platform is done with it.
 */
function isPending({ kind }: Command, error: unknown): boolean {
  return (
    kind === 'play' &&
    error instanceof PlatformError &&
    (error.doneIfInDoubt || error.code === PLAY_REFUSED_ON_BRIDGE)
  );
}

/** True for the refusal of a call that is over, which every command that meets it reports. */
function isCallEndedError(error: unknown): boolean {
  return error instanceof PlatformError && error.callEnded;
}

function toFailureReport(code: string, message: string): CommandReport {
  return { kind: 'failed', failure: { code, message, callEnded: false } };
}

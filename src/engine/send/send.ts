/** Sends one command to the carrier of its call: retries, and the meaning of refusals. */
import { commandTraits, WITHDRAWN } from '../../call/index.ts';
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
import { CarrierError, type Carrier, type Clock, type CommandResult, type Log } from '../ports/index.ts';
import type { Cancellation } from './cancellation.ts';
import { readMedia } from './media.ts';
import { pause } from './retrying.ts';

/** The result of a command for its call. */
export type CommandReport =
  | { kind: 'dialed'; voiceId: VoiceId }
  | { kind: 'done'; answer: CommandAnswer }
  /** The carrier has accepted a command that `startsClock`, at a time in ms since the epoch. */
  | { kind: 'taken'; takenAt: number; tellsEnd?: true }
  /** The command became obsolete before the carrier had accepted it. */
  | { kind: 'withdrawn' }
  | { kind: 'failed'; failure: CommandFailure };

/** An attempt to send a command. */
export interface Attempt {
  command: Command;
  /** A process that is gone may have sent it. */
  inDoubt: boolean;
  /** Aborts the request, and the waits before it, at once. */
  abandonment: Cancellation;
  /** Prevents retries; the request in flight may finish. */
  withdrawal: Cancellation;
}

export interface SendOptions {
  clock: Clock;
  log: Log;
  findCarrier(project: string, name?: string): Carrier | undefined;
  /** Called with the result of each request for a command. */
  onPerformed?(performed: CommandOutcome): void;
}

/** The result of a request for a command or a broadcast. */
export interface CommandOutcome {
  kind: Command['kind'] | 'broadcast';
  isDone: boolean;
  project: ProjectId;
  /** Name of the carrier that was asked. */
  carrier: string;
  /** The call, and the number of its command; absent for a broadcast. */
  call?: CallId;
  number?: number;
}

/** Pauses of a play while another one is pending, ms; in total longer than a prompt that was repeated after a crash usually is. */
const PENDING_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends a command of a call; undefined when it was carried out and there is nothing to report. Throws when the attempt is
 * aborted. `wasCarriedOut`: true when a notification proves that it was carried out.
 */
export async function send(
  record: CallRecord,
  { attempt, wasCarriedOut }: { attempt: Attempt; wasCarriedOut: () => Promise<boolean> },
  options: SendOptions,
): Promise<CommandReport | undefined> {
  const { clock, log } = options;
  const { id: call, project, voiceId, carrier: carrierName } = record;
  const { command, inDoubt, abandonment, withdrawal } = attempt;
  const { kind, number } = command;
  const target = {
    ...{ call, voiceId, inDoubt, wasCarriedOut },
    ...readMedia(record, number),
    withdrawn: () => withdrawal.signal,
  };
  for (let round = 0; ; round += 1) {
    // Looked up in each round, since the project may have changed meanwhile.
    const carrier = options.findCarrier(project, carrierName);
    if (carrier === undefined)
      return toFailureReport(
        'no_carrier',
        `project "${project}" has no carrier${carrierName === undefined ? '' : ` "${carrierName}"`}`,
      );
    try {
      const { signal } = abandonment;
      const result = await carrier.perform(target, command, signal);
      options.onPerformed?.({ kind, isDone: true, project, carrier: carrier.name, call, number });
      return result.tellsEnd === true
        ? { kind: 'taken', takenAt: clock.now(), tellsEnd: true }
        : toDoneReport(command, result);
    } catch (error) {
      options.onPerformed?.({ kind, isDone: false, project, carrier: carrier.name, call, number });
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
  return commandTraits[kind].reportsSuccess ? { kind: 'done', answer } : undefined;
}

/** Turns a report into the event by which the call learns of it. */
export function toReportEvent({ number, kind }: Command, report: CommandReport): EngineEvent {
  if (report.kind === 'dialed') return { type: 'dialed', voiceId: report.voiceId };
  if (report.kind === 'taken') {
    const { kind: _taken, ...facts } = report;
    return { type: 'command_taken', number, ...facts };
  }
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
  if (!(error instanceof CarrierError)) {
    log.error({ call, command: command.id, err: error }, 'command failed: internal error');
    return toFailureReport('internal', 'internal error');
  }
  if (inDoubt && error.doneIfInDoubt) return toDoneReport(command, {});
  const { code, message, httpStatus, requestId, callEnded, means } = error;
  const level = callEnded ? 'debug' : 'warn';
  log[level]({ call, command: command.id, kind: command.kind, code, httpStatus, requestId }, message);
  return { kind: 'failed', failure: { code, message, callEnded, ...(means && { means }) } };
}

/**
 * True for a refused play that may succeed soon: an earlier play is not over (for a play in doubt, the same refusal means that
 * it was made), or the carrier has not completed the end of a bridge that it has reported.
 */
function isPending({ kind }: Command, error: unknown): boolean {
  return (
    kind === 'play' &&
    error instanceof CarrierError &&
    (error.means === 'busy_with_play' || error.means === 'party_talks')
  );
}

/** True when the carrier considers the call ended, which is reported whatever the command. */
function isCallEndedError(error: unknown): boolean {
  return error instanceof CarrierError && error.callEnded;
}

function toFailureReport(code: string, message: string): CommandReport {
  return { kind: 'failed', failure: { code, message, callEnded: false } };
}

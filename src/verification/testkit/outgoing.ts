/**
 * Queue of the commands of a simulated call, sent one by one in the order of decision (I4).
 *
 * Owns: the next command, its delays, and reports of accepted or withdrawn commands. Does not own: responses of the
 * platform (exchange.ts), failures (platform-faults.ts, `Between`).
 */
import { findAwaitedCommand, isObsolete, mustReportWithdrawal, WITHDRAWN } from '../../call/index.ts';
import type { CallEvent, CallRecord, Command } from '../../call/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import type { Between, Situation } from './between.ts';
import type { PlatformFaults } from './platform-faults.ts';
import type { Repetition } from './repetition.ts';

/**
 * Time that the engine waits for a notification about a play before it reports the play itself, ms (`settleAfterMs`).
 */
const REPORT_AFTER_MS = 25;

interface OutgoingOptions {
  faults: PlatformFaults;
  between: Between | undefined;
  /** Has the platform carry out or fail a command; returns the resulting event. */
  perform: (command: Command, fault: Fault | undefined) => CallEvent | undefined;
}

/** A command that was sent, with the resulting event. */
interface Left {
  command: Command;
  answer: CallEvent | undefined;
}

export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #queue: Command[] = [];
  #repetition: Repetition | undefined;
  #left: { command: Command; at: number; isWithdrawn: boolean } | undefined;

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  add(commands: readonly Command[]): void {
    this.#queue.push(...commands);
  }

  /** Sends the next command; undefined if there is none, or it cannot be sent now. */
  next(call: Situation): Left | undefined {
    const [command] = this.#queue;
    if (command === undefined) return undefined;
    const answer = this.#leave(command, call);
    if (answer === 'later') return undefined;
    this.#queue.shift();
    this.#repetition = undefined;
    if (answer === undefined)
      this.#left = { command, at: call.now, isWithdrawn: isObsolete(command, call.record) };
    return { command, answer };
  }

  /** Returns when a refused command is retried or a command is reported to the call; undefined if never. */
  nextAt(record: CallRecord): number | undefined {
    const unreported = this.#findUnreported(record);
    return this.#repetition?.nextAt() ?? (unreported && unreported.at + REPORT_AFTER_MS);
  }

  /** Returns the event for an accepted or withdrawn command that no notification has reported. */
  takeReport({ record, now }: Situation): CallEvent | undefined {
    const unreported = this.#findUnreported(record);
    if (unreported === undefined || now < unreported.at + REPORT_AFTER_MS) return undefined;
    this.#left = undefined;
    const { command, at, isWithdrawn } = unreported;
    const { number, kind } = command;
    if (isWithdrawn) return { type: 'command_failed', number, kind, failure: WITHDRAWN, at: now };
    return { type: 'command_taken', number, takenAt: at, at: now };
  }

  #findUnreported(record: CallRecord): { command: Command; at: number; isWithdrawn: boolean } | undefined {
    const left = this.#left;
    if (left === undefined) return undefined;
    const { command, isWithdrawn } = left;
    const isUntold = isWithdrawn
      ? mustReportWithdrawal(command, record)
      : command.number === findAwaitedCommand(record);
    return isUntold ? left : undefined;
  }

  #leave(command: Command, call: Situation): CallEvent | 'later' | undefined {
    const { faults, between, perform } = this.#options;
    const carryOut = (fault?: Fault) =>
      perform(
        command,
        fault ?? (this.#repetition === undefined ? faults.takeFault(command.kind) : undefined),
      );
    this.#repetition ??= faults.takeRepetition(command.kind);
    const step = this.#repetition?.step(command, call, carryOut) ?? 'due';
    if (step !== 'due') return step === 'waits' ? 'later' : undefined;
    return between === undefined ? carryOut() : between.leaves(command, call, carryOut);
  }
}

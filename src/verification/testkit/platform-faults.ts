/**
 * Commands that fail in a simulated call because a scenario says so.
 *
 * Owns: the number of commands of each kind, and so which of them fail. Does not own: the form of a refusal
 * (exchange.ts).
 */
import type { CommandKind } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import { errorCatalogue } from '../../platform/wire/index.ts';
import { Repetition } from './repetition.ts';

/** One or more failing commands of one kind. */
export interface PlatformFault {
  kind: CommandKind;
  /** Number of the first of them, from 1, among the commands of this kind. */
  nth: number;
  /** Number of commands that fail from there on. */
  times: number;
  /** Number of refused attempts before the platform accepts the command; absent if it fails for good. */
  attempts?: number;
  /** Error code of the platform; `timeout` or `unreachable` if it does not respond. */
  code: string;
  /** Position in the scenario file. */
  span?: Span;
}

const silence: Record<string, string> = {
  timeout: 'the platform does not answer in time',
  unreachable: 'the platform cannot be reached',
};

/** Every code with which a command can fail, except HTTP statuses of proxies. */
export const faultCodes: readonly string[] = [...errorCatalogue.keys(), ...Object.keys(silence)];

/** Code of a response without an error code, such as that of a proxy: `http_503`. */
const HTTP_STATUS = /^http_([45]\d\d)$/;

/** True if a command can fail with this code. */
export function isFaultCode(code: string): boolean {
  return faultCodes.includes(code) || HTTP_STATUS.test(code);
}

export class PlatformFaults {
  readonly #faults: readonly PlatformFault[];
  readonly #countCommands = new Map<CommandKind, number>();

  constructor(faults: readonly PlatformFault[]) {
    this.#faults = faults;
  }

  /** Failures that no command has met so far. */
  get unmet(): PlatformFault[] {
    return this.#faults.filter(({ kind, nth }) => this.countCommands(kind) < nth);
  }

  /** Counts the commands of a kind so far. */
  countCommands(kind: CommandKind): number {
    return this.#countCommands.get(kind) ?? 0;
  }

  /** Returns the failure of the next command of a kind, if any, and counts the command. */
  takeFault(kind: CommandKind): Fault | undefined {
    const found = this.#nextFault(kind);
    this.#countCommands.set(kind, this.countCommands(kind) + 1);
    return found && createFault(found.code);
  }

  /** Returns the refusals of the next command of a kind before it is accepted, if any, and then counts the command. */
  takeRepetition(kind: CommandKind): Repetition | undefined {
    const { code, attempts } = this.#nextFault(kind) ?? {};
    if (code === undefined || attempts === undefined) return undefined;
    this.#countCommands.set(kind, this.countCommands(kind) + 1);
    return new Repetition({ code, attempts });
  }

  #nextFault(kind: CommandKind): PlatformFault | undefined {
    const number = this.countCommands(kind) + 1;
    return this.#faults.find(
      (fault) => fault.kind === kind && number >= fault.nth && number < fault.nth + fault.times,
    );
  }
}

function createFault(code: string): Fault {
  const [, status] = HTTP_STATUS.exec(code) ?? [];
  if (status !== undefined) return { status: Number(status) };
  const told = silence[code];
  const msg = told ?? errorCatalogue.get(code)?.meaning ?? '';
  return { status: told === undefined ? 400 : 0, body: { status: 'failed', result: code, msg } };
}

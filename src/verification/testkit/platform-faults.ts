/**
 * Commands that the platform does not carry out in a simulated call, because a scenario says so.
 *
 * Owns: how many commands of each kind were given, and so which of them fail. Does not own: what a refusal looks like
 * on its way to the call (exchange.ts).
 */
import type { CommandKind } from '../../call/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Fault } from '../../platform/emulator/model/index.ts';
import { errorCatalogue } from '../../platform/wire/index.ts';
import { Repetition } from './repetition.ts';

/** Some commands of one kind that fail. */
export interface PlatformFault {
  kind: CommandKind;
  /** The first of them: 1 is the first command of this kind in the call. */
  nth: number;
  /** Number of commands that fail from there on. */
  times: number;
  /** The attempts that are refused before the platform takes it; absent: it fails for good. */
  attempts?: number;
  /** The platform's error code; `timeout` or `unreachable` where it does not answer. */
  code: string;
  /** Position in the scenario file. */
  span?: Span;
}

/** Messages for a platform that does not answer, by our codes. */
const silence: Record<string, string> = {
  timeout: 'the platform does not answer in time',
  unreachable: 'the platform cannot be reached',
};

/** Every code with which a command can fail, apart from the bare HTTP statuses of proxies. */
export const faultCodes: readonly string[] = [...errorCatalogue.keys(), ...Object.keys(silence)];

/** The code of an answer that names none, as a proxy before the platform gives it: `http_503`. */
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

  /** Returns the failures that no command has met so far. */
  get unmet(): PlatformFault[] {
    return this.#faults.filter(({ kind, nth }) => this.countCommands(kind) < nth);
  }

  /** Counts the commands of a kind so far. */
  countCommands(kind: CommandKind): number {
    return this.#countCommands.get(kind) ?? 0;
  }

  /** The failure that the next command of a kind meets, if any; counts it. */
  takeFault(kind: CommandKind): Fault | undefined {
    const found = this.#nextFault(kind);
    this.#countCommands.set(kind, this.countCommands(kind) + 1);
    return found && createFault(found.code);
  }

  /** Returns the refusals that the next command of a kind meets before it is accepted, if any; counts it then. */
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

/** Parses typed lines into actions of the caller. */
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseDuration } from '../../language/compiler/index.ts';

/** An action of the caller or a request for help; an interrupt (Ctrl-C) always comes from a person, even with piped input. */
export type Act =
  | { kind: 'press'; keys: string }
  | { kind: 'say'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'wait'; ms: number }
  | { kind: 'hangup'; byInterrupt?: true }
  | { kind: 'help' }
  | { kind: 'unknown'; typed: string };

/** Source of the typed lines. */
export type Input = Readable & { isTTY?: boolean };

/** Help text for the terminal. */
export const KEYBOARD_HELP = `  1, 12#      press keys
  say TEXT    say something
  text TEXT   send a text message to the number that was called
  wait 5s     do nothing for 5 seconds
  hangup      hang up (Ctrl-D and Ctrl-C too)
  help        this list
`;

/** Parses one line; undefined for an empty one. */
function readAct(typed: string): Act | undefined {
  const line = typed.trim();
  if (line === '') return undefined;
  const keys = line.toUpperCase().replaceAll(' ', '');
  if (/^[0-9*#A-D]+$/.test(keys)) return { kind: 'press', keys };
  if (line === 'hangup' || line === 'help') return { kind: line };
  const [, spoken] = /^say\s+(.+)$/i.exec(line) ?? [];
  if (spoken !== undefined) return { kind: 'say', text: spoken };
  const [, written] = /^text\s+(.+)$/i.exec(line) ?? [];
  if (written !== undefined) return { kind: 'text', text: written };
  const [, duration] = /^wait\s+(\d{1,6}(?:ms|s|m|h))$/i.exec(line) ?? [];
  return duration === undefined
    ? { kind: 'unknown', typed: line }
    : { kind: 'wait', ms: parseDuration(duration) };
}

export class Keyboard {
  /** True for piped input, whose lines are entered when the call is ready for them. */
  readonly isPiped: boolean;
  /** Resolves when no further line will come. */
  readonly closed: Promise<void>;
  readonly #lines: Interface;
  readonly #acts: Act[] = [];
  #changed = Promise.withResolvers<undefined>();

  constructor(input: Input) {
    this.isPiped = input.isTTY !== true;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.closed = promise;
    this.#lines = createInterface({ input })
      .on('line', (line) => {
        const act = readAct(line);
        if (act !== undefined) this.add(act);
      })
      .on('close', () => {
        if (!this.isPiped) this.add({ kind: 'hangup' });
        resolve(undefined);
      });
  }

  /** The first pending act. */
  get first(): Act | undefined {
    return this.#acts[0];
  }

  /** Resolves at the next act that is added. */
  get changed(): Promise<void> {
    return this.#changed.promise;
  }

  add(act: Act): void {
    this.#acts.push(act);
    this.#changed.resolve(undefined);
    this.#changed = Promise.withResolvers<undefined>();
  }

  take(): void {
    this.#acts.shift();
  }

  /** Releases the input. */
  close(): void {
    this.#lines.close();
  }
}

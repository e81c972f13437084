/** The command line as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/ringflow.js', import.meta.url));
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Characters of what it writes. */
const KEPT = 1_000_000;

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
}

export class Command {
  readonly #process;
  readonly #ended: Promise<unknown[]>;
  /** It has ended, by itself or not. */
  isOver = false;
  stdout = '';
  stderr = '';

  /** Starts `ringflow` with these arguments; of the environment it sees only what is given, and where programs are. */
  constructor(args: string[], { env = {}, cwd = root }: RunOptions = {}) {
    this.#process = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#process, 'close').finally(() => (this.isOver = true));
    this.#process.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => (this.stdout = (this.stdout + text).slice(-KEPT)));
    this.#process.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (this.stderr = (this.stderr + text).slice(-KEPT)));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Resolves with its exit code, or the signal that ended it. */
  async ended(): Promise<unknown> {
    const [code, signal] = await this.#ended;
    return code ?? signal;
  }

  /** Resolves once it has written this; rejects when it ends before. */
  async wrote(text: string): Promise<void> {
    while (!(this.stdout + this.stderr).includes(text)) {
      if (this.isOver)
        throw new Error(`ended without having written "${text}":\n${this.stdout}${this.stderr}`);
      await Promise.race([pause(20), this.#ended]);
    }
  }

  /** Asks it to stop; gives its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<unknown> {
    this.#process.kill(signal);
    return this.ended();
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}

/** Runs a command to its end. */
export async function run(
  args: string[],
  options?: RunOptions,
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const command = new Command(args, options);
  const code = await command.ended();
  return { code, stdout: command.stdout, stderr: command.stderr };
}

/** Resolves once the service says that it is ready; rejects when it ends before. */
export async function ready(url: string, command: Command): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    if (command.isOver) throw new Error(`the service ended before it was ready:\n${command.stderr}`);
    await Promise.race([pause(20), command.ended()]);
  }
}

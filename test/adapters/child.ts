import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own that runs test/adapters/children/<name>.ts. */
export class Child {
  readonly #process;
  readonly #exit: Promise<unknown[]>;
  #output = '';

  constructor(name: string, args: string[]) {
    const script = fileURLToPath(new URL(`children/${name}.ts`, import.meta.url));
    this.#process = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#exit = once(this.#process, 'close');
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
  }

  /** The whole lines written so far; what comes after the last line break was cut off by a kill. */
  get lines(): string[] {
    return this.#output.split('\n').slice(0, -1);
  }

  /** Resolves once that many lines were written. Rejects when the process ends before. */
  async wrote(lines: number): Promise<void> {
    const ended = this.#exit.then(([code, signal]) => {
      throw new Error(`ended with ${String(code ?? signal)} after ${this.lines.length} lines`);
    });
    ended.catch(() => undefined);
    while (this.lines.length < lines) await Promise.race([once(this.#process.stdout, 'data'), ended]);
  }

  /** Ends its stdin, lets it finish, gives its exit code. */
  async finish(): Promise<unknown> {
    this.#process.stdin.end();
    const [code] = await this.#exit;
    return code;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exit;
  }
}

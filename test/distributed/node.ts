import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, ready } from '../e2e/command.ts';
import { FLOWS } from '../e2e/desk.ts';
import { freePort } from '../setup/free-port.ts';

export interface NodeOptions {
  /** Address of the store. */
  store: string;
  /** What it needs beside its store and its address. */
  env: Record<string, string>;
  flags: readonly string[];
}

/** Characters of what earlier processes of a node have written. */
const KEPT = 1_000_000;

interface Readiness {
  status?: string;
  spool?: { entries: number };
}

/** One node: `ringflow serve` in a process, with a port and a spool that it keeps when it is started again. */
export class Node {
  readonly url: string;
  readonly spool = mkdtempSync(join(tmpdir(), 'ringflow-node-'));
  readonly #options: NodeOptions;
  readonly #port: number;
  #process: Command | undefined;
  #past = '';

  private constructor(options: NodeOptions, port: number) {
    this.#options = options;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** A node that is not started yet. */
  static async create(options: NodeOptions): Promise<Node> {
    return new Node(options, await freePort());
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const { store, env, flags } = this.#options;
    const args = ['serve', FLOWS, '--port', String(this.#port), '--store', store, '--spool', this.spool];
    this.#past = this.log.slice(-KEPT);
    this.#process = new Command([...args, '--log-level', 'warn', ...flags], { env });
    await ready(this.url, this.#process);
  }

  get isUp(): boolean {
    return this.#process?.isOver === false;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** What it has written since the first start. */
  get log(): string {
    return this.#past + (this.#process?.stderr ?? '') + (this.#process?.stdout ?? '');
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  /** SIGTERM; gives the exit code. */
  async stop(): Promise<unknown> {
    return this.#process?.stop();
  }

  /** What `/readyz` says: `ready`, `spooling`, or `not_ready`, also where nothing is said; with how much waits in the spool. */
  async readiness(): Promise<{ status: string; spooled: number }> {
    const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
    const { status = 'not_ready', spool } = ((await answer?.json().catch(() => ({}))) ?? {}) as Readiness;
    return { status: answer?.ok === true ? status : 'not_ready', spooled: spool?.entries ?? 0 };
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.spool, { recursive: true, force: true });
  }
}

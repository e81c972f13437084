/** A page of the documentation that is carried out: a folder of its own in which its commands are run one after another. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { until } from '../engine/until.ts';
import { freePort } from '../setup/free-port.ts';
import { root } from './command.ts';

/** Somebody who presses 1. */
export const CONFIRMING = '+4915112345678';
const HOOK_TOKEN = 'a-token-of-the-documentation';
const SECRET_KEY = 'a-key-of-the-documentation-that-is-long-enough';

/** What a command came to. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

interface Running {
  process: ChildProcessWithoutNullStreams;
  written: () => Omit<Outcome, 'code'>;
}

/** Commands that go on until somebody stops them, and what they write, on any stream, once they do their work. */
const LASTING: [RegExp, RegExp | undefined][] = [
  [/^npx ringflow dev\b/, /Stop with Ctrl-C/],
  [/^npx ringflow serve\b/, /listening|serves|ready/i],
  [/^npx ringflow emulator\b/, /http/],
  [/^npx ringflow test .*--watch/, /q quit/],
  [/^npx ringflow logs .*--follow/, undefined],
];

export class Page {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringflow-page-'));
  /** Printed text → what stands in its place here. */
  readonly replaced: [string | RegExp, string][] = [];
  env: Record<string, string> = {};
  readonly emulator: Emulator;
  readonly #port: number;
  readonly #devPort: number;
  /** Port of the emulator that `dev` or `emulator` brings. */
  readonly #emulatorPort: number;
  readonly #lasting: (Running & { text: string })[] = [];

  private constructor(emulator: Emulator, [port, devPort, emulatorPort]: [number, number, number]) {
    this.emulator = emulator;
    this.#port = port;
    this.#devPort = devPort;
    this.#emulatorPort = emulatorPort;
    this.#layOut();
  }

  static async open(): Promise<Page> {
    const ports: [number, number, number] = [await freePort(), await freePort(), await freePort()];
    const webhook = `http://127.0.0.1:${ports[0]}/hooks/default/${HOOK_TOKEN}/voice`;
    const projects = [
      { appId: 'demo', appKey: 'demo-key', webhook },
      { appId: 'shop', appKey: 'shop-key' },
    ];
    // Whoever is asked confirms.
    const parties = { [CONFIRMING]: { acts: [{ afterMs: 1_500, presses: '1' }] } };
    const settings = { projects, parties, charactersPerSecond: 1_000, setupMs: 20 };
    return new Page(await startEmulator({ settings }), ports);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  write(name: string, text: string): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Puts flows of the repository where a reader has them. */
  copyFlows(names: string[], folder = 'flows'): void {
    for (const name of names)
      cpSync(join(root, 'flows', name), join(this.folder, folder, name), { recursive: true });
  }

  /** Runs a command as it is printed; one that goes on is awaited until it does its work. */
  async run(printed: string, input = ''): Promise<Outcome> {
    const text = this.#here(printed);
    const lasting = LASTING.find(([begins]) => begins.test(printed));
    if (lasting !== undefined) return this.#start(text, lasting[1]);
    const script = `set -euo pipefail\n${text}\nexport -p > .exported`;
    const running = this.#spawn(script);
    // Who has ended does not read.
    running.process.stdin.on('error', () => undefined).end(input);
    const [code] = (await once(running.process, 'close')) as [number];
    this.#takeOver();
    return { code, ...running.written() };
  }

  /** Ends what goes on; resolves with those that did not end well. */
  async close(): Promise<string[]> {
    const bad: string[] = [];
    for (const { process, text, written } of this.#lasting.reverse()) {
      process.kill('SIGINT');
      if (process.exitCode === null && process.signalCode === null) await once(process, 'close');
      if (process.exitCode !== 0 && process.signalCode !== 'SIGINT')
        bad.push(`${text}: ${process.exitCode}\n${written().stderr}`);
    }
    await this.emulator.close();
    rmSync(this.folder, { recursive: true, force: true });
    return bad;
  }

  #layOut(): void {
    for (const name of ['bin', 'schemas', 'src', 'node_modules', 'package.json'])
      symlinkSync(join(root, name), join(this.folder, name));
    const node = `'${process.execPath}' '${join(root, 'bin/ringflow.js')}'`;
    // As npx does, without asking npm each time; as curl does, but a refusal is a failure.
    this.write('.tools/npx', `#!/bin/sh\nshift\nexec ${node} "$@"\n`);
    this.write(
      '.tools/curl',
      '#!/bin/sh\nPATH=${PATH#*:}\nexec curl --fail-with-body --silent --show-error "$@"\n',
    );
    for (const name of ['npx', 'curl']) chmodSync(join(this.folder, '.tools', name), 0o755);
    this.replaced.push(
      ['RINGFLOW_APP_ID=…', 'RINGFLOW_APP_ID=demo'],
      ['RINGFLOW_APP_KEY=…', 'RINGFLOW_APP_KEY=demo-key'],
      ['RINGFLOW_HOOK_TOKEN=…', `RINGFLOW_HOOK_TOKEN=${HOOK_TOKEN}`],
      ['RINGFLOW_SECRET_KEY=…', `RINGFLOW_SECRET_KEY=${SECRET_KEY}`],
      ['https://api.example.com', this.emulator.url],
      [/https:\/\/(ivr|ringflow)\.example\.com|http:\/\/127\.0\.0\.1:8080/g, this.url],
      [/\b4010\b/g, String(this.#emulatorPort)],
      ['/var/lib/ringflow', this.folder],
      ['/run/secrets', join(this.folder, 'secrets')],
      [
        /^(npx ringflow dev\b)/,
        `$1 --port ${this.#devPort} --emulator-port ${this.#emulatorPort} --store memory:`,
      ],
      [/^(npx ringflow call \S+)(?![^#]*--offline)/, `$1 --url http://127.0.0.1:${this.#emulatorPort}`],
      ['--live', `--live=http://127.0.0.1:${this.#emulatorPort} --service http://127.0.0.1:${this.#devPort}`],
      // A date to come for whoever reads it when the page was written.
      [/20\d\d-12-24(?=T)/g, inDays(30)],
      [/--expires 20\d\d-\d\d-\d\d/g, `--expires ${inDays(30)}`],
    );
  }

  #here(printed: string): string {
    return this.replaced.reduce<string>((text, [from, to]) => text.replaceAll(globally(from), to), printed);
  }

  #environment(): NodeJS.ProcessEnv {
    const path = `${join(this.folder, '.tools')}:${process.env.PATH ?? ''}`;
    return { HOME: this.folder, NO_COLOR: '1', RINGFLOW_PORT: String(this.#port), ...this.env, PATH: path };
  }

  /** What a command has exported holds for those behind it, as in one terminal. */
  #takeOver(): void {
    const file = join(this.folder, '.exported');
    if (!existsSync(file)) return;
    for (const [, name = '', value = ''] of readFileSync(file, 'utf8').matchAll(
      /^declare -x (RINGFLOW_\w+)="(.*)"$/gm,
    ))
      this.env[name] = value;
  }

  async #start(text: string, ready: RegExp | undefined): Promise<Outcome> {
    const running = this.#spawn(`exec ${text}`);
    this.#lasting.push({ ...running, text });
    const said = () => Object.values(running.written()).join('');
    const isServing = async () => (await fetch(`${this.url}/readyz`).catch(() => undefined))?.status === 200;
    const isReady = () =>
      text.startsWith('npx ringflow serve') ? isServing() : ready?.test(said()) !== false;
    await until(async () => running.process.exitCode !== null || (await isReady()));
    return { code: running.process.exitCode ?? 0, ...running.written() };
  }

  #spawn(script: string): Running {
    const process = spawn('bash', ['-c', script], { cwd: this.folder, env: this.#environment() });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      process[stream].setEncoding('utf8').on('data', (chunk: string) => (written[stream] += chunk));
    return { process, written: () => written };
  }
}

/** The day so many days from now. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
}

function globally(from: string | RegExp): string | RegExp {
  return typeof from === 'string' || from.global ? from : new RegExp(from.source, `${from.flags}g`);
}

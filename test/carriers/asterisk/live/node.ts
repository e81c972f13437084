/** Ringflow as a process of its own before an Asterisk, with a store that survives it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dedented } from '../../../builders/flow.ts';
import { Command, ready } from '../../../e2e/command.ts';
import { until } from '../../../engine/until.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { TOKEN } from './service-rig.ts';

interface Readiness {
  status: string;
  lostCarriers?: { project: string; carrier: string }[];
}

export class AsteriskNode {
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'ringflow-asterisk-'));
  readonly #args: string[];
  readonly #env: Record<string, string>;
  #process: Command | undefined;
  #past = '';

  /** `opensOwn`: it opens the connection for events, as if Asterisk opened none to it. */
  constructor(
    asterisk: AsteriskServer,
    { port, flow, opensOwn = false }: { port: number; flow: string; opensOwn?: boolean },
  ) {
    const { ari, application, systemName, prompts } = asterisk;
    this.url = `http://127.0.0.1:${port}`;
    mkdirSync(join(this.#folder, 'flows'));
    writeFileSync(join(this.#folder, 'flows/case.flow.yaml'), `ringflow: 1\nname: case\n${dedented(flow)}`);
    const carrier = `${systemName}=asterisk+${ari.url}`;
    const store = `sqlite:${join(this.#folder, 'calls.db')}`;
    this.#args = ['serve', join(this.#folder, 'flows'), '--port', String(port), '--store', store].concat(
      ['--default-flow', 'case', '--carrier', carrier, '--log-level', 'warn', '--takeover', '2s'],
      ['--drain', '2s'],
    );
    const prefix = `RINGFLOW_CARRIER_${systemName.toUpperCase()}`;
    this.#env = {
      [`${prefix}_USER`]: ari.user,
      [`${prefix}_PASSWORD`]: ari.password,
      [`${prefix}_APP`]: application,
      ...(!opensOwn && { [`${prefix}_EVENTS_TOKEN`]: TOKEN }),
      [`${prefix}_DIAL`]: 'PJSIP/{number}@agent',
      [`${prefix}_PROMPTS`]: prompts,
    };
  }

  /** Starts it, again after `kill`, and resolves when it is ready. */
  async start(): Promise<void> {
    this.#past = this.log;
    this.#process = new Command(this.#args, { env: this.#env });
    await ready(this.url, this.#process);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** What it has written since the first start. */
  get log(): string {
    return `${this.#past}${this.#process?.stderr ?? ''}`;
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  /** Ends it as a supervisor does; `start` starts it again. */
  async end(): Promise<void> {
    await this.#process?.stop();
  }

  /** Ends it for good. */
  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Names of the carriers that `/readyz` calls lost. */
  async listLost(): Promise<string[]> {
    const answer = await fetch(`${this.url}/readyz`);
    const { lostCarriers = [] } = (await answer.json()) as Readiness;
    return lostCarriers.map(({ carrier }) => carrier);
  }

  /** Returns the value of a metric without or with labels; NaN when there is none. */
  async readMetric(name: string): Promise<number> {
    const text = await fetch(`${this.url}/metrics`).then((answer) => answer.text());
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1));
  }

  /** Resolves when no call is live. */
  async untilIdle(): Promise<void> {
    await until(async () => (await this.readMetric('ringflow_live_calls')) === 0);
  }
}

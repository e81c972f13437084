/**
 * Measures a deployment: a hundred flows of 50 steps, each with scenarios, handed in at a running `serve` on SQLite by HTTP
 * and put into service, beside the floor: compiling the same texts once in this process and nothing else. In each round
 * the texts are new. The first round finds the service as it has just started, with no thread for such work; of the
 * others the quickest counts. How long calls may have had to wait is the longest time in which the service's event loop
 * stood still, beside that of the service while it has nothing to do.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { scryptSecrets } from '../src/adapters/secrets-scrypt/index.ts';
import { ApiKeys, compileBundle } from '../src/service/management/index.ts';
import { startServer } from './children.ts';
import type { RunningServer } from './children.ts';
import { serveArgs } from './contestants.ts';
import { flowOfSteps } from './flow-text.ts';

export interface DeployRound {
  /** From the first byte of the bundle until all flows take calls. */
  ms: number;
  /** Of the service's process, all threads. */
  cpuMs: number;
  /** The longest time in which the service's event loop stood still. */
  stallMs: number;
}

export interface DeployFigures {
  flows: number;
  scenarios: number;
  /** Compiling here, while the service has nothing to do: its stall is the machine's. */
  floor: DeployRound;
  first: DeployRound;
  later: DeployRound;
}

const FLOWS = 100;
const SCENARIOS_EACH = 3;
const rounds = 4;

/** Measures it. */
export async function measureDeploy(): Promise<DeployFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const file = join(folder, 'calls.sqlite');
  const samples = join(import.meta.dirname, '../flows');
  const args = serveArgs(samples, `sqlite:${file}`, 'http://127.0.0.1:9');
  const stalls = ['--import', join(import.meta.dirname, 'stalls.ts')];
  const server = await startServer([...stalls, ...args, '--default-flow', 'front-desk']);
  try {
    const key = await newKey(file);
    const times: DeployRound[] = [];
    const floors: DeployFigures['floor'][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const files = bundleOf(round);
      await stallOf(server);
      floors.push({ ...floorOf(files), stallMs: await stallOf(server) });
      times.push(await deploy(files, { server, key }));
    }
    const [first, ...later] = times;
    if (first === undefined) throw new Error('there was no round');
    const figures = { flows: FLOWS, scenarios: FLOWS * SCENARIOS_EACH };
    return { ...figures, floor: quickest(floors), first, later: quickest(later) };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

function quickest<Times extends { ms: number }>(times: Times[]): Times {
  return times.reduce((best, one) => (one.ms < best.ms ? one : best));
}

function bundleOf(round: number): Record<string, string> {
  const entries = Array.from({ length: FLOWS }, (_, at): [string, string][] => [
    [
      `${at}/flow.yaml`,
      flowOfSteps(50, `bench-${at}`).replaceAll('call again later', `call ${round + 2} hours later`),
    ],
    [`${at}/calls.scenario.yaml`, scenariosOf()],
  ]);
  return Object.fromEntries(entries.flat());
}

function scenariosOf(): string {
  const one = (at: number) =>
    `  - name: asks for support, ${at}\n    script:\n      - hears: For sales\n      - presses: 2\n      - hears: customer number\n      - hangs_up\n`;
  return `scenarios:\n${Array.from({ length: SCENARIOS_EACH }, (_, at) => one(at)).join('')}`;
}

function floorOf(files: Record<string, string>): Omit<DeployRound, 'stallMs'> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const { flows, diagnostics } = compileBundle(files);
  const { user, system } = process.cpuUsage(before);
  if (flows.length !== FLOWS) throw new Error(JSON.stringify(diagnostics[0]));
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
}

interface Service {
  server: RunningServer;
  key: string;
}

async function deploy(files: Record<string, string>, service: Service): Promise<DeployRound> {
  await stallOf(service.server);
  const [startedAt, { cpuUs }] = [performance.now(), service.server.usage()];
  const { versions, tests } = await ask<HandedIn>(service, 'POST', 'flows', { files });
  if (tests.passed !== FLOWS * SCENARIOS_EACH) throw new Error(`${tests.passed} scenarios passed`);
  const wanted = versions.map(({ flow, version }) => [flow, { version }]);
  await ask(service, 'PUT', 'deployments', { flows: Object.fromEntries(wanted) as object });
  const ms = performance.now() - startedAt;
  const cpuMs = (service.server.usage().cpuUs - cpuUs) / 1_000;
  return { ms, cpuMs, stallMs: await stallOf(service.server) };
}

interface HandedIn {
  versions: { flow: string; version: string }[];
  tests: { passed: number };
}

async function ask<Answer>({ server, key }: Service, method: string, path: string, body: object) {
  const response = await fetch(`${server.url}/api/v1/projects/default/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text.slice(0, 500));
  return JSON.parse(text) as Answer;
}

async function stallOf({ child }: RunningServer): Promise<number> {
  const told = once(child, 'message');
  child.send('stall');
  const [ms] = (await told) as [number];
  return ms;
}

async function newKey(file: string): Promise<string> {
  const store = openSqliteStore({ file });
  try {
    const grants = [{ project: '*', role: 'admin' as const }];
    const by = { id: 'bench', at: Date.now() };
    const { token, change } = await new ApiKeys(store.registry, scryptSecrets).create(
      { name: 'bench', grants },
      by,
    );
    await store.registry.write([change]);
    return token;
  } finally {
    await store.close();
  }
}

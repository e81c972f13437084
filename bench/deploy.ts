/**
 * Measures a deployment: a hundred flows of 50 steps, each with scenarios, uploaded by HTTP to a running `serve` on SQLite and
 * put into service, against the floor: compiling the same texts once in this process. Each round has new texts. In the first
 * round the service has just started and has no build worker yet; of the others the fastest counts. Calls may have waited for
 * the longest stall of the service's event loop, which is compared with that of an idle service.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { compileBundle } from '../src/service/management/index.ts';
import { readStall, STALL_ARGS, startServer } from './children.ts';
import type { RunningServer } from './children.ts';
import { serveArgs } from './contestants.ts';
import { cpuUsSince, createKeyAndClose } from './fixtures.ts';
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
  const server = await startServer([...STALL_ARGS, ...args, '--default-flow', 'front-desk']);
  try {
    const key = await createKeyAndClose(openSqliteStore({ file }));
    const times: DeployRound[] = [];
    const floors: DeployFigures['floor'][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const files = bundleOf(round);
      await readStall(server);
      floors.push({ ...floorOf(files), stallMs: await readStall(server) });
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
  const cpuMs = cpuUsSince(before) / 1_000;
  if (flows.length !== FLOWS) throw new Error(JSON.stringify(diagnostics[0]));
  return { ms: performance.now() - startedAt, cpuMs };
}

interface Service {
  server: RunningServer;
  key: string;
}

async function deploy(files: Record<string, string>, service: Service): Promise<DeployRound> {
  await readStall(service.server);
  const [startedAt, { cpuUs }] = [performance.now(), service.server.usage()];
  const { versions, tests } = await ask<Uploaded>(service, 'POST', 'flows', { files });
  if (tests.passed !== FLOWS * SCENARIOS_EACH) throw new Error(`${tests.passed} scenarios passed`);
  const wanted = versions.map(({ flow, version }) => [flow, { version }]);
  await ask(service, 'PUT', 'deployments', { flows: Object.fromEntries(wanted) as object });
  const ms = performance.now() - startedAt;
  const cpuMs = (service.server.usage().cpuUs - cpuUs) / 1_000;
  return { ms, cpuMs, stallMs: await readStall(service.server) };
}

interface Uploaded {
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

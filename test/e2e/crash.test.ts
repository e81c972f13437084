/**
 * The service is killed again and again while two hundred people are on the line. Every call has to end as its script
 * says: no command lost, and doubled only what was in doubt (I4). CRASH_SEED repeats a run's moments.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import { Command, ready } from './command.ts';
import {
  deskEnv,
  FLOWS,
  openBooks,
  openPlatform,
  OUR_NUMBER,
  saysNothing,
  scriptOf,
  scripts,
} from './desk.ts';
import type { Books } from './desk.ts';
import { Crowd } from './people.ts';
import { randomOf } from './random.ts';
import { inWords, judge } from './verdict.ts';
import type { Disturbance, Verdict } from './verdict.ts';
import { freePort } from '../setup/free-port.ts';

const CALLS = 200;
const KILLS = 8;

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
const directory = mkdtempSync(join(tmpdir(), 'ringflow-crash-'));
const file = join(directory, 'calls.sqlite');
const kills: Disturbance[] = [];
let emulator: Emulator;
let books: Books;
let crowd: Crowd;
let exitCode: unknown;
let verdict: Verdict | undefined;
/** Ids of the CDRs that the service has brought, in the order in which they came. */
const billed: string[] = [];
const billing = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const lines = Buffer.concat(chunks).toString().trim().split('\n');
    billed.push(...lines.map((line) => (JSON.parse(line) as { id: string }).id));
    response.end();
  });
});
let ended: string[] = [];

beforeAll(async () => {
  const { between } = randomOf(seed);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  emulator = await openPlatform(url);
  books = await openBooks();
  billing.listen(0, '127.0.0.1');
  await once(billing, 'listening');
  let service = await serve(url);
  crowd = new Crowd(emulator);
  for (let call = 0; call < CALLS; call++)
    crowd.ring(scriptOf(call, [...scripts, saysNothing]), `+49170${1_000_000 + call}`, OUR_NUMBER);
  for (let kill = 0; kill < KILLS; kill++) {
    // Counted in commands and not in time, so that the service is killed while it has its hands full.
    await commands(between(5, 90));
    await pause(between(0, 20));
    const from = Date.now();
    await service.kill();
    // The platform has read by then what the service had sent before it died.
    await fetch(`${emulator.url}/_emulator/clock`);
    kills.push({ from, to: Date.now() });
    service = await serve(url);
  }
  while (crowd.onTheLine > 0) await pause(50);
  crowd.leave();
  while (new Set(billed).size < CALLS) await pause(50);
  exitCode = await service.stop();
  const store = openSqliteStore({ file });
  ended = (await store.list({ state: 'ended' }, { limit: 2 * CALLS })).calls.map(({ id }) => id);
  verdict = await judge(crowd.people, kills, store);
  await store.close();
  console.log(`crash test, seed ${seed}: ${kills.length} kills; ${inWords(verdict)}`);
  if (process.env.CRASH_LOG !== undefined) console.log(service.stderr);
});

afterAll(async () => {
  crowd.leave();
  await emulator.close();
  await books.close();
  billing.closeAllConnections();
  billing.close();
  rmSync(directory, { recursive: true, force: true });
});

describe(`${CALLS} calls, through ${KILLS} deaths of the service (CRASH_SEED=${seed})`, () => {
  test('who calls is served as the script says: no command is lost, and doubled only what was in doubt (I4)', () => {
    expect(verdict?.wrong).toEqual([]);
  });

  test('each call has its CDR, brought once or more (CDR-1)', () => {
    expect(ended).toHaveLength(CALLS);
    expect([...new Set(billed)].toSorted()).toEqual(ended.toSorted());
  });

  test('the last process stops cleanly', () => {
    expect(exitCode).toBe(0);
  });
});

/** Resolves when the platform has got so many commands more, or has nobody on the line any longer. */
async function commands(more: number): Promise<void> {
  let left = more;
  let seen = emulator.act((model) => model.journal.lastSeq);
  while (left > 0 && crowd.onTheLine > 0) {
    await pause(1);
    const entries = emulator.act((model) => model.journal.readAfter(seen));
    seen += entries.length;
    left -= entries.filter(({ kind }) => kind === 'request').length;
  }
}

async function serve(url: string): Promise<Command> {
  const service = new Command(['serve', FLOWS, '--log-level', 'warn'], {
    env: {
      ...deskEnv(emulator, books),
      RINGFLOW_PORT: new URL(url).port,
      RINGFLOW_STORE: `sqlite:${file}`,
      RINGFLOW_PUBLIC_URL: url,
      // Deaths follow one another in seconds here: what is taken over must not wait for most of them.
      RINGFLOW_TAKEOVER: '3s',
      // The last one stops when all calls are over.
      RINGFLOW_DRAIN: '1s',
      RINGFLOW_CDR_URL: `http://127.0.0.1:${(billing.address() as AddressInfo).port}`,
      RINGFLOW_CDR_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    },
  });
  await ready(url, service);
  return service;
}

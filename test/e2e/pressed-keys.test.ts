/**
 * I7: keys that no flow asked for. A caller presses canaries wherever keys can be pressed; then every store and everything that the
 * service tells is searched for them, without a secret key.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { TraceEntry } from '../../src/call/index.ts';
import { until } from '../engine/until.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { asker } from '../service/http/api/scene.ts';
import { Caller, newCanaries, openVault } from './vault.ts';
import type { Vault } from './vault.ts';

const newFolder = useFolders();
const open: (() => PromiseLike<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const source = `ringflow: 1
name: desk
languages: [en-US]
vars: { pin: { type: string, secret: true } }
on: { error: sorry }
steps:
  start: { menu: { prompt: Press one., choices: [{ key: 1, goto: code }], attempts: 3 }, on: { exhausted: hangup } }
  code: { collect: { prompt: Your code?, digits: 11, save: pin }, on: { exhausted: hangup } }
  desk:
    connect: { to: '+4930333', keys: { '*1': hold, '*2': noted } }
    on: { busy: sorry, no_answer: sorry }
    next: hangup
  noted: { outcome: noted }
  talk: { wait: { for: bridge_end, timeout: 1h }, on: { timeout: hangup }, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

/** Eleven digits of which none can begin a choice. */
const canary = () => `8${Array.from({ length: 10 }, () => String(randomInt(3, 10))).join('')}`;

/** Everything that is brought to a collector of traces. */
async function startCollector() {
  let got = '';
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => (got += part.toString('latin1')));
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got: () => got };
}

/** The live events, from now on. */
async function watch({ url, key }: Vault) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/v1/projects/default/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: stop.signal,
  });
  expect(answer.status).toBe(200);
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of answer.body as ReadableStream<Uint8Array>) text += decoder.decode(part);
  };
  const reading = read().catch(() => undefined);
  open.push(async () => {
    stop.abort();
    await reading;
  });
  return () => text;
}

/** Waits until an entry of the trace tells of these keys of a bridge, as they are shown. */
function keysOf(vault: Vault, caller: Caller) {
  const admin = asker(`${vault.url}/api/v1`, vault.key);
  const path = `/projects/default/calls/default.${caller.voiceId}`;
  return async (shown: string) => {
    await until(async () => {
      const { body } = await admin('GET', `${path}/trace`);
      const { trace = [] } = body as { trace?: TraceEntry[] };
      return trace.some(({ event }) => event.type === 'bridge_digits' && event.digits === shown);
    });
  };
}

async function pressesEverywhere(vault: Vault, keys: ReturnType<typeof pressed>): Promise<Caller> {
  const caller = new Caller(vault.emulator, '+4930111');
  const shows = keysOf(vault, caller);
  await caller.asked('Press one.');
  await caller.press(keys.atMenu);
  await caller.asked('Press one.');
  await caller.press(`1${keys.ahead}`);
  await caller.asked('Your code?');
  await caller.press(keys.secret);
  await until(() => caller.pressOnBridge(keys.talk));
  await shows('•'.repeat(11));
  caller.pressOnBridge(`${keys.around}*1${keys.around}`);
  await shows(`${'•'.repeat(11)}*1${'•'.repeat(11)}`);
  const admin = asker(`${vault.url}/api/v1`, vault.key);
  const given = { type: 'digits', digits: `*1${keys.given}` };
  const events = `/projects/default/calls/default.${caller.voiceId}/events`;
  expect((await admin('POST', events, given, { 'idempotency-key': 'one' })).status).toBe(200);
  caller.pressOnBridge(`*2${keys.behind}`);
  await shows(`*2${'•'.repeat(11)}`);
  caller.pressOnBridge(keys.afterKeys);
  return caller;
}

function pressed() {
  return {
    atMenu: canary(),
    ahead: canary(),
    secret: canary(),
    talk: canary(),
    around: canary(),
    given: canary(),
    behind: canary(),
    afterKeys: canary(),
    spooled: canary(),
  };
}

/** What anybody may be told of the call. */
async function everythingTold(vault: Vault, call: string): Promise<string> {
  const admin = asker(`${vault.url}/api/v1`, vault.key);
  const project = '/projects/default';
  const paths = [
    `${project}/calls/${call}`,
    `${project}/calls/${call}/trace`,
    `${project}/calls?limit=10`,
    `${project}/stats?flow=desk`,
    `${project}/cdrs`,
    '/audit',
  ];
  const answers = await Promise.all(paths.map((path) => admin('GET', path)));
  const commands = [
    ['trace', call],
    ['trace', call, '--json'],
    ['calls', 'list', '--json'],
    ['calls', 'export', call, '--scenario'],
    ['calls', 'export', '--ndjson'],
  ];
  const printed = await Promise.all(commands.map((args) => vault.use(args)));
  expect(printed.map(({ code }) => code)).toEqual(commands.map(() => 0));
  const metrics = await (await fetch(`${vault.url}/metrics`)).text();
  return [JSON.stringify(answers), ...printed.map(({ stdout, stderr }) => stdout + stderr), metrics].join(
    '\n',
  );
}

/** While the store is away keys can only wait; once they are applied nothing is left of them. */
async function pressesWithoutStore(vault: Vault, caller: Caller, keys: string): Promise<void> {
  const { redis } = vault;
  if (redis === undefined) return;
  const gone = redis.kill();
  caller.pressOnBridge(keys);
  await gone;
  await until(() => vault.atRest().includes(keys));
  await redis.restart();
  await until(async () =>
    /ringflow_spool_entries\S* 0/.test(await (await fetch(`${vault.url}/metrics`)).text()),
  );
}

/** Names of the canaries in a text. */
function foundIn(text: string, keys: Record<string, string>): string[] {
  return Object.entries(keys).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}

test.each(['sqlite', 'redis'] as const)(
  'keys on %s are kept nowhere, unless the flow asked for them',
  async (kind) => {
    const atEnd = (close: () => PromiseLike<unknown>) => open.push(close);
    const folder = newFolder();
    const vault = await openVault({ kind, canaries: newCanaries(), secretKey: '', folder, source, atEnd });
    const collector = await startCollector();
    const cdrs = join(folder.path, 'cdrs.ndjson');
    const service = await vault.start({
      RINGFLOW_CDR_FILE: cdrs,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const live = await watch(vault);
    const keys = pressed();
    const caller = await pressesEverywhere(vault, keys);
    await pressesWithoutStore(vault, caller, keys.spooled);
    caller.hangUp();
    await caller.ended();
    await until(() => existsSync(cdrs) && readFileSync(cdrs, 'utf8').includes(caller.voiceId));
    const told = await everythingTold(vault, `default.${caller.voiceId}`);
    const whileRunning = vault.atRest();
    await service.stop();

    const { secret, ...others } = keys;
    const sinks = {
      told,
      live: live(),
      log: vault.log(),
      cdrs: readFileSync(cdrs, 'utf8'),
      spans: collector.got(),
    };
    // Each of them has the call, so that what follows says something.
    for (const [name, text] of Object.entries(sinks)) expect(text, name).toContain(caller.voiceId);
    const found = Object.entries(sinks).map(([name, text]) => [name, foundIn(text, keys)]);
    expect(found).toEqual(Object.keys(sinks).map((name) => [name, []]));
    const kept = whileRunning + vault.atRest();
    expect(kept).toContain(caller.voiceId);
    expect(foundIn(kept, others)).toEqual([]);
    // The flow keeps this one, and without a secret key it lies in clear.
    expect(kept).toContain(secret);
  },
);

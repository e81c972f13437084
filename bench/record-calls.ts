/**
 * `node bench/record-calls.ts --out calls.ndjson`: a service with SQLite serves people of all kinds who call the samples at the
 * emulator, in real time; writes the calls as `calls export --ndjson` does, to be replayed by `ringflow preview --from`.
 *   --calls N  how many (240)   --seed N   --pace N  characters per second that are spoken (40)   --seconds N  at most (120)
 *   --root DIR  where the ringflow is that serves (this one)
 */
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmulator } from '../src/platform/emulator/http/index.ts';
import type { Emulator } from '../src/platform/emulator/http/index.ts';
import type { Party } from '../src/platform/emulator/model/index.ts';
import { loadFlows } from '../src/authoring/flow-files/index.ts';
import { randomOf } from '../test/e2e/random.ts';
import { freePort } from '../test/setup/free-port.ts';

const HERE = join(import.meta.dirname, '..');
const TOKEN = 'record-calls-hook-token';
const FIRST_CALLER = 4_915_110_000_000;
const FIRST_NUMBER = 4_930_555_000;
/** Between two calls, ms. */
const RING_EVERY_MS = 120;
/** Keys that people press, most of which fit something. */
const KEYS = [
  ...Array.from('1123450*#9'),
  '12345',
  '12345678',
  '1234#',
  '301',
  '4711',
  '11',
  '0301234567#',
  '7654321#',
  '99999999',
];
const WORDS = ['assistant', 'operator', 'yes', 'no', 'one two three', 'Anna Berg', ''];
const REASONS = ['Unreachable', 'Network Out Of Order', 'Normal Clearing'];
const ROUTES = ['play', 'connect', 'record', 'stream', 'sms', 'hangup', 'accept'];

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string' },
    calls: { type: 'string', default: '240' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    pace: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '120' },
    root: { type: 'string', default: HERE },
  },
});
const { between } = randomOf(Number(flags.seed));
const wholeBetween = (least: number, most: number) => Math.floor(between(least, most + 1));
const oneOf = <Item>(items: readonly Item[]): Item => items[wholeBetween(0, items.length - 1)] as Item;
const isLucky = (share: number) => between(0, 1) < share;

const folder = mkdtempSync(join(tmpdir(), 'ringflow-record-'));
const store = `sqlite:${join(folder, 'calls.sqlite')}`;
const url = `http://127.0.0.1:${await freePort()}`;
const flows = loadFlows([join(HERE, 'flows')]).files.flatMap(({ flow }) => (flow ? [flow] : []));
const numbers = new Map(flows.map(({ name }, index) => [name, `+${FIRST_NUMBER + index}`]));
const called = [...new Set(JSON.stringify(flows).match(/\+49\d{6,}/g))];
const web = await startWebServices();
const emulator = await openPlatform();
const settings = settingsOfService();
const service = ringflow(['serve', join(HERE, 'flows'), '--log-level', 'warn']);
service.stderr.pipe(process.stderr);
try {
  await untilReady();
  const key = await outputOf(['keys', 'create', 'driver', '--role', 'admin', '--store', store]);
  await letPeopleCall(key.trim());
} finally {
  service.kill('SIGTERM');
  await once(service, 'close');
  await emulator.close();
  web.closeAllConnections();
  web.close();
}
const recording = await outputOf([
  'calls',
  'export',
  '--ndjson',
  '--keep-numbers',
  '--last',
  '10000',
  '--store',
  store,
]);
writeFileSync(flags.out ?? 'calls.ndjson', recording);
rmSync(folder, { recursive: true, force: true });
process.stderr.write(
  `seed ${flags.seed}: ${recording.split('\n').filter((line) => line.startsWith('{"call"')).length} calls\n`,
);

function settingsOfService(): Record<string, string> {
  const webUrl = `127.0.0.1:${portOf(web)}`;
  return {
    PATH: process.env.PATH ?? '',
    NO_COLOR: '1',
    RINGFLOW_PORT: new URL(url).port,
    RINGFLOW_STORE: store,
    RINGFLOW_PUBLIC_URL: url,
    RINGFLOW_DRAIN: '1s',
    RINGFLOW_PLATFORM_URL: emulator.url,
    RINGFLOW_APP_ID: 'app',
    RINGFLOW_APP_KEY: 'app-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_EGRESS: '127.0.0.0/8',
    RINGFLOW_ROUTES: [...numbers].map(([flow, number]) => `${number}=${flow}`).join(','),
    STATUS_URL: `http://${webUrl}`,
    ACCOUNTS_URL: `http://${webUrl}`,
    SURVEY_URL: `http://${webUrl}`,
    AGENT_URL: `ws://${webUrl}/agent`,
  };
}

function ringflow(args: string[]) {
  const bin = join(flags.root, 'bin/ringflow.js');
  return spawn(process.execPath, [bin, ...args], {
    cwd: flags.root,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function outputOf(args: string[]): Promise<string> {
  const command = ringflow(args);
  let [out, err] = ['', ''];
  command.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  command.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(command, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ringflow ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

async function untilReady(): Promise<void> {
  while (service.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error('the service has ended');
}

function openPlatform(): Promise<Emulator> {
  const hook = `${url}/hooks/default/${TOKEN}`;
  return startEmulator({
    settings: {
      redeliver: 100,
      redeliverAfterMs: 100,
      projects: [{ appId: 'app', appKey: 'app-key', webhook: `${hook}/voice`, smsWebhook: `${hook}/sms` }],
      sms: { anyTemplate: true },
      dtmf: { gapMs: 300, windowMs: 1_500 },
      charactersPerSecond: Number(flags.pace),
      setupMs: 40,
    },
  });
}

/** Answers that fit the samples, that do not, late, or not at all; and agents that take audio for a while. */
async function startWebServices(): Promise<Server> {
  const bodies: Record<string, unknown>[] = [
    { outages: 1, until: 'at noon' },
    { outages: 0, until: '' },
    { balance: 12.5 },
    { outages: 2, until: '', balance: '3' },
    {},
  ];
  const server = createServer((request, response) => {
    const status = oneOf([200, 200, 200, 200, 403, 404, 423, 429, 500]);
    const delayMs = oneOf([0, 20, 300, 2_500, 6_000]);
    request.resume();
    setTimeout(() => {
      if (isLucky(0.05)) response.destroy();
      else
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ...bodies[0], ...bodies[2], ...oneOf(bodies) }));
    }, delayMs);
  });
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => undefined);
    if (isLucky(0.2)) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
      return;
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.resume();
    setTimeout(
      () => {
        if (isLucky(0.3)) socket.destroy();
        else socket.end(Buffer.from([0x88, 0x02, 0x03, 0xe8]));
      },
      wholeBetween(0, 9_000),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function letPeopleCall(key: string): Promise<void> {
  const endsAt = Date.now() + Number(flags.seconds) * 1_000;
  const people: Promise<void>[] = [];
  for (let index = 0; index < Number(flags.calls); index += 1) {
    for (const number of called)
      emulator.act((model) => {
        model.control.setParty(number, someParty());
      });
    if (isLucky(0.15)) disturb();
    people.push(live(index, key));
    await pause(RING_EVERY_MS);
  }
  await Promise.race([Promise.all(people), pause(Math.max(0, endsAt - Date.now()))]);
  emulator.act((model, now) => {
    for (const { voice_id } of model.control.calls()) model.people.hangUp(voice_id, now);
  });
  await pause(3_000);
}

/** One person, who does something now and then until the call is over. */
async function live(index: number, key: string): Promise<void> {
  const flow = oneOf(flows).name;
  const number = numbers.get(flow) ?? '';
  const voiceId =
    flow === 'appointment-reminder' || (flow === 'survey' && isLucky(0.5))
      ? await beCalled({ flow, number, person: `+${FIRST_CALLER + index}`, key })
      : emulator.act((model, now) =>
          model.people.ring({ from: `+${FIRST_CALLER + index}`, to: number }, now),
        );
  if (voiceId === undefined) return;
  const kind = oneOf(['lively', 'lively', 'early', 'silent', 'patient', 'leaves']);
  const leavesAt = Date.now() + (kind === 'leaves' ? wholeBetween(0, 15_000) : 90_000);
  while (isLive(voiceId)) {
    await pause(
      kind === 'early' ? wholeBetween(0, 400) : wholeBetween(100, kind === 'patient' ? 6_000 : 2_500),
    );
    if (Date.now() > leavesAt) emulator.act((model, now) => model.people.hangUp(voiceId, now));
    else if (kind === 'patient') answerWhenAsked(voiceId);
    else if (kind !== 'silent') doSomething(voiceId);
  }
}

function isLive(voiceId: string): boolean {
  const state = emulator.act((model) => model.control.call(voiceId)?.state);
  return state !== undefined && state !== 'disconnected';
}

async function beCalled(call: {
  flow: string;
  number: string;
  person: string;
  key: string;
}): Promise<string | undefined> {
  const { flow, number: from, person: to, key } = call;
  emulator.act((model) => {
    model.control.setParty(
      to,
      isLucky(0.6) ? { on_ring: 'answers', afterMs: wholeBetween(0, 3_000) } : someParty(),
    );
  });
  const answer = await fetch(`${url}/api/v1/projects/default/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ flow, from, to }),
  });
  if (!answer.ok) throw new Error(`${flow} was not placed: ${await answer.text()}`);
  for (let tries = 0; tries < 100; tries += 1) {
    const found = emulator.act((model) => model.control.calls().find((one) => one.to === to));
    if (found !== undefined) return found.voice_id;
    await pause(20);
  }
  return undefined;
}

function answerWhenAsked(voiceId: string): void {
  emulator.act((model, now) => {
    if (model.control.call(voiceId)?.listens === true) model.people.press(voiceId, oneOf(KEYS), now);
  });
}

function doSomething(voiceId: string): void {
  emulator.act((model, now) => {
    const what = between(0, 1);
    if (what < 0.7) model.people.press(voiceId, oneOf(KEYS), now);
    else if (what < 0.85) model.people.say(voiceId, oneOf(WORDS), now);
    else if (what < 0.93) model.people.hangUp(voiceId, now, 'second');
    else if (what < 0.95) model.people.hangUp(voiceId, now);
  });
}

function someParty(): Party {
  const afterMs = wholeBetween(0, 35_000);
  return oneOf<Party>([
    {
      on_ring: 'answers',
      afterMs: wholeBetween(0, 4_000),
      acts: [{ afterMs: wholeBetween(0, 8_000), hangsUp: true }],
    },
    { on_ring: 'answers', afterMs },
    { on_ring: 'busy', afterMs: oneOf([0, 500, 5_000]) },
    { on_ring: 'rejects', afterMs },
    { on_ring: 'no_answer', afterMs },
    { on_ring: 'no_answer' },
    { on_ring: 'fails', afterMs: oneOf([0, afterMs]), reason: oneOf(REASONS) },
  ]);
}

function disturb(): void {
  const status = oneOf([500, 500, 429, 503, 0]);
  emulator.act((model) => {
    model.control.failNext({
      route: oneOf(ROUTES),
      times: oneOf([1, 2, 4]),
      status,
      executes: status === 0 && isLucky(0.5),
    });
  });
}

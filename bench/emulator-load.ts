/**
 * Load generator of the emulator: an application that plays a text to each call in turn, holds and resumes it, and receives the
 * notifications.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from './stats.ts';

/** Result of the load. */
export interface LoadResult {
  requests: number;
  requestsPerSecond: number;
  /** Those that came while requests were sent. */
  notificationsPerSecond: number;
  p99Ms: number;
}

/** Options of the load. */
export interface EmulatorLoad {
  url: string;
  voiceIds: string[];
  seconds: number;
}

/** Credentials of the emulator's default project. */
export const authorization = `Basic ${Buffer.from('demo:demo-key').toString('base64')}`;

const atATime = 64;
const silenceMs = 500;
const headers = { authorization, 'content-type': 'application/json' };

interface Step {
  method: 'PUT' | 'POST';
  command: string;
  body: string;
}

const steps: Step[] = [
  { method: 'PUT', command: 'play', body: JSON.stringify({ text: 'For sales press 1.', prompt_ref: 'p' }) },
  { method: 'POST', command: 'hold', body: JSON.stringify({ hold: true }) },
  { method: 'POST', command: 'hold', body: JSON.stringify({ hold: false }) },
];

let notifications = 0;
let lastAt = -Infinity;

/** Receives all notifications; returns the address. */
async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    notifications += 1;
    lastAt = performance.now();
    request.resume();
    response.writeHead(200, { 'content-length': 0 });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('nobody takes notifications');
  return `http://127.0.0.1:${address.port}`;
}

/** Waits until all earlier notifications have arrived. */
async function silence(): Promise<void> {
  while (performance.now() - lastAt < silenceMs) await pause(silenceMs);
}

async function load({ url, voiceIds, seconds }: EmulatorLoad): Promise<LoadResult> {
  await silence();
  const pool = new Pool(url, { connections: atATime });
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const times: number[] = [];
  const toldBefore = notifications;
  let turn = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      const call = voiceIds[turn++ % voiceIds.length] ?? '';
      for (const step of steps) times.push(await send(pool, call, step));
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const took = (performance.now() - startedAt) / 1_000;
  const told = notifications - toldBefore;
  await pool.close();
  return {
    requests: times.length,
    requestsPerSecond: times.length / took,
    notificationsPerSecond: told / took,
    p99Ms: percentile(times, 0.99),
  };
}

/** Sends a request; returns the response time, ms. */
async function send(pool: Pool, call: string, { method, command, body }: Step): Promise<number> {
  const sentAt = performance.now();
  const answer = await pool.request({ method, path: `/voice/v1/call/${call}/${command}`, headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${command} was answered ${answer.statusCode}: ${text}`);
  return performance.now() - sentAt;
}

if (import.meta.main) {
  process.on('message', (request: EmulatorLoad) => {
    void load(request).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit());
  process.send?.(await listen());
}

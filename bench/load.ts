/**
 * Load generator and platform in one process: a number of concurrent calls walk the script; each turn starts when the previous
 * one is answered and its command has arrived. Controlled by messages; ends with its parent.
 */
import { Pool } from 'undici';
import { Platform } from './platform.ts';
import type { Received } from './platform.ts';
import { callScript } from './script.ts';
import type { Turn } from './script.ts';
import { percentile } from './stats.ts';

export interface LoadRequest {
  /** Targets of notifications; each call uses one of them, as behind a load balancer with sticky sessions. */
  hookUrls: string[];
  seconds: number;
  /** Calls at a time. */
  calls: number;
}

export interface Latency {
  p50: number;
  p99: number;
}

export interface LoadResult {
  notifications: number;
  seconds: number;
  /** Notification sent → its 200 received, ms. */
  ackMs: Latency;
  /** Notification sent → its command received, ms. */
  reactionMs: Latency;
}

interface Samples {
  ackMs: number[];
  reactionMs: number[];
}

const headers = { 'content-type': 'application/json' };
const platform = new Platform();
let callsBegun = 0;

process.on('message', (request: LoadRequest) => {
  void load(request).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.({ platformUrl: await platform.listen() });

async function load({ hookUrls, seconds, calls }: LoadRequest): Promise<LoadResult> {
  const services = hookUrls.map((url) => {
    const { origin, pathname } = new URL(url);
    return { service: new Pool(origin, { connections: calls }), path: pathname };
  });
  const samples: Samples = { ackMs: [], reactionMs: [] };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async (number: number) => {
    const service = services[number % services.length];
    if (service === undefined) throw new Error('there is nobody to load');
    while (performance.now() < endsAt) await walk({ ...service, samples });
  };
  await Promise.all(Array.from({ length: calls }, (_, number) => caller(number)));
  const took = (performance.now() - startedAt) / 1_000;
  await Promise.all(services.map(({ service }) => service.close()));
  if (platform.unexpected > 0)
    throw new Error(`${platform.unexpected} commands came that the script has not`);
  return {
    notifications: samples.ackMs.length,
    seconds: took,
    ackMs: latency(samples.ackMs),
    reactionMs: latency(samples.reactionMs),
  };
}

interface Scene {
  service: Pool;
  path: string;
  samples: Samples;
}

async function walk(scene: Scene): Promise<void> {
  callsBegun += 1;
  const call = `bench-${process.pid}-${callsBegun}`;
  let promptRef = '';
  for (const turn of callScript) {
    const command = await take(
      scene,
      call,
      turn.isOfPlay ? { ...turn, says: { ...turn.says, prompt_ref: promptRef } } : turn,
    );
    if (turn.expects === 'play' && command !== undefined) promptRef = promptRefOf(command);
  }
}

/** Sends the notification of a turn; resolves with the command that it causes. */
async function take(
  { service, path, samples }: Scene,
  call: string,
  { says, expects }: Turn,
): Promise<Received | undefined> {
  const body = notification(call, says);
  const sentAt = performance.now();
  const command = expects === undefined ? undefined : platform.command(call, expects);
  const answer = await service.request({ method: 'POST', path, headers, body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`${JSON.stringify(says)} was answered ${answer.statusCode}`);
  samples.ackMs.push(performance.now() - sentAt);
  const received = await command;
  if (received !== undefined) samples.reactionMs.push(received.at - sentAt);
  return received;
}

function promptRefOf({ body }: Received): string {
  const { prompt_ref: promptRef } = JSON.parse(body) as { prompt_ref?: unknown };
  if (typeof promptRef !== 'string') throw new Error('a play came without a prompt_ref');
  return promptRef;
}

function notification(call: string, says: Record<string, string>): string {
  const timestamp = new Date().toISOString();
  return JSON.stringify({ voice_id: call, ...says, from: '+4915150000', to: '+4930100', timestamp });
}

function latency(samples: number[]): Latency {
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}

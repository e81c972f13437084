/**
 * The emulator: how many requests it answers, what many live calls cost, and how fast its model is by itself. Server and
 * load are two processes, so that each has a core.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startNode, stopped, usageOf } from './children.ts';
import type { EmulatorLoad } from './emulator-load.ts';
import { measureModel } from './model.ts';
import type { ModelFigures } from './model.ts';

export interface EmulatorFigures extends ModelFigures {
  requestsPerSecond: number;
  p99Ms: number;
  cpuUsPerRequest: number;
  liveCalls: number;
  /** With these calls, once all of them have talked and the journal is full. */
  rssMb: number;
}

/** What the load found. */
export interface LoadResult {
  requestsPerSecond: number;
  requests: number;
  p99Ms: number;
}

const liveCalls = 20_000;
const warmUpSeconds = 3;

/** Measures for so many seconds, after a warm-up. */
export async function measureEmulator(seconds: number): Promise<EmulatorFigures> {
  const server = startNode([join(import.meta.dirname, 'emulator-server.ts'), String(liveCalls)]);
  const generator = startNode([join(import.meta.dirname, 'emulator-load.ts')]);
  try {
    const target = await heard<Pick<EmulatorLoad, 'url' | 'voiceIds'>>(server);
    const load = (length: number) => {
      generator.send({ ...target, seconds: length } satisfies EmulatorLoad);
      return heard<LoadResult>(generator);
    };
    await load(warmUpSeconds);
    const before = usageOf(server);
    const { requests, requestsPerSecond, p99Ms } = await load(seconds);
    const after = usageOf(server);
    const cpuUsPerRequest = (after.cpuUs - before.cpuUs) / requests;
    const rssMb = after.rssBytes / 1024 ** 2;
    return { requestsPerSecond, p99Ms, cpuUsPerRequest, liveCalls, rssMb, ...measureModel() };
  } finally {
    await Promise.all([stopped(server), stopped(generator)]);
  }
}

/** The next message of a child; rejects when it ends without one. */
async function heard<Message>(child: ChildProcess): Promise<Message> {
  const gone = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${child.spawnargs.join(' ')} is gone`)),
  );
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Message];
  gone.catch(() => undefined);
  return message;
}

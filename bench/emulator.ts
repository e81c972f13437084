/**
 * The emulator: how many requests it answers, what many live calls cost, and how fast its model is by itself. Server and
 * load are two processes, so that each has a core.
 */
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage, startNode, stopped, usageOf } from './children.ts';
import type { EmulatorLoad, LoadResult } from './emulator-load.ts';
import { measureModel } from './model.ts';
import type { ModelFigures } from './model.ts';

export interface EmulatorFigures {
  liveCalls: number;
  /** Nobody is told what happens on the calls. */
  untold: ServerFigures;
  /** All notifications go to the load. */
  told: ServerFigures;
  model: ModelFigures;
}

/** The load's figures and those of the server. */
export interface ServerFigures extends Omit<LoadResult, 'requests'> {
  cpuUsPerRequest: number;
  /** With the live calls, once all of them have talked and the journal is full. */
  rssMb: number;
}

const liveCalls = 20_000;
const warmUpSeconds = 3;

/** Measures servers for so many seconds each, after a warm-up. */
export async function measureEmulator(seconds: number): Promise<EmulatorFigures> {
  const generator = startNode([inBench('emulator-load.ts')]);
  try {
    const webhook = await nextMessage<string>(generator);
    const untold = await measured(generator, seconds);
    const told = await measured(generator, seconds, webhook);
    return { liveCalls, untold, told, model: measureModel() };
  } finally {
    await stopped(generator);
  }
}

async function measured(generator: ChildProcess, seconds: number, webhook?: string): Promise<ServerFigures> {
  const args = [String(liveCalls), ...(webhook === undefined ? [] : [webhook])];
  const server = startNode([inBench('emulator-server.ts'), ...args]);
  try {
    const target = await nextMessage<Pick<EmulatorLoad, 'url' | 'voiceIds'>>(server);
    const load = (length: number) => {
      generator.send({ ...target, seconds: length } satisfies EmulatorLoad);
      return nextMessage<LoadResult>(generator);
    };
    await load(warmUpSeconds);
    const before = usageOf(server);
    const { requests, ...found } = await load(seconds);
    const after = usageOf(server);
    const cpuUsPerRequest = (after.cpuUs - before.cpuUs) / requests;
    return { ...found, cpuUsPerRequest, rssMb: after.rssBytes / 1024 ** 2 };
  } finally {
    await stopped(server);
  }
}

function inBench(file: string): string {
  return join(import.meta.dirname, file);
}

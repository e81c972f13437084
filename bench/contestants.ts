/** Contestants: for each store the service and the floor below it. A new store adds a pair here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../test/adapters/redis/server.ts';
import { pidOf, startServer } from './children.ts';
import type { RunningServer } from './children.ts';

/** The token of the hook of every contestant. */
export const token = 'bench-token-0123456789';

export interface Scene {
  /** Store of this contest: an empty directory for files, or the address of a Redis. */
  place: string;
  platformUrl: string;
}

export interface Contestant {
  server: RunningServer;
  hookUrl: string;
}

/** Resources shared by both contestants. */
export interface Place {
  place: string;
  /** Processes that it consists of. */
  pids: number[];
  stop(): Promise<void>;
}

export interface Contest {
  store: string;
  open(): Promise<Place>;
  floor(scene: Scene): Promise<Contestant>;
  serve(scene: Scene): Promise<Contestant>;
}

/** SQLite against a floor that writes one row, and against one that makes one commit of the same store. */
const sqlite: Contest[] = (['row', 'commit'] as const).map((writes) => ({
  store: `sqlite, floor: a ${writes}`,
  open: openDirectory,
  floor: ({ place, platformUrl }) => startedFloor(writes, join(place, 'floor.sqlite'), platformUrl),
  serve: ({ place, platformUrl }) =>
    started(serveArgs(inBench('flow'), `sqlite:${join(place, 'serve.sqlite')}`, platformUrl)),
}));

/** Redis against a floor that runs one script for each notification. */
export const redis: Contest = {
  store: 'redis, floor: a script',
  async open() {
    // Not written anew meanwhile: the side in whose round that fell would pay for both.
    const server = await startRedis('--appendonly', 'yes', '--auto-aof-rewrite-percentage', '0');
    return { place: server.address, pids: [pidOf(server.process)], stop: () => server.stop() };
  },
  floor: ({ place, platformUrl }) => startedFloor('script', place, platformUrl),
  serve: ({ place, platformUrl }) => started(serveArgs(inBench('flow'), place, platformUrl)),
};

export const contests: Contest[] = [...sqlite, redis];

/** An empty directory, removed by `stop`. */
export function openDirectory(): Promise<Place> {
  const place = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const stop = () => {
    rmSync(place, { recursive: true });
    return Promise.resolve();
  };
  return Promise.resolve({ place, pids: [], stop });
}

function startedFloor(writes: string, place: string, platformUrl: string): Promise<Contestant> {
  return started([inBench('floor.ts'), '$PORT', writes, place, platformUrl]);
}

/** Returns the arguments that start the service on the port `$PORT`, as users do. */
export function serveArgs(flows: string | undefined, store: string, platformUrl: string): string[] {
  const settings = {
    '--port': '$PORT',
    '--store': store,
    '--platform-url': platformUrl,
    '--app-id': 'bench',
    '--hook-token': token,
    '--public-url': 'http://127.0.0.1:$PORT',
  };
  const folder = flows === undefined ? [] : [flows];
  return [inBench('../bin/ringflow.js'), 'serve', ...folder, ...Object.entries(settings).flat()];
}

function inBench(path: string): string {
  return join(import.meta.dirname, path);
}

/** Starts one; resolves when it is ready. */
export async function started(args: string[]): Promise<Contestant> {
  const server = await startServer(args);
  return { server, hookUrl: `${server.url}/hooks/default/${token}/voice` };
}

/** Who is measured against whom: for each store the service and the floor below it. A store to come adds a pair here. */
import { join } from 'node:path';
import { startServer } from './children.ts';
import type { RunningServer } from './children.ts';

const token = 'bench-token-0123456789';

export interface Scene {
  /** A directory for the contestants' files, empty at first. */
  directory: string;
  platformUrl: string;
}

export interface Contestant {
  server: RunningServer;
  hookUrl: string;
}

export interface Contest {
  store: string;
  floor(scene: Scene): Promise<Contestant>;
  serve(scene: Scene): Promise<Contestant>;
}

/** SQLite against a floor that writes one row, and against one that makes one commit of the same store. */
export const contests: Contest[] = (['row', 'commit'] as const).map((writes) => ({
  store: `sqlite, floor: a ${writes}`,
  floor: ({ directory, platformUrl }) =>
    started([inBench('floor.ts'), '$PORT', join(directory, 'floor.sqlite'), platformUrl, writes]),
  serve: ({ directory, platformUrl }) =>
    started(serveArgs(inBench('flow'), `sqlite:${join(directory, 'serve.sqlite')}`, platformUrl)),
}));

/** The arguments that start the service as its users do, on the port `$PORT`. */
export function serveArgs(flows: string, store: string, platformUrl: string): string[] {
  const settings = {
    '--port': '$PORT',
    '--store': store,
    '--platform-url': platformUrl,
    '--app-id': 'bench',
    '--hook-token': token,
    '--public-url': 'http://127.0.0.1:$PORT',
  };
  return [inBench('../bin/ringflow.js'), 'serve', flows, ...Object.entries(settings).flat()];
}

function inBench(path: string): string {
  return join(import.meta.dirname, path);
}

async function started(args: string[]): Promise<Contestant> {
  const server = await startServer(args);
  return { server, hookUrl: `${server.url}/hooks/default/${token}/voice` };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, startRedis, startServer, until } from './server.ts';
import type { RedisServer } from './server.ts';

const MASTER = 'calls';
const SENTINELS = 3;
/** So long a server may be silent before it counts as down, ms. */
const DOWN_AFTER_MS = 1_000;

export interface Sentinels {
  /** Both began so; the sentinels may have thought otherwise since. */
  master: RedisServer;
  replica: RedisServer;
  /** `redis-sentinel://…`, to be followed by settings. */
  address: string;
  /** Name by which the sentinels know the master. */
  name: string;
  /** Ports of the sentinels. */
  ports: number[];
  /** Port of the server that the sentinels call master now. */
  masterPort(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a master, with further arguments, one replica, and three sentinels; resolves when these know each other and both
 * servers.
 */
export async function startSentinels(...ofMaster: string[]): Promise<Sentinels> {
  const log = ['--appendonly', 'yes', '--repl-diskless-sync-delay', '0'];
  const master = await startRedis(...log, ...ofMaster);
  const replica = await startRedis(...log, '--replicaof', '127.0.0.1', String(master.port));
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, () =>
      startServer((port, directory) => sentinelArgs(master, port, directory)),
    ),
  );
  const ports = sentinels.map(({ port }) => port);
  const [first = 0] = ports;
  const everything = [...sentinels, replica, master];
  await until('the replica is in step', async () =>
    (await ask(replica.port, 'INFO replication')).includes('master_link_status:up'),
  );
  for (const port of ports)
    await until('a sentinel knows everybody', async () =>
      (await ask(port, 'INFO sentinel')).includes(
        `status=ok,address=127.0.0.1:${master.port},slaves=1,sentinels=${SENTINELS}`,
      ),
    );
  return {
    master,
    replica,
    name: MASTER,
    ports,
    address: `redis-sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${MASTER}`,
    async masterPort() {
      const answer = await ask(first, `SENTINEL GET-MASTER-ADDR-BY-NAME ${MASTER}`);
      return Number(answer.trim().split('\r\n').at(-1));
    },
    async stop() {
      await Promise.all(everything.map((server) => server.stop()));
    },
  };
}

/** A sentinel keeps what it learns in its file of settings. */
function sentinelArgs(master: RedisServer, port: number, directory: string): string[] {
  const file = join(directory, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
    `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${MASTER} 5000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return [file, '--sentinel'];
}

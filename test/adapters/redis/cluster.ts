import { startRedis, ask, until } from './server.ts';
import type { RedisServer } from './server.ts';

const SLOTS = 16_384;

export interface RedisCluster {
  masters: RedisServer[];
  /** `redis-cluster://…`, to be followed by settings. */
  address: string;
  stop(): Promise<void>;
}

/** Starts a Cluster of masters that share the slots evenly; resolves when it takes commands. */
export async function startCluster(size: number): Promise<RedisCluster> {
  const masters = await Promise.all(
    Array.from({ length: size }, () =>
      startRedis('--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'),
    ),
  );
  const ports = masters.map(({ port }) => port);
  const [first = 0] = ports;
  for (const [number, port] of ports.entries()) {
    const [from, to] = [number, number + 1].map((share) => Math.floor((share * SLOTS) / size));
    await ask(port, `CLUSTER ADDSLOTSRANGE ${from ?? 0} ${(to ?? SLOTS) - 1}`);
    if (port !== first) await ask(port, `CLUSTER MEET 127.0.0.1 ${first}`);
  }
  for (const port of ports) await until('the Cluster is whole', () => isWhole(port, size));
  return {
    masters,
    address: `redis-cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    async stop() {
      await Promise.all(masters.map((master) => master.stop()));
    },
  };
}

async function isWhole(port: number, size: number): Promise<boolean> {
  const info = await ask(port, 'CLUSTER INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`);
}

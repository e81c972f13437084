import { afterAll, beforeAll } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { callStoreContract } from './contracts/call-store.ts';
import type { Stores } from './contracts/call-store.ts';
import { countsContract } from './contracts/counts.ts';
import { registryContract } from './contracts/registry.ts';
import { startCluster } from './redis/cluster.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startRedis } from './redis/server.ts';

let opened = 0;

/** Two nodes are two connections; each body of data has a prefix of its own. */
async function storesAt(address: string): Promise<Stores> {
  opened += 1;
  const open = () =>
    openRedisStore({ address: `${address}?prefix=t${opened}&partitions=4`, log: new RecordingLog() });
  const stores = await Promise.all([open(), open()]);
  const [one, two] = stores;
  const closeAll = () => Promise.all(stores.map((store) => store.close()));
  return {
    one,
    two,
    async reopen() {
      await closeAll();
      const store = await open();
      stores.push(store);
      return store;
    },
    async close() {
      await closeAll();
    },
  };
}

const kinds = { 'one Redis': startRedis, 'a Redis Cluster': () => startCluster(3) };

for (const [name, start] of Object.entries(kinds)) {
  let server: { address: string; stop(): Promise<void> };
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  callStoreContract(name, { create: () => storesAt(server.address) });
  registryContract(name, { create: () => storesAt(server.address) });
  countsContract(name, { create: () => storesAt(server.address) });
}

import { afterAll, beforeAll } from 'vitest';
import { startCluster } from './redis/cluster.ts';
import { storeContracts } from './redis/stores.ts';

let cluster: Awaited<ReturnType<typeof startCluster>>;
beforeAll(async () => {
  cluster = await startCluster(3);
});
afterAll(() => cluster.stop());

storeContracts('a Redis Cluster', () => cluster.address);

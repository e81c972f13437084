import { afterAll, beforeAll } from 'vitest';
import { startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';
import { storeContracts } from './redis/stores.ts';

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

storeContracts('one Redis', () => server.address);

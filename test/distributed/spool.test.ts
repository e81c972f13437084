/** What waits on a node's disk: it outlives the node, and when there is no room left that is said loudly. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN } from '../e2e/desk.ts';
import { DURABLE, startRedis } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import { Fleet } from './fleet.ts';
import { expectServed } from './served.ts';

let redis: RedisServer;
let fleet: Fleet;

beforeEach(async () => {
  redis = await startRedis(...DURABLE);
});

afterEach(async () => {
  await fleet.close();
  await redis.stop();
});

test('what a killed node had spooled is applied when it starts again', async () => {
  fleet = await Fleet.start({ nodes: 2, store: redis.address });
  const [first] = fleet.nodes;
  fleet.ring(40);
  await fleet.requests(60);
  await fleet.disturb(async () => {
    await redis.kill();
    await fleet.until('something is spooled', async () => ((await first?.readiness())?.spooled ?? 0) > 0);
    await first?.kill();
    await redis.restart();
  });
  await first?.start();
  await expectServed(fleet);
});

test('a full spool refuses with 503, tells the log, and takes again when there is room', async () => {
  fleet = await Fleet.start({ nodes: 1, store: redis.address, flags: ['--spool-size', '1MB'] });
  const [node] = fleet.nodes;
  await redis.kill();
  const answers: number[] = [];
  // As many at once as a server lets wait for their connection.
  for (let first = 0; first < 1_200; first += 300)
    answers.push(...(await Promise.all(Array.from({ length: 300 }, (_, number) => post(first + number)))));
  expect(new Set(answers)).toEqual(new Set([200, 503]));
  await fleet.until('the node is not ready', async () => (await node?.readiness())?.status === 'not_ready');
  expect(fleet.logged('is full (')).not.toEqual([]);
  await redis.restart();
  await fleet.until('the spool is empty', async () => {
    const { status, spooled } = (await node?.readiness()) ?? {};
    return status === 'ready' && spooled === 0;
  });
  await expectServed(fleet, fleet.ring(10));
});

test('a disk that takes nothing more refuses with 503 until it does', async () => {
  fleet = await Fleet.start({ nodes: 1, store: redis.address });
  const [node] = fleet.nodes;
  const limit = (bytes: string) =>
    promisify(execFile)('prlimit', ['--pid', String(node?.pid), `--fsize=${bytes}:`]);
  await limit('2000');
  fleet.ring(20);
  await fleet.requests(30);
  await fleet.disturb(async () => {
    await redis.kill();
    await fleet.until('the disk is full', () => fleet.logged('cannot be used: EFBIG').length > 0);
    await limit('unlimited');
    await redis.restart();
  });
  await expectServed(fleet);
});

/** A notification about a call that nobody knows, with a name so long that few of them fill much; gives the status. */
async function post(number: number): Promise<number> {
  const [node] = fleet.nodes;
  const voice_id = `${number}-${'x'.repeat(900)}`;
  const answer = await fetch(`${node?.url ?? ''}/hooks/default/${TOKEN}/voice`, {
    method: 'POST',
    body: JSON.stringify({ voice_id, state: 'bridging' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

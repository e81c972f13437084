/** What can go wrong with nodes, with Redis and between them; each is over when its promise resolves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisProxy } from '../adapters/redis/proxy.ts';
import type { Network } from '../adapters/redis/proxy.ts';
import { ask } from '../adapters/redis/server.ts';
import type { RedisServer } from '../adapters/redis/server.ts';
import type { Fleet } from './fleet.ts';

export interface Ground {
  fleet: Fleet;
  redis: RedisServer;
  /** Between each node and Redis. */
  networks: readonly RedisProxy[];
  /** A number from 0 to below 1. */
  random: () => number;
}

type Trouble = (ground: Ground) => Promise<void>;

/** No trouble lasts longer, ms: longer than a deadline, or than word of a bridge is waited for, callers would notice it. */
const LONGEST_MS = 2_000;

export const troubles: Record<string, Trouble> = {
  'node killed': async (ground) => {
    const node = oneOf(ground.fleet.nodes, ground);
    await node.kill();
    await aWhile(ground);
    await node.start();
  },
  'node killed and started at once': async (ground) => {
    const node = oneOf(ground.fleet.nodes, ground);
    await node.kill();
    await node.start();
  },
  'all nodes killed': async ({ fleet }) => {
    await Promise.all(fleet.nodes.map((node) => node.kill()));
    await Promise.all(fleet.nodes.map((node) => node.start()));
  },
  'node restarted': async (ground) => {
    const node = oneOf(ground.fleet.nodes, ground);
    await node.stop();
    await node.start();
  },
  'node cut off': (ground) => oneNetwork(ground, { requests: 'lost', answers: 'lost' }),
  'answers lost': (ground) => oneNetwork(ground, { answers: 'lost' }),
  'requests late': (ground) => oneNetwork(ground, { requests: 'held' }),
  'Redis slow': async (ground) => {
    for (const network of ground.networks) network.become({ delayMs: 200 });
    await aWhile(ground);
    for (const network of ground.networks) network.become({});
  },
  'connections reset': ({ networks }) => {
    for (const network of networks) network.reset();
    return Promise.resolve();
  },
  'Redis killed': async (ground) => {
    await ground.redis.kill();
    await aWhile(ground);
    await ground.redis.restart();
  },
  'scripts forgotten': async ({ redis }) => {
    await ask(redis.port, 'SCRIPT FLUSH');
  },
  'no memory': async (ground) => {
    await ask(ground.redis.port, 'CONFIG SET maxmemory 1');
    await aWhile(ground);
    await ask(ground.redis.port, 'CONFIG SET maxmemory 0');
  },
};

async function oneNetwork(ground: Ground, network: Partial<Network>): Promise<void> {
  const one = oneOf(ground.networks, ground);
  one.become(network);
  await aWhile(ground);
  one.become({});
}

async function aWhile({ random }: Ground): Promise<void> {
  await pause(random() * LONGEST_MS);
}

function oneOf<One>(all: readonly One[], { random }: Ground): One {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('there is none to choose');
  return one;
}

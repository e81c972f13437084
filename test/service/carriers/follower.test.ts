import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import type { EventSink, WebSocketLike } from '../../../src/engine/ports/index.ts';
import { CarrierFollower, CarrierLease } from '../../../src/service/carriers/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';

const sink: EventSink = {
  receive: () => Promise.resolve(),
  listLiveCalls: () => Promise.resolve([]),
  hasCall: () => Promise.resolve(false),
};

/** A connection that a node reads: its own, or one that was accepted. */
interface Reading {
  node: string;
  isOwn: boolean;
  end(how?: 'closed' | 'taken_over'): void;
}

/** Nodes of one service with a carrier whose connections do nothing but stay open. */
class Nodes {
  readonly clock = new HandClock();
  readonly open = new Set<Reading>();
  readonly log = new RecordingLog();
  /** Number of connections that were not admitted. */
  refused = 0;
  /** The carrier cannot be reached. */
  isAway = false;
  /** The carrier opens connections itself. */
  isOpened = false;
  /** The carrier takes a connection for open. */
  isTaken = false;
  readonly #store = openMemoryStore();
  readonly #followers = new Map<string, CarrierFollower>();

  add(node: string): CarrierFollower {
    const place = { project: 'default', clock: this.clock };
    const follower = new CarrierFollower({
      ...place,
      name: 'desk',
      events: {
        kind: 'socket',
        follow: (_sink, { socket, signal }) => this.#read({ node, isOwn: socket === undefined }, signal),
        isTaken: () => Promise.resolve(this.isTaken),
      },
      sink,
      lease: new CarrierLease({
        ...place,
        newId: randomUUID,
        registry: this.#store.registry,
        carrier: 'desk',
      }),
      log: this.log,
      isOpened: this.isOpened,
    });
    this.#followers.set(node, follower);
    follower.start();
    return follower;
  }

  /** A node has vanished with its connection. */
  async leaveLease(): Promise<void> {
    const { clock } = this;
    const { registry } = this.#store;
    const lease = new CarrierLease({
      registry,
      clock,
      newId: randomUUID,
      project: 'default',
      carrier: 'desk',
    });
    await lease.take({ force: true, isOwn: false });
  }

  /** Lets time pass in small parts, so that what waits for the store is done in between. */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds * 2; passed += 1) {
      this.clock.pass(500);
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  listOpen(): string[] {
    return [...this.open].map(({ node, isOwn }) => `${node} ${isOwn ? 'opened' : 'accepted'}`);
  }

  async stop(): Promise<void> {
    for (const follower of this.#followers.values()) await follower.stop();
  }

  #read(about: Pick<Reading, 'node' | 'isOwn'>, signal: AbortSignal): Promise<'closed' | 'taken_over'> {
    if (this.isAway) return Promise.reject(new Error('the carrier is away'));
    const { promise, resolve } = Promise.withResolvers<'closed' | 'taken_over'>();
    const reading: Reading = {
      ...about,
      end: (how = 'closed') => {
        this.open.delete(reading);
        resolve(how);
      },
    };
    this.open.add(reading);
    signal.addEventListener('abort', () => {
      this.open.delete(reading);
      // What it had noticed before is told then.
      setImmediate(() => {
        reading.end();
      });
    });
    return promise;
  }
}

function createSocket(): WebSocketLike & { closed: number[] } {
  const closed: number[] = [];
  return { closed, on: () => undefined, close: (code = 1000) => closed.push(code) };
}

/** The carrier opens a connection to a node. */
async function connect(node: CarrierFollower, socket: WebSocketLike): Promise<void> {
  const acceptor = await node.admit();
  if (acceptor === undefined) nodes.refused += 1;
  acceptor?.(socket);
}

let nodes = new Nodes();
afterEach(async () => {
  await nodes.stop();
  nodes = new Nodes();
});

describe('a node whose carrier opens the connection', () => {
  test('reads it and opens none', async () => {
    const one = nodes.add('one');
    nodes.add('other');
    await nodes.pass(5);
    await connect(one, createSocket());
    await nodes.pass(60);
    expect(nodes.listOpen()).toEqual(['one accepted']);
    expect(one.isConnected).toBe(true);
  });

  test('leaves it to the node at which the carrier opens the next one', async () => {
    const one = nodes.add('one');
    const other = nodes.add('other');
    await connect(one, createSocket());
    await connect(other, createSocket());
    await nodes.pass(5);
    expect(nodes.listOpen()).toEqual(['other accepted']);
  });

  test('opens none while it is missing, which would keep the carrier from reporting to its own', async () => {
    nodes.isOpened = true;
    const one = nodes.add('one');
    await nodes.pass(60);
    expect(nodes.listOpen()).toEqual([]);
    expect(one.isConnected).toBe(false);
    await connect(one, createSocket());
    await nodes.pass(5);
    expect(one.isConnected).toBe(true);
  });

  test('opens one in place of one whose node has vanished, while the carrier takes that for open', async () => {
    nodes.isOpened = true;
    await nodes.leaveLease();
    nodes.add('one');
    await nodes.pass(30);
    expect(nodes.listOpen()).toEqual([]);
    nodes.isTaken = true;
    await nodes.pass(5);
    expect(nodes.listOpen()).toEqual(['one opened']);
  });

  test('refuses more for a moment after one that could not be read, and tells it once', async () => {
    nodes.isOpened = true;
    const one = nodes.add('one');
    nodes.isAway = true;
    for (let tried = 0; tried < 20; tried += 1) {
      await connect(one, createSocket());
      await nodes.pass(1);
    }
    expect(nodes.refused).toBeGreaterThan(10);
    expect(one.isConnected).toBe(false);
    const failures = nodes.log.of('warn').filter((line) => line === 'cannot read the events of the carrier');
    expect(failures).toHaveLength(1);
  });

  test('refuses one once it has stopped, before it is open', async () => {
    const one = nodes.add('one');
    const acceptor = await one.admit();
    await one.stop();
    expect(await one.admit()).toBeUndefined();
    const socket = createSocket();
    acceptor?.(socket);
    expect(socket.closed).toEqual([1001]);
  });
});

describe('a carrier that opens no connection', () => {
  test('gets one from one node after a while', async () => {
    const one = nodes.add('one');
    nodes.add('other');
    await nodes.pass(9);
    expect(nodes.listOpen()).toEqual([]);
    await nodes.pass(6);
    expect(nodes.listOpen()).toHaveLength(1);
    await nodes.pass(60);
    expect(nodes.listOpen()).toHaveLength(1);
    expect(one.isConnected).toBe(true);
  });

  test('gets another one soon after the end of that', async () => {
    nodes.add('one');
    await nodes.pass(15);
    [...nodes.open][0]?.end();
    expect(nodes.listOpen()).toEqual([]);
    await nodes.pass(4);
    expect(nodes.listOpen()).toEqual(['one opened']);
  });

  test('gets one from another node when the first has stopped', async () => {
    const one = nodes.add('one');
    await nodes.pass(15);
    nodes.add('other');
    await nodes.pass(5);
    await one.stop();
    await nodes.pass(15);
    expect(nodes.listOpen()).toEqual(['other opened']);
  });
});

describe('a carrier that reports to another program', () => {
  test('is made to report to us again by a connection of our own, and its own one stays idle', async () => {
    const one = nodes.add('one');
    const other = nodes.add('other');
    await connect(one, createSocket());
    [...nodes.open][0]?.end('taken_over');
    await nodes.pass(1);
    expect(nodes.listOpen()).toEqual(['one opened']);
    const [here, there] = [createSocket(), createSocket()];
    await connect(one, here);
    await connect(other, there);
    await nodes.pass(60);
    expect(nodes.listOpen()).toEqual(['one opened']);
    expect([here.closed, there.closed]).toEqual([[], []]);
    [...nodes.open][0]?.end();
    await nodes.pass(1);
    expect(here.closed).toEqual([1013]);
  });

  test('is made to, although it has opened another one meanwhile', async () => {
    const one = nodes.add('one');
    await connect(one, createSocket());
    const [first] = nodes.open;
    await connect(one, createSocket());
    first?.end('taken_over');
    await nodes.pass(1);
    expect(nodes.listOpen()).toEqual(['one opened']);
  });

  test('is not fought about all the time', async () => {
    const one = nodes.add('one');
    await connect(one, createSocket());
    [...nodes.open][0]?.end('taken_over');
    await nodes.pass(1);
    [...nodes.open][0]?.end('taken_over');
    await nodes.pass(4);
    expect(nodes.listOpen()).toEqual([]);
    await nodes.pass(2);
    expect(nodes.listOpen()).toEqual(['one opened']);
  });
});

test('a node tells whether one is connected: not before the first connection, and not long after the last one', async () => {
  const one = nodes.add('one');
  expect(one.isConnected).toBe(false);
  await connect(one, createSocket());
  await nodes.pass(20);
  expect(one.isConnected).toBe(true);
  nodes.isAway = true;
  for (const reading of nodes.open) reading.end();
  await nodes.pass(30);
  expect(one.isConnected).toBe(false);
  const told = 'no node is connected to the carrier: its calls do not react';
  expect(nodes.log.of('warn').filter((line) => line === told)).toHaveLength(1);
  nodes.isAway = false;
  await nodes.pass(6);
  expect(one.isConnected).toBe(true);
  expect(nodes.log.of('warn').at(-1)).toBe('the carrier is connected again');
});

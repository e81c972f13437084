/** What is told to who watches, and how, with the clock in hand. */
import type { Server } from 'node:http';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import fastify from 'fastify';
import { systemClock } from '../../../../src/adapters/clock-system/index.ts';
import { MemoryFeed } from '../../../../src/adapters/feed-memory/index.ts';
import { eventRoutes } from '../../../../src/service/http/api/events-routes.ts';
import { LiveStreams } from '../../../../src/service/http/api/live-stream.ts';
import { LivePublisher } from '../../../../src/service/http/api/live-publisher.ts';
import { SYSTEM } from '../../../../src/service/management/index.ts';
import { sendProblem } from '../../../../src/service/http/problem.ts';
import type { Problem } from '../../../../src/service/http/problem.ts';
import { OperationalError } from '../../../../src/engine/ports/index.ts';
import type { Feed } from '../../../../src/engine/ports/index.ts';
import { begin, callId, projectId } from '../../../../src/call/index.ts';
import { runnableOf } from '../../../builders/flow.ts';
import { HandClock } from '../../../engine/hand-clock.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { watch } from './sse.ts';

const away = new OperationalError('store_unavailable', 'Redis is away', { retryable: true });
const flow = runnableOf('steps: { hello: { say: Hello. } }');
const first = (number: number) =>
  begin(flow, {
    ...{ id: callId(`default.${number}`), project: projectId('default'), direction: 'inbound', at: 0 },
    ...{ from: '+4930111', to: '+4930222' },
  });

function scene() {
  const clock = new HandClock();
  const feed: Feed = new MemoryFeed(clock);
  const log = new RecordingLog();
  let isDraining = false;
  const access = { may: () => Promise.resolve(true) };
  const open = async (after?: string) => {
    const mostStreams = { node: 2, project: 2 };
    const streams = new LiveStreams({
      feed,
      clock,
      log,
      isDraining: () => isDraining,
      maxStreams: mostStreams,
    });
    const stream = await streams.open({
      project: 'default',
      ...(after !== undefined && { after }),
      stillMay: () => access.may(),
    });
    const texts: string[] = [];
    return { stream, texts, read: () => stream.on('data', (text: Buffer) => texts.push(text.toString())) };
  };
  const teller = new LivePublisher({ feed, clock, log });
  /** Lets time pass bit by bit, so that whoever waits looks again. */
  const untilSeen = (look: () => boolean, stepMs = 100) =>
    until(() => {
      clock.pass(stepMs);
      return look();
    });
  return { access, clock, feed, log, open, teller, untilSeen, drain: () => (isDraining = true) };
}

const told = (teller: LivePublisher, number: number) => {
  const { record, trace } = first(number);
  teller.traced(record, trace);
};

describe('a stream', () => {
  test('says that it is alive, and how far it is, where nothing happens', async () => {
    const { open, untilSeen, clock } = scene();
    const { texts, read } = await open();
    const from = clock.now();
    read();
    await untilSeen(() => texts.join('').includes('event: alive'));
    expect(clock.now() - from).toBeGreaterThanOrEqual(15_000);
    expect(texts.join('')).toMatch(
      /^retry: 1000\nid: (\d+-\d+)\nevent: open\ndata: {}\n\nid: \1\nevent: alive\n/,
    );
  });

  test('STREAM-2 is cut off for who takes nothing, however much happens', async () => {
    const { open, teller, untilSeen } = scene();
    const { stream } = await open();
    // As much as is asked for at first is made ready, and then nobody takes it.
    stream.read(0);
    let number = 0;
    await untilSeen(() => {
      for (let times = 0; times < 20; times += 1) told(teller, (number += 1));
      return stream.destroyed;
    });
    expect(stream.readableLength).toBeLessThan(1_000_000);
  });

  test('STREAM-3 ends after a while, and when the service is about to end', async () => {
    const { open, untilSeen, drain, clock } = scene();
    const [one, other] = [await open(), await open()];
    const from = clock.now();
    one.read();
    await untilSeen(() => one.stream.readableEnded, 1_000);
    expect(clock.now() - from).toBeGreaterThanOrEqual(300_000);
    other.read();
    drain();
    await untilSeen(() => other.stream.readableEnded);
  });

  test('STREAM-4 tells nothing more, and ends, once its reader may watch no more', async () => {
    const { access, open, teller, untilSeen, clock } = scene();
    const { stream, texts, read } = await open();
    read();
    told(teller, 1);
    await untilSeen(() => texts.join('').includes('default.1'));
    access.may = () => Promise.resolve(false);
    const from = clock.now();
    await untilSeen(() => stream.readableEnded);
    expect(clock.now() - from).toBeLessThanOrEqual(16_000);
    told(teller, 2);
    await teller.stop();
    expect(texts.join('')).not.toContain('default.2');
  });

  test('STREAM-4 tells nothing while nobody can say whether its reader may watch, and goes on then', async () => {
    const { access, open, teller, untilSeen, log, clock } = scene();
    const { texts, read } = await open();
    read();
    access.may = () => Promise.reject(away);
    clock.pass(15_000);
    await untilSeen(() => log.of('debug').length > 0);
    told(teller, 1);
    await teller.stop();
    clock.pass(2_000);
    expect(texts.join('')).not.toContain('default.1');
    access.may = () => Promise.resolve(true);
    await untilSeen(() => texts.join('').includes('default.1'));
  });

  test('outlives a feed that is away for a while, and says what it has missed', async () => {
    const { open, feed, teller, untilSeen } = scene();
    const { texts, read } = await open();
    read();
    const { read: readFeed, add } = { read: feed.read.bind(feed), add: feed.add.bind(feed) };
    feed.read = () => Promise.reject(away);
    feed.add = () => Promise.reject(away);
    told(teller, 1);
    await untilSeen(() => texts.join('').includes('event: alive'));
    feed.read = readFeed;
    feed.add = add;
    told(teller, 2);
    await untilSeen(() => texts.join('').includes('default.2'));
    expect(texts.join('')).toMatch(/event: gap\n[^]*event: call\.started\n/);
    expect(texts.join('')).not.toContain('"id":"default.1"');
  });
});

test('only so many watch on a node, and of one project, and a place is free once its reader has gone', async () => {
  const { feed, log } = scene();
  const server = fastify();
  server.setErrorHandler((error, _request, reply) => sendProblem(reply, error as Problem));
  const mostStreams = { node: 3, project: 2 };
  const live = new LiveStreams({
    feed,
    log,
    clock: systemClock,
    isDraining: () => false,
    maxStreams: mostStreams,
  });
  server.decorateRequest('principal', { getter: () => SYSTEM });
  for (const addRoute of eventRoutes) addRoute(server, { reports: { live } } as never);
  const url = await server.listen({ port: 0 });
  const at = (project: string) => watch(`${url}/projects/${project}/events`, 'key');
  const [one, two] = [await at('shop'), await at('shop')];
  expect((await at('shop')).status).toBe(429);
  const three = await at('bank');
  expect(three.status).toBe(200);
  expect((await at('bank')).status).toBe(429);
  one.close();
  await until(async () => (await at('bank')).status === 200);
  two.close();
  three.close();
  server.server.closeAllConnections();
  await server.close();
});

test('a reader that closes its connection is noticed before anything is sent to it', async () => {
  const { feed, log, clock } = scene();
  const server = fastify();
  (server.server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  const streams = new LiveStreams({ feed, log, clock, isDraining: () => false });
  const opened: Readable[] = [];
  const open: LiveStreams['open'] = async (wanted) => {
    const stream = await streams.open(wanted);
    opened.push(stream);
    return stream;
  };
  server.decorateRequest('principal', { getter: () => SYSTEM });
  for (const addRoute of eventRoutes) addRoute(server, { reports: { live: { open } } } as never);
  const url = await server.listen({ port: 0 });
  const reader = await watch(`${url}/projects/shop/events`, 'key');
  expect(opened[0]?.destroyed).toBe(false);
  reader.close();
  // The clock stands still, so that nothing is written.
  await until(() => opened[0]?.destroyed);
  server.server.closeAllConnections();
  await server.close();
});

describe('what is to be told', () => {
  test('PUBLISH-1 is not even written where nobody watches', async () => {
    const { teller, untilSeen, feed } = scene();
    let asked = 0;
    let added = 0;
    feed.isOpen = () => Promise.resolve((asked += 1) < 0);
    feed.add = () => Promise.resolve(void (added += 1));
    for (let number = 0; number < 1_000; number += 1) told(teller, number);
    await untilSeen(() => asked > 0);
    await teller.stop();
    expect({ asked, added }).toEqual({ asked: 1, added: 0 });
  });

  test('PUBLISH-2 is little where nobody watched a moment ago, and who comes then learns of the gap', async () => {
    const { teller, untilSeen, feed } = scene();
    const isOpen = feed.isOpen.bind(feed);
    let hasAsked = false;
    feed.isOpen = (name) => {
      hasAsked = true;
      return isOpen(name);
    };
    told(teller, 0);
    await untilSeen(() => hasAsked);
    for (let number = 1; number <= 1_000; number += 1) told(teller, number);
    const from = await feed.open('default');
    await teller.stop();
    const first = (await feed.read('default', from, 10_000)) ?? [];
    expect(first.map(({ text }) => text.split(' ', 2).join(' ')).slice(0, 2)).toEqual([
      'gap',
      'call.started default.1',
    ]);
    expect(first).toHaveLength(65);
    for (let number = 0; number < 1_000; number += 1) told(teller, number);
    await teller.stop();
    expect(await feed.read('default', first.at(-1)?.id ?? '', 10_000)).toHaveLength(1_000);
  });

  test('PUBLISH-2 is a gap for whoever watches a project of which something could not be told, whatever is told of others meanwhile', async () => {
    const { teller, feed } = scene();
    const from = await feed.open('default');
    await feed.open('shop');
    const add = feed.add.bind(feed);
    feed.add = () => Promise.reject(away);
    told(teller, 1);
    await teller.stop();
    feed.add = add;
    const { record, trace } = first(2);
    teller.traced({ ...record, project: projectId('shop') }, trace);
    await teller.stop();
    told(teller, 3);
    await teller.stop();
    const entries = (await feed.read('default', from, 10)) ?? [];
    expect(entries.map(({ text }) => text.split(' ', 2).join(' '))).toEqual([
      'gap',
      'call.started default.3',
    ]);
  });

  test('PUBLISH-2 is bounded while the feed is slow, and the rest is a gap', async () => {
    const { teller, feed } = scene();
    const from = await feed.open('default');
    for (let number = 0; number < 5_500; number += 1) told(teller, number);
    await teller.stop();
    const entries = (await feed.read('default', from, 10_000)) ?? [];
    expect(entries).toHaveLength(5_001);
    expect(entries.filter(({ text }) => text === 'gap')).toHaveLength(1);
  });
});

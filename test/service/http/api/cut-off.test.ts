/** Answers that take long: who reads them may, who does not is cut off. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { cutOffStalled } from '../../../../src/service/http/api/cut-off.ts';
import { recipientRoutes } from '../../../../src/service/http/api/recipients-routes.ts';
import { HandClock } from '../../../engine/hand-clock.ts';
import { until } from '../../../engine/until.ts';

const PIECE = 'x'.repeat(10_000);

/** A text without an end, and how much of it was made. */
function endless() {
  const clock = new HandClock();
  const seen = { made: 0, ended: false };
  async function* texts(isGone: () => boolean): AsyncGenerator<string> {
    try {
      while (!isGone()) {
        seen.made += 1;
        yield await Promise.resolve(PIECE);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { clock, seen, stream: cutOffStalled(texts, clock) };
}

test('who takes nothing for half a minute is cut off, and nothing more is made for them', async () => {
  const { clock, seen, stream } = endless();
  stream.read(0);
  await until(() => stream.readableLength >= stream.readableHighWaterMark);
  const { made } = seen;
  clock.pass(29_999);
  expect(stream.destroyed).toBe(false);
  clock.pass(1);
  expect(stream.destroyed).toBe(true);
  await until(() => seen.ended);
  expect(seen.made).toBe(made);
});

test('who takes a little now and then may go on for as long as that takes', async () => {
  const { clock, seen, stream } = endless();
  for (let read = 1; read <= 20; read += 1) {
    stream.read(0);
    await until(() => stream.readableLength > 0);
    stream.read();
    clock.pass(20_000);
    expect(stream.destroyed).toBe(false);
  }
  stream.destroy();
  await until(() => seen.ended);
});

test('a file of recipients, and the results of a campaign, have longer than other answers', () => {
  const server = fastify();
  const given = new Map<string, number | undefined>();
  server.addHook('onRoute', ({ method, url, handlerTimeout }) => {
    given.set(`${String(method)} ${url}`, handlerTimeout);
  });
  for (const addRoute of recipientRoutes) addRoute(server, {} as never);
  const path = '/projects/:project/campaigns/:id';
  expect(given.get(`POST ${path}/recipients`)).toBe(600_000);
  expect(given.get(`GET ${path}/results`)).toBe(600_000);
});

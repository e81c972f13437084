import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { buildMetricsServer, addMetricsRoute } from '../../../src/service/http/metrics.ts';
import { digestToken } from '../../../src/service/http/token.ts';
import type { SpoolState } from '../../../src/engine/ports/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';

const opened: FastifyInstance[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function metrics(waiting?: (clock: HandClock) => SpoolState): Promise<string> {
  const clock = new HandClock();
  const server = fastify();
  opened.push(server);
  addMetricsRoute(server, { clock, ...(waiting && { waiting: () => waiting(clock) }) });
  return (await server.inject({ url: '/metrics' })).body;
}

test('tells what waits, how long the oldest has, and whether there is room', async () => {
  const text = await metrics((clock) => ({
    entries: 3,
    bytes: 900,
    oldestAt: clock.now() - 2_500,
    isFull: true,
  }));
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'ringflow_spool_entries 3',
    'ringflow_spool_bytes 900',
    'ringflow_spool_oldest_age_seconds 2.5',
    'ringflow_spool_full 1',
  ]);
});

test.each([
  ['nothing waits', () => ({ entries: 0, bytes: 0, oldestAt: undefined, isFull: false })],
  ['nothing can wait', undefined],
])('tells zeros where %s', async (_where, waiting) => {
  expect((await metrics(waiting)).match(/^ringflow_spool_\w+ 0$/gm)).toHaveLength(4);
});

test('every metric has a sentence and a type', async () => {
  const text = await metrics();
  const names = [...text.matchAll(/^(ringflow_\w+) /gm)].map(([, name]) => name);
  for (const name of names)
    expect(text).toMatch(new RegExp(`# HELP ${name} \\w.+\\n# TYPE ${name} gauge\\n`));
});

test.each([
  ['nothing', undefined],
  ['a wrong token', 'Bearer metrics-token-0123456780'],
  ['the token as a password', `Basic ${Buffer.from('x:metrics-token-0123456789').toString('base64')}`],
  ['an empty one', 'Bearer '],
])('where a token is wanted %s opens nothing', async (_what, authorization) => {
  const server = buildMetricsServer(
    { clock: new HandClock(), token: digestToken('metrics-token-0123456789') },
    () => 'request',
  );
  opened.push(server);
  const answer = await server.inject({
    url: '/metrics',
    headers: { ...(authorization && { authorization }) },
  });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  expect(answer.body).not.toContain('ringflow_');
});

test('where a token is wanted it opens them', async () => {
  const server = buildMetricsServer(
    { clock: new HandClock(), token: digestToken('metrics-token-0123456789') },
    () => 'request',
  );
  opened.push(server);
  const headers = { authorization: 'Bearer metrics-token-0123456789' };
  expect((await server.inject({ url: '/metrics', headers })).body).toContain('ringflow_spool_entries 0');
});

test('a server for metrics alone has nothing else', async () => {
  const server = buildMetricsServer({ clock: new HandClock() }, () => 'request');
  opened.push(server);
  expect((await server.inject('/hooks/default/x/voice')).json()).toMatchObject({ status: 404 });
});

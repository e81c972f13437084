/** What commands make of what a service answers: they wait where it tells them to, not for ever, and tell what it refuses. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openClient } from '../../src/cli/operate/client.ts';
import type { Io } from '../../src/cli/shared/io.ts';

const silent: Io = { out: () => undefined, err: () => undefined, colour: false };
const closing: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Somebody who asks a service that answers like this. */
async function asking(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openClient({ url, key: 'rf_key' }, silent);
}

/** A service that refuses the first so many requests, to be asked again after so many seconds. */
async function busyService(refusals: number, retryAfter: string) {
  let asked = 0;
  const ask = await asking((_request, response) => {
    asked += 1;
    const isBusy = asked <= refusals;
    response.writeHead(isBusy ? 429 : 200, isBusy ? { 'retry-after': retryAfter } : {});
    response.end(JSON.stringify(isBusy ? { detail: 'too many requests' } : { asked }));
  });
  return { ask, asked: () => asked };
}

test('what answers something else than a service is told as that', async () => {
  const ask = await asking((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  });
  await expect(ask('GET', '/whoami')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/did not return JSON: is it a Ringflow service\?$/) as string,
  });
});

test('what is read too early is asked for again', async () => {
  const { ask } = await busyService(2, '0');
  expect(await ask('GET', '/calls')).toEqual({ asked: 3 });
});

test.each([
  ['again and again', 'GET', 99, '0', 4],
  ['for longer than anybody waits', 'GET', 99, '300', 1],
  ['without a time to come again', 'GET', 99, 'soon', 1],
  ['though it would change something', 'POST', 99, '0', 1],
] as const)('what is refused %s is told', async (_how, method, refusals, retryAfter, times) => {
  const { ask, asked } = await busyService(refusals, retryAfter);
  await expect(ask(method, '/calls')).rejects.toMatchObject({ exitCode: 1, message: 'too many requests' });
  expect(asked()).toBe(times);
});

test.each([
  [500, 'internal error', 'internal error (request r-1)'],
  [422, 'that does not fit', 'that does not fit'],
])(
  'a refusal with %i tells the id of the request where the log has to be asked',
  async (status, detail, told) => {
    const ask = await asking((_request, response) => {
      response.writeHead(status).end(JSON.stringify({ detail, requestId: 'r-1' }));
    });
    await expect(ask('GET', '/calls')).rejects.toMatchObject({ message: told });
  },
);

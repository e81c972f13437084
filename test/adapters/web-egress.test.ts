/** Requests within the policy of egress, against real servers on this machine, which is refused unless it is named. */
import { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpWeb } from '../../src/adapters/web-http/index.ts';
import { createEgress, parseEgress } from '../../src/service/egress/index.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on a free port of this machine that counts who asks. */
async function serving(listener: RequestListener = (_request, response) => response.end('here')) {
  const asked: string[] = [];
  const connections: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  server.on('connection', ({ remoteAddress = '' }) => connections.push(remoteAddress));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, asked, connections };
}

type Resolve = NonNullable<Parameters<typeof createHttpWeb>[0]>['resolve'];

/** Asks within these rules. */
function asking(rules: string, resolve?: Resolve) {
  const egress = createEgress(parseEgress(rules) ?? []);
  const web = createHttpWeb({ egress, ...(resolve && { resolve }) });
  closing.push(() => web.close());
  return (url: string) =>
    web.ask({ visit: 1, method: 'GET', url, headers: {}, timeoutMs: 5_000 }, new AbortController().signal);
}

/** A resolver that leads a name where its owner likes, somewhere else each time; and how often it was asked. */
function fickle(...answers: string[][]) {
  const names: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    const addresses = answers[Math.min(names.length, answers.length - 1)] ?? [];
    names.push(host);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, names };
}

const denied = { failed: 'egress_denied' };

test('a place that is named with its address and port is asked', async () => {
  const { port } = await serving();
  expect(await asking(`127.0.0.1:${port}`)(`http://127.0.0.1:${port}/`)).toMatchObject({ body: 'here' });
});

test.each([
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '2130706433',
  '[::ffff:127.0.0.1]',
  '0.0.0.0',
  '[::1]',
  '[::]',
])('this machine as %s is not asked, whatever names are allowed', async (host) => {
  const { port, connections } = await serving();
  expect(await asking('*')(`http://${host}:${port}/`)).toMatchObject(denied);
  expect(connections).toEqual([]);
});

test('a name that nobody has named is not even looked up', async () => {
  const { resolve, names } = fickle(['93.184.215.14']);
  expect(await asking('api.example.com', resolve)('http://data-in-a-name.evil.test/')).toMatchObject(denied);
  expect(names).toEqual([]);
});

test('a name that leads to this machine is refused, by the resolver of this machine too', async () => {
  const { port, connections } = await serving();
  expect(await asking(`localhost:${port}`, lookup)(`http://localhost:${port}/`)).toMatchObject(denied);
  expect(await asking(`localhost:${port}`)(`http://localhost:${port}/`)).toEqual({
    failed: 'egress_denied',
    message: 'localhost has no public address, and --egress does not allow its address',
  });
  expect(connections).toEqual([]);
});

test('a name that leads to an address that is named itself is asked', async () => {
  const { port } = await serving();
  const ask = asking(`crm.internal:${port},127.0.0.0/8`, fickle(['127.0.0.1']).resolve);
  expect(await ask(`http://crm.internal:${port}/`)).toMatchObject({ body: 'here' });
});

test('of several addresses only those are used that may be', async () => {
  const { port, connections } = await serving();
  const ask = asking(
    `crm.internal,127.0.0.1:${port}`,
    fickle(['127.0.0.2', '10.0.0.1', '127.0.0.1']).resolve,
  );
  expect(await ask(`http://crm.internal:${port}/`)).toMatchObject({ body: 'here' });
  expect(connections).toHaveLength(1);
});

test('each connection is judged by the one look-up that it uses: a name that moves gains nothing', async () => {
  const { port, asked } = await serving((_request, response) =>
    response.setHeader('connection', 'close').end(),
  );
  const { resolve, names } = fickle(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']);
  const ask = asking(`moving.test,127.0.0.1:${port}`, resolve);
  const url = `http://moving.test:${port}/`;
  expect(await ask(url)).toMatchObject({ status: 200 });
  expect(await ask(url)).toMatchObject(denied);
  expect(await ask(url)).toMatchObject({ status: 200 });
  expect(names).toEqual(['moving.test', 'moving.test', 'moving.test']);
  expect(asked).toHaveLength(2);
});

test('a redirection to a place that may not be used is not followed', async () => {
  const inside = await serving();
  const outside = await serving((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const ask = asking(`127.0.0.1:${outside.port}`);
  expect(await ask(`http://127.0.0.1:${outside.port}/`)).toMatchObject({ status: 302 });
  expect(inside.connections).toEqual([]);
});

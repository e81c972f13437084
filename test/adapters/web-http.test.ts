/** Web services over HTTP, against real servers: those that answer, and those that do not as they should. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpWeb } from '../../src/adapters/web-http/index.ts';
import type { WebRequest } from '../../src/call/index.ts';
import { issueCertificate } from '../../src/platform/emulator/http/certificate.ts';
import { freePort } from '../setup/free-port.ts';

const web = createHttpWeb();
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on a free port; gives its address. */
async function serving(listener: RequestListener, server: Server = createServer()): Promise<string> {
  server.on('request', listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(url: string, more: Partial<WebRequest> = {}, signal = new AbortController().signal) {
  return web.ask({ visit: 1, method: 'GET', url, headers: {}, timeoutMs: 60_000, ...more }, signal);
}

describe('an answer', () => {
  test('has status, headers and body', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(201, { 'X-Tier': 'gold', 'set-cookie': 'session=1' }).end('{"a":1}');
    });
    const answer = await ask(url);
    expect(answer).toMatchObject({ status: 201, headers: { 'x-tier': 'gold' }, body: '{"a":1}' });
    expect(answer).not.toHaveProperty('headers.set-cookie');
  });

  test('may begin with a byte order mark, which is no part of it', async () => {
    const url = await serving((_request, response) => response.end('\ufeff{"a":1}'));
    expect(await ask(url)).toMatchObject({ body: '{"a":1}' });
  });

  test('is given to what was asked', async () => {
    const url = await serving((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        response.end(
          JSON.stringify({ method, path, key: headers['x-key'], body: Buffer.concat(chunks).toString() }),
        );
      });
    });
    const answer = await ask(`${url}/a?b=%20c`, { method: 'PATCH', headers: { 'x-key': 'k' }, body: 'ü' });
    expect(JSON.parse('body' in answer ? answer.body : '')).toEqual({
      method: 'PATCH',
      path: '/a?b=%20c',
      key: 'k',
      body: 'ü',
    });
  });

  test('that redirects is not followed', async () => {
    let asked = 0;
    const url = await serving((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await ask(url)).toMatchObject({ status: 302 });
    expect(asked).toBe(1);
  });

  test('as long as a flow can read is whole', async () => {
    const url = await serving((_request, response) => response.end('x'.repeat(64 * 1024)));
    const answer = await ask(url);
    expect('body' in answer && answer.body).toHaveLength(64 * 1024);
    expect(answer).not.toHaveProperty('isCut');
  });

  test.each([
    [1_000, 1_000],
    [1_001, 1_000],
    [10, 10],
  ])('of %i bytes has %i where 1,000 may be read', async (length, read) => {
    const url = await serving((_request, response) => response.end('x'.repeat(length)));
    const bounded = createHttpWeb({ answerBytes: 1_000 });
    closing.push(() => bounded.close());
    const request = { visit: 1, method: 'GET', url, headers: {}, timeoutMs: 60_000 } as const;
    const answer = await bounded.ask(request, new AbortController().signal);
    expect('body' in answer && answer.body).toHaveLength(read);
    expect('isCut' in answer && answer.isCut).toBe(length > 1_000);
  });

  test('without an end is cut off', async () => {
    const url = await serving((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await ask(url);
    expect('body' in answer && answer.body).toHaveLength(64 * 1024);
    expect(answer).toMatchObject({ isCut: true });
  });
});

describe('no answer', () => {
  const silent: RequestListener = () => undefined;

  test('in time is a timeout', async () => {
    expect(await ask(await serving(silent), { timeoutMs: 50 })).toEqual({
      failed: 'timeout',
      message: 'no answer within 50 ms',
    });
  });

  test('that comes to its end in time is a timeout', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200).write('{');
    });
    expect(await ask(url, { timeoutMs: 50 })).toMatchObject({ failed: 'timeout' });
  });

  test('from where nobody listens is unreachable', async () => {
    expect(await ask(`http://127.0.0.1:${await freePort()}`)).toEqual({
      failed: 'unreachable',
      message: 'the service cannot be reached (ECONNREFUSED)',
    });
  });

  test('but an end of the connection is unreachable', async () => {
    const url = await serving((request) => request.socket.destroy());
    expect(await ask(url)).toMatchObject({ failed: 'unreachable' });
  });

  test('but something else than HTTP is unreachable', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-nothing\r\n', () => socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    expect(await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toMatchObject({
      failed: 'unreachable',
    });
  });

  test('from a service whose certificate nobody vouches for is unreachable', async () => {
    const { key, cert } = issueCertificate(Date.now());
    const url = await serving(
      (_request, response) => response.end('secret'),
      createSecureServer({ key, cert }),
    );
    expect(await ask(url.replace('http', 'https'))).toEqual({
      failed: 'unreachable',
      message: 'the service cannot be reached (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    });
  });

  test.each(['nowhere', 'ftp://127.0.0.1/', 'http://', 'http://127.0.0.1:99999/'])(
    'from %s, which is no address',
    async (url) => {
      expect(await ask(url)).toMatchObject({ failed: 'unreachable' });
    },
  );

  test('is waited for any longer once nobody wants it', async () => {
    const giveUp = new AbortController();
    const url = await serving(() => {
      giveUp.abort();
    });
    await expect(ask(url, {}, giveUp.signal)).rejects.toThrow();
  });
});

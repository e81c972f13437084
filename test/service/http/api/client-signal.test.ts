/** A client that goes is noticed by the work that it asked for. */
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { followClient } from '../../../../src/service/http/api/client-signal.ts';

const server = createServer();
// As the service does.
(server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;

afterEach(() => {
  server.closeAllConnections();
  server.removeAllListeners('request');
  server.close();
});

async function ask() {
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({ port, method: 'POST' });
  client.on('error', () => undefined);
  client.end('{}');
  const [incoming, raw] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  incoming.resume();
  await once(incoming, 'end');
  return { client, raw };
}

test('the signal aborts when the connection closes before the answer', async () => {
  const { client, raw } = await ask();
  const signal = followClient({ raw });
  expect(signal.aborted).toBe(false);
  const aborted = once(signal, 'abort');
  client.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});

test('it does not abort when the answer is complete, nor because the body was read', async () => {
  const { raw } = await ask();
  const signal = followClient({ raw });
  raw.end('done');
  await once(raw, 'close');
  expect(signal.aborted).toBe(false);
});

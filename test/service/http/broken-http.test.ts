/** Requests that do not come in whole in time, on real sockets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { extendRequestTimeout, refuseBrokenHttp } from '../../../src/service/http/broken-http.ts';
import { until } from '../../engine/until.ts';

async function opened() {
  const server = fastify({
    requestTimeout: 50,
    http: { connectionsCheckingInterval: 10, headersTimeout: 50 },
    clientErrorHandler: refuseBrokenHttp,
  });
  let began = 0;
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => {
    done(null, payload);
  });
  server.post('/:how', async ({ params, body, raw }, reply) => {
    if ((params as { how: string }).how === 'slow') extendRequestTimeout(raw, reply.raw);
    began += 1;
    let length = 0;
    for await (const piece of body as AsyncIterable<Buffer>) length += piece.length;
    return { length };
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const post = async (how: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const heard = { text: '' };
    socket.on('data', (data: Buffer) => (heard.text += data.toString()));
    socket.on('error', () => undefined);
    socket.write(`POST /${how} HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 4\r\n\r\nab`);
    return { socket, heard };
  };
  return { server, post, began: () => began };
}

test('what comes in slowly is refused, unless its route lets it', async () => {
  const { server, post, began } = await opened();
  const slow = await post('slow');
  await until(() => began() === 1);
  // A later request is given up, so the time of the first is over too.
  const other = await post('other');
  await until(() => other.heard.text.includes('408'));
  slow.socket.write('cd');
  await until(() => slow.heard.text.includes('{"length":4}'));
  expect(slow.heard.text).toMatch(/^HTTP\/1\.1 200 /);
  // The next request on the same connection is one like others.
  slow.heard.text = '';
  slow.socket.write(
    `POST /other HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 4\r\n\r\nab`,
  );
  await until(() => slow.heard.text.includes('408'));
  for (const { socket } of [slow, other]) socket.destroy();
  await server.close();
});

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { WebSocketLike } from '../../../src/engine/ports/index.ts';
import { useServer } from './scene.ts';

const TOKEN = 'the-token-of-the-carrier';

const scene = useServer();

/** Starts a server whose default project has the carrier "desk"; returns its address and the connections accepted. */
async function start() {
  const accepted: WebSocketLike[] = [];
  const node = { isReady: true };
  scene().carriers = {
    admit: ({ carrier, project, token }) =>
      carrier === 'desk' && project === 'default' && token === TOKEN
        ? Promise.resolve(node.isReady ? (socket: WebSocketLike) => accepted.push(socket) : undefined)
        : undefined,
    list: () => [],
  };
  const server = await scene().open();
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { accepted, node, url: url.replace('http', 'ws') };
}

/** Returns the status with which a connection is refused. */
async function readRefusal(address: string): Promise<number | undefined> {
  const socket = new WebSocket(address, 'ari');
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  socket.terminate();
  return response.statusCode;
}

describe('a connection of a carrier', () => {
  test('is accepted with the protocol that it offers, and passes messages on', async () => {
    const { accepted, url } = await start();
    const socket = new WebSocket(`${url}/carriers/desk/default/${TOKEN}/events`, 'ari');
    await once(socket, 'open');
    expect(socket.protocol).toBe('ari');
    const [server] = accepted;
    const message = new Promise<string>((resolve) =>
      server?.on('message', (data: Buffer) => {
        resolve(data.toString());
      }),
    );
    socket.send('{"type":"StasisStart"}');
    expect(await message).toBe('{"type":"StasisStart"}');
    server?.close(1001);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1001);
  });

  test.each([
    ['an unknown carrier', `/carriers/other/default/${TOKEN}/events`],
    ['an unknown project', `/carriers/desk/other/${TOKEN}/events`],
    ['a wrong token', '/carriers/desk/default/a-guessed-token/events'],
  ])('is refused for %s', async (_what, path) => {
    const { accepted, url } = await start();
    expect(await readRefusal(url + path)).toBe(404);
    expect(accepted).toEqual([]);
  });

  test('is refused before it is open while the node cannot read it, so that the carrier tries again', async () => {
    const { accepted, node, url } = await start();
    node.isReady = false;
    expect(await readRefusal(`${url}/carriers/desk/default/${TOKEN}/events`)).toBe(503);
    expect(accepted).toEqual([]);
  });

  test('is no page: a plain request is answered 404', async () => {
    const { url } = await start();
    const answer = await fetch(`${url.replace('ws', 'http')}/carriers/desk/default/${TOKEN}/events`);
    expect(answer.status).toBe(404);
  });

  test('is closed when the server closes', async () => {
    const { url } = await start();
    const socket = new WebSocket(`${url}/carriers/desk/default/${TOKEN}/events`, 'ari');
    await once(socket, 'open');
    await Promise.all([once(socket, 'close'), scene().close()]);
  });
});

/** What only shows on real connections: limits, and the end of a service. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callId } from '../../../src/call/index.ts';
import { storeWith } from '../../engine/store-with.ts';
import { hook, notification, useServer } from './scene.ts';

const scene = useServer();
let agent: Agent;

beforeEach(() => {
  agent = new Agent({ keepAlive: true });
});
afterEach(() => {
  agent.destroy();
});

async function send(url: string, payload: string, headers: Record<string, string> = {}) {
  const sent = request(url, { method: 'POST', agent, headers });
  sent.end(payload);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

describe('on a real connection', () => {
  test('a body without a length is refused where it grows too large', async () => {
    const server = await scene().open();
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await send(url + hook, 'x'.repeat(1_100_000), { 'transfer-encoding': 'chunked' });
    expect(answer.statusCode).toBe(413);
  });

  test('a caller that closes its sending side after the request gets its answer', async () => {
    const [committing, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { memory } = scene();
    scene().store = storeWith(memory, {
      commit: async (...given) => {
        committing.resolve(undefined);
        await release.promise;
        return memory.commit(...given);
      },
    });
    const server = await scene().open();
    const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const body = JSON.stringify(notification());
    const socket = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true });
    socket.end(
      `POST ${hook} HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await committing.promise;
    // The server has seen the end of what is sent before the answer to a later request.
    expect((await send(`${url.origin}/healthz`, '')).statusCode).toBe(404);
    release.resolve(undefined);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/);
    socket.destroy();
  });

  test('what is no HTTP is refused, and the service goes on', async () => {
    const server = await scene().open();
    const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.end('this is no HTTP\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400/);
    socket.destroy();
    expect((await send(url.origin + hook, JSON.stringify(notification()))).statusCode).toBe(200);
  });

  test('a caller that goes away in the middle of its request leaves nothing behind', async () => {
    const server = await scene().open();
    const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.write(`POST ${hook} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"voice_id"`);
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await send(url.origin + hook, JSON.stringify(notification()))).statusCode).toBe(200);
    expect(scene().log.of('error')).toEqual([]);
  });
});

test('a server that closes finishes what it is storing, and then lets go of the connection', async () => {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isCommitting: () => void = () => undefined;
  const committing = new Promise<void>((resolve) => (isCommitting = resolve));
  const { memory } = scene();
  scene().store = storeWith(memory, {
    commit: async (one) => {
      isCommitting();
      await gate;
      return memory.commit(one);
    },
  });
  const server = await scene().open();
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const answering = send(url + hook, JSON.stringify(notification()));
  await committing;
  const closing = server.close();
  letGo();
  expect((await answering).statusCode).toBe(200);
  await closing;
  expect(await memory.load(callId('default.v1'))).toBeDefined();
  await expect(send(url + hook, '{}')).rejects.toThrow();
});

/** Streams of a real Asterisk to a real WebSocket server: both sides hear each other, and the flow learns of the end. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { freePort } from '../../../setup/free-port.ts';
import { measureTone, renderTone } from '../../../setup/asterisk/tone.ts';
import { startRig, type Rig } from './service-rig.ts';

const port = await freePort();
const ADDRESS = `ws://127.0.0.1:${port}/calls`;

const flow = flowOf(`
  vars: { lang: de }
  on: { error: failed }
  steps:
    which:
      switch:
        - { when: call.to == "+4930555001", goto: elsewhere }
        - { when: call.to == "+4930555002", goto: closed }
        - { when: call.to == "+4930555003", goto: beside }
      next: agent
    agent:
      stream: { to: "${ADDRESS}?lang=\${vars.lang}" }
      on: { failed: failed }
      next: after
    elsewhere:
      stream: { to: "wss://agent.example.com/calls" }
      on: { failed: failed }
      next: after
    closed:
      stream: { to: "ws://127.0.0.1:9/calls" }
      on: { failed: failed }
      next: after
    beside:
      stream: { start: "${ADDRESS}" }
      on: { failed: failed }
    talk:
      connect: { to: '+4930555111' }
      on: { completed: stop, unreached: stop }
    stop:
      stream: { stop: true }
      on: { failed: failed }
    after:
      outcome: streamed
      next: end
    failed:
      outcome: no_stream
      next: end
    end: { hangup: }
`);

interface Conversation {
  socket: WebSocket;
  request: IncomingMessage;
  /** What the server heard. */
  audio: Buffer[];
  isOver: boolean;
}

let rig: Rig;
let server: WebSocketServer;
const conversations: Conversation[] = [];

beforeAll(async () => {
  server = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: () => 'media' });
  await once(server, 'listening');
  server.on('connection', (socket, request) => {
    const conversation: Conversation = { socket, request, audio: [], isOver: false };
    conversations.push(conversation);
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) conversation.audio.push(data);
    });
    socket.on('close', () => (conversation.isOver = true));
  });
  const streams = [
    { name: 'agent', url: ADDRESS },
    { name: 'closed', url: 'ws://127.0.0.1:9/calls' },
  ];
  rig = await startRig({
    flows: [flow],
    streams,
    configure: (config) => ({
      ...config,
      carriers: config.carriers.map((one) => ({ ...one, streams })),
    }),
  });
});
afterAll(async () => {
  await rig.stop();
  for (const socket of server.clients) socket.terminate();
  server.close();
});
afterEach(async () => {
  await until(() => [...rig.traces.calls.values()].every(({ isOver }) => isOver));
  await until(async () =>
    (await rig.asterisk.command('core show channels count')).startsWith('0 active channels'),
  );
  conversations.splice(0);
});

async function call(from: string, to = '+4930555000') {
  const phone = await rig.phones.caller.call({ from, to });
  return { phone, trace: await rig.traces.find(from) };
}

test('caller and server hear each other; when the server hangs up the flow goes on', async () => {
  const { phone, trace } = await call('+491700001');
  const { socket, request, audio } = await until(() => conversations[0]);
  const query = new URL(request.url ?? '', 'ws://x').searchParams;
  expect(query.get('lang')).toBe('de');
  expect(query.get('call')).toContain(trace.record.id);
  await phone.speak(renderTone(1_000, 1_000));
  await until(() => measureTone(Buffer.concat(audio), 1_000) >= 500);
  socket.send(renderTone(600, 1_000));
  await until(() => measureTone(Buffer.concat(phone.heard.map(({ payload }) => payload)), 600) >= 500);
  socket.close();
  await until(() => trace.isOver);
  expect(trace.events).toContain('stream_ended');
  expect(trace.record.context.milestones).toEqual(['streamed']);
});

test('a caller who hangs up ends the stream', async () => {
  const { phone, trace } = await call('+491700002');
  const conversation = await until(() => conversations[0]);
  await phone.hangUp();
  await until(() => conversation.isOver && trace.isOver);
});

test('a stream goes on beside a conversation, until the flow stops it', async () => {
  const { phone, trace } = await call('+491700003', '+4930555003');
  await until(() => trace.events.includes('bridged'));
  const conversation = await until(() => conversations[0]);
  const agent = rig.phones.agent.taken.at(-1);
  await agent?.speak(renderTone(1_000, 1_000));
  await until(() => measureTone(Buffer.concat(conversation.audio), 1_000) >= 500);
  expect(measureTone(Buffer.concat(phone.heard.map(({ payload }) => payload)), 1_000)).toBeGreaterThan(500);
  await agent?.hangUp();
  await until(() => conversation.isOver && trace.isOver);
  expect(trace.record.context.milestones).toEqual(['streamed']);
});

test('an address without a connection fails at once, and the trace says what to do', async () => {
  const { trace } = await call('+491700004', '+4930555001');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['no_stream']);
  const failure = trace.entries.map(({ event }) => event).find(({ type }) => type === 'command_failed');
  expect(failure).toMatchObject({
    failure: { code: 'stream_refused', message: expect.stringContaining('STREAMS') as string },
  });
});

test('a server that is away fails the step, and the caller stays', async () => {
  const { trace } = await call('+491700005', '+4930555002');
  await until(() => trace.isOver);
  expect(trace.record.context.milestones).toEqual(['no_stream']);
});

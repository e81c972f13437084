import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { StreamCarrier } from '../../../../src/platform/emulator/http/stream-carrier.ts';
import type {
  EmulatorSettings,
  JournalEntry,
  StreamDesk,
} from '../../../../src/platform/emulator/model/index.ts';
import { alice, authorization, bob, ours, TestPlatform } from '../platform.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { startWsServer } from '../ws-server.ts';
import type { WsServer } from '../ws-server.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

interface Scene {
  emulator: Emulator;
  app: Receiver;
  media: WsServer;
  /** Dials Alice, whose call streams to `url` at the answer; gives the voice_id. */
  dial: (url: string) => Promise<string>;
  request: (method: string, path: string, body?: object) => Promise<Response>;
  journal: (kind: JournalEntry['kind']) => JournalEntry[];
}

async function scene(settings: EmulatorSettings = {}): Promise<Scene> {
  const media = await startWsServer();
  const app = await startReceiver();
  const emulator = await startEmulator({
    settings: { setupMs: 0, parties: { [alice]: { afterMs: 0 } }, ...settings },
  });
  open.push(media, app, emulator);
  const request = (method: string, path: string, body?: object) =>
    fetch(emulator.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const dial = async (url: string) => {
    const body = {
      from: ours,
      to: alice,
      event_url: app.url,
      action_on_connect: { stream: { wss_host: url } },
    };
    const answer = await request('POST', '/voice/v1/call', body);
    return ((await answer.json()) as { voice_id: string }).voice_id;
  };
  const journal = (kind: JournalEntry['kind']) =>
    emulator.act((model) => model.journal.readAfter(0)).filter((entry) => entry.kind === kind);
  return { emulator, app, media, dial, request, journal };
}

const isMedia = ({ event }: Record<string, unknown>) => event === 'media';

describe('voice.md 2.2: a stream', () => {
  test('begins with connected and start_media, then carries 20 ms frames of u-law one after the other', async () => {
    const { media, dial } = await scene();
    const voiceId = await dial(media.url);
    await media.get((frame) => isMedia(frame) && (frame.media as { seq: number }).seq === 5);
    const [connected, start, ...frames] = media.received;
    expect(connected).toEqual({ event: 'connected' });
    const streamId = String(start?.stream_id);
    expect(start).toEqual({
      event: 'start_media',
      stream_id: streamId,
      start: { stream_id: streamId, voice_id: voiceId, from: ours, to: alice },
    });
    expect(frames.slice(0, 5).map((frame) => [frame.event, frame.voice_id, frame.stream_id])).toEqual(
      Array.from({ length: 5 }, () => ['media', voiceId, streamId]),
    );
    const carried = frames.slice(0, 5).map((frame) => frame.media as Record<string, unknown>);
    expect(carried.map(({ seq, timestamp }) => [seq, timestamp])).toEqual([
      [1, 0],
      [2, 20],
      [3, 40],
      [4, 60],
      [5, 80],
    ]);
    expect(carried[0]?.format).toEqual({ encoding: 'ulaw', sample_rate: 8_000, channels: 1 });
    const bytes = carried.map(({ payload }) => Buffer.from(String(payload), 'base64'));
    expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([160]));
    expect(new Set(bytes[0]).size).toBeGreaterThan(10);
  });

  test('is silent where the settings say so', async () => {
    const { media, dial } = await scene({ streamAudio: 'silence' });
    await dial(media.url);
    const { payload } = (await media.get(isMedia)).media as { payload: string };
    expect(new Set(Buffer.from(payload, 'base64'))).toEqual(new Set([0xff]));
  });

  test('takes audio back, and the wish to clear it; what it cannot read it ignores', async () => {
    const { media, app, dial, request, journal } = await scene();
    const voiceId = await dial(media.url);
    await media.get(isMedia);
    const payload = Buffer.alloc(160, 0xff).toString('base64');
    for (const frame of ['no frame', null, { event: 'media' }, { event: 'media', media: null }, 7])
      media.send(frame);
    media.send({ event: 'media', media: { payload } });
    media.send({ event: 'media', media: { payload } });
    media.send({ event: 'clear_media', voice_id: voiceId });
    await expect.poll(() => journal('stream_cleared')).toHaveLength(1);
    await request('PUT', `/voice/v1/call/${voiceId}/stream`, { stop: true });
    await app.get(({ state }) => state === 'stream_stopped');
    expect(journal('stream_stopped')).toMatchObject([{ received_bytes: 320 }]);
  });

  test.each(['stop', 'DELETE', 'hang up'] as const)('ends with stop_media: %s', async (how) => {
    const { media, app, dial, request } = await scene();
    const path = `/voice/v1/call/${await dial(media.url)}`;
    await media.get(isMedia);
    if (how === 'stop') await request('PUT', `${path}/stream`, { stop: true });
    else await request('DELETE', how === 'DELETE' ? `${path}/stream` : path);
    await app.get(({ state }) => state === 'stream_stopped');
    await media.get(({ event }) => event === 'stop_media');
    expect(media.received.at(-1)).toEqual({ event: 'stop_media' });
  });

  test('begins on a live call by PUT', async () => {
    const { media, app, dial, request } = await scene();
    const voiceId = await dial(media.url);
    await media.get(isMedia);
    await request('PUT', `/voice/v1/call/${voiceId}/stream`, { wss_host: media.url });
    await app.get(({ state }) => state === 'stream_stopped');
    const starts = () => media.received.filter(({ event }) => event === 'start_media');
    await expect.poll(starts).toHaveLength(2);
  });

  test('that the application closes has stopped, and the call goes on', async () => {
    const { media, app, dial, emulator } = await scene();
    const voiceId = await dial(media.url);
    await media.get(isMedia);
    media.hangUp();
    await app.get(({ state }) => state === 'stream_stopped');
    expect(emulator.act((model) => model.control.call(voiceId)?.state)).toBe('connected');
  });
});

describe('voice.md 7.4: STREAM_FAILED', () => {
  const nobody = 'ws://127.0.0.1:1/media';

  test('a stream of the answer that cannot connect ends the call with the code', async () => {
    const { app, dial } = await scene();
    await dial(nobody);
    const end = await app.get(({ state }) => state === 'disconnected');
    expect(end).toMatchObject({ error_code: 'STREAM_FAILED' });
    const failure = app.received.find(({ state }) => state === 'stream_failed');
    expect(failure).toMatchObject({
      error_code: 'STREAM_FAILED',
      description: `no connection to ${nobody}: the address cannot be used`,
    });
  });

  test('a stream asked for on a live call that cannot connect leaves the call as it is', async () => {
    const { app, media, dial, request, emulator } = await scene();
    const voiceId = await dial(media.url);
    await request('PUT', `/voice/v1/call/${voiceId}/stream`, { wss_host: nobody });
    await app.get(({ state }) => state === 'stream_failed');
    expect(emulator.act((model) => model.control.call(voiceId)?.state)).toBe('connected');
  });

  /** Carries one stream to `url`, with little patience; gives the failures that it reports. */
  function carried(url: string, openingMs = 10): string[] {
    const failures: string[] = [];
    const failed = (_streamId: string, detail: string) => failures.push(detail);
    const carrier = new StreamCarrier({
      report: (tell) => {
        tell({ failed } as unknown as StreamDesk, 0);
      },
      frame: () => new Uint8Array(160),
      openingMs,
    });
    open.push({
      close: () => {
        carrier.closeAll();
        return Promise.resolve();
      },
    });
    carrier.carryOut([{ act: 'open', streamId: 's', url, voiceId: 'v', from: ours, to: alice }]);
    return failures;
  }

  test('a stream to a server that never takes up the protocol has failed after a while', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const failures = carried(url);
    await expect.poll(() => failures).toEqual([`no connection to ${url}: not opened within 10 ms`]);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('a stream to a server that answers otherwise has failed with its answer', async () => {
    const web = createWebServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
    await once(web, 'listening');
    const url = `ws://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const failures = carried(url, 5_000);
    await expect.poll(() => failures).toEqual([`no connection to ${url}: HTTP 403`]);
    web.close();
    await once(web, 'close');
    const again = carried(url, 5_000);
    await expect.poll(() => again).toEqual([expect.stringMatching(/: connect ECONNREFUSED 127/) as string]);
  });

  test('an address that no WebSocket takes fails the stream and nothing else', async () => {
    const failures = carried('wss://127.0.0.1:1/#x');
    await expect.poll(() => failures).toEqual([expect.stringContaining('no connection to wss://') as string]);
  });

  test('a stream that is cut has failed, and the call goes on', async () => {
    const { app, media, dial, emulator } = await scene();
    const voiceId = await dial(media.url);
    await media.get(isMedia);
    media.cut();
    await app.get(({ state }) => state === 'stream_failed');
    expect(emulator.act((model) => model.control.call(voiceId)?.state)).toBe('connected');
  });
});

describe('what streams may be asked for', () => {
  test('plain ws:// only on this machine', () => {
    const platform = new TestPlatform();
    const voiceId = platform.outbound();
    const statusOf = (url: string) => platform.put(voiceId, 'stream', { wss_host: url }).status;
    expect(['wss://a.example/s', 'ws://127.0.0.1:9/s', 'ws://localhost/s'].map(statusOf)).toEqual([
      200, 200, 200,
    ]);
    expect(['ws://a.example/s', 'wss://a.example/#s'].map(statusOf)).toEqual([400, 400]);
  });

  test('voice.md 8: none without a subscription', () => {
    const platform = new TestPlatform({
      projects: [{ appId: 'demo', appKey: 'demo-key', streaming: false }],
    });
    const answer = platform.put(platform.outbound(), 'stream', { wss_host: 'wss://a.example' });
    expect([answer.status, answer.body.result]).toEqual([403, '6101']);
  });

  test('orders that nobody fetches do not pile up: a stream that ended meanwhile needs none', () => {
    const platform = new TestPlatform();
    const voiceId = platform.outbound();
    for (let times = 0; times < 5; times += 1)
      platform.put(voiceId, 'stream', { wss_host: `wss://${times}.example` });
    const [open, ...others] = platform.model.streams.orders();
    expect([open, others]).toMatchObject([{ act: 'open', url: 'wss://4.example' }, []]);
    platform.put(voiceId, 'stream', { stop: true });
    expect(platform.model.streams.orders()).toEqual([{ act: 'close', streamId: open?.streamId }]);
    expect(platform.model.streams.orders()).toEqual([]);
  });

  test('reports about a stream that is over change nothing', () => {
    const platform = new TestPlatform();
    const voiceId = platform.outbound({ action_on_connect: { stream: { wss_host: 'wss://a.example' } } });
    const [order] = platform.model.streams.orders();
    platform.put(voiceId, 'stream', { stop: true });
    platform.clear();
    const streamId = order?.streamId ?? '';
    const desk = platform.model.streams;
    desk.opened(streamId, platform.now);
    desk.received(streamId, 160, platform.now);
    desk.cleared(streamId, platform.now);
    desk.closed(streamId, platform.now);
    desk.failed(streamId, 'late', platform.now);
    platform.wait(0);
    expect(platform.story()).toEqual([]);
    expect(platform.model.control.call(voiceId)?.state).toBe('connected');
  });
});

test('voice.md 7.4: a call that nobody answered says CONNECT_TIMEOUT, a busy one nothing', () => {
  const platform = new TestPlatform({
    ringTimeoutMs: 100,
    parties: { [alice]: { on_ring: 'no_answer' }, [bob]: { on_ring: 'busy' } },
  });
  platform.outbound({ to: alice });
  expect(platform.last()).toMatchObject({ disconnect_reason: 'No Answer', error_code: 'CONNECT_TIMEOUT' });
  platform.outbound({ to: bob });
  expect(platform.last()).not.toHaveProperty('error_code');
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Courier } from '../../../../src/platform/emulator/http/courier.ts';
import type {
  Delivery,
  MissedNotification,
  WebhookError,
} from '../../../../src/platform/emulator/model/index.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import { authorization, ours } from '../platform.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';

type CourierOptions = ConstructorParameters<typeof Courier>[0];

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A receiver that does not take the first ones. */
async function refusing(times: number): Promise<Receiver> {
  let left = times;
  const receiver = await startReceiver((_body, reply) => reply.code(left-- > 0 ? 503 : 200).send());
  open.push(receiver);
  return receiver;
}

function courier(options: Partial<CourierOptions>): { courier: Courier; misses: WebhookError[] } {
  const misses: WebhookError[] = [];
  const missed = ({ error }: MissedNotification) => misses.push(error);
  const started = new Courier({ timeoutMs: 5_000, redeliver: 0, redeliverAfterMs: 1, missed, ...options });
  open.push(started);
  return { courier: started, misses };
}

function about(url: string, voiceId: string, state: 'ringing' | 'connected'): Delivery {
  const identity = { voice_id: voiceId, from: '+4930111', to: '+4930222', timestamp: '2026-08-01T12:00:00Z' };
  return { url, about: voiceId, body: { ...identity, state }, at: 0 };
}

test('one about a whole waits for those about its parts, however often they have to be sent', async () => {
  const app = await refusing(3);
  const { courier: bringing } = courier({ redeliver: 10 });
  const leg = (voiceId: string, state: 'ringing' | 'connected') => ({
    ...about(app.url, voiceId, state),
    partOf: 'b1',
  });
  const end = {
    url: app.url,
    about: 'b1',
    body: { broadcast_id: 'b1', state: 'broadcastcall_complete' },
    at: 0,
  };
  for (const delivery of [leg('v1', 'ringing'), leg('v1', 'connected'), leg('v2', 'ringing'), end])
    bringing.send(delivery);
  bringing.send(about(app.url, 'v3', 'connected'));
  await app.get(({ state }) => state === 'broadcastcall_complete');
  expect(app.received.at(-1)).toMatchObject({ broadcast_id: 'b1' });
  expect(app.received.map(({ voice_id }) => voice_id)).toEqual(expect.arrayContaining(['v1', 'v2', 'v3']));
});

test('the end of a broadcast overtakes none of its calls, however slow their receiver is', async () => {
  const app = await startReceiver(async (body, reply) => {
    if (body.voice_id !== undefined) await pause(20);
    return reply.code(200).send();
  });
  const numbers = ['+4917100010', '+4917100011'];
  const parties = Object.fromEntries(numbers.map((number) => [number, { on_ring: 'busy' as const }]));
  const emulator = await startEmulator({ settings: { setupMs: 0, parties, broadcastCallsPerSecond: 20 } });
  open.push(app, emulator);
  const answer = await fetch(`${emulator.url}/voice/v1/broadcast`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ from: ours, event_url: app.url, recipients: numbers.map((to) => ({ to })) }),
  });
  expect(answer.status).toBe(200);
  await app.get(({ state }) => state === 'broadcastcall_complete');
  expect(app.received.map(({ state }) => state).toSorted()).toEqual([
    'broadcastcall_complete',
    ...['disconnected', 'disconnected', 'initiated', 'initiated'],
  ]);
  expect(app.received.at(-1)).toMatchObject({ state: 'broadcastcall_complete' });
});

describe('a notification that was missed', () => {
  test('comes again until it is taken, before the next one of its call', async () => {
    const app = await refusing(3);
    const { courier: bringing, misses } = courier({ redeliver: 10 });
    bringing.send(about(app.url, 'v1', 'ringing'));
    bringing.send(about(app.url, 'v1', 'connected'));
    await app.get(({ state }) => state === 'connected');
    const states = app.received.map(({ state }) => state);
    expect(states).toEqual(['ringing', 'ringing', 'ringing', 'ringing', 'connected']);
    expect(misses.map(({ detail }) => detail)).toEqual(['HTTP 503', 'HTTP 503', 'HTTP 503']);
  });

  test('is given up after as many times as the settings say', async () => {
    const app = await refusing(3);
    const { courier: bringing } = courier({ redeliver: 1 });
    bringing.send(about(app.url, 'v1', 'ringing'));
    bringing.send(about(app.url, 'v1', 'connected'));
    await app.get(({ state }) => state === 'connected');
    expect(app.received.map(({ state }) => state)).toEqual(['ringing', 'ringing', 'connected']);
  });

  test('waits before it comes again, and other calls do not wait with it', async () => {
    const app = await refusing(1);
    const { courier: bringing } = courier({ redeliver: 1, redeliverAfterMs: 3_600_000 });
    bringing.send(about(app.url, 'v1', 'ringing'));
    await app.get(({ voice_id }) => voice_id === 'v1');
    bringing.send(about(app.url, 'v2', 'ringing'));
    await app.get(({ voice_id }) => voice_id === 'v2');
    expect(app.received.map(({ voice_id }) => voice_id)).toEqual(['v1', 'v2']);
  });

  test('does not keep the courier from being closed while it waits', async () => {
    const app = await refusing(1);
    const { courier: bringing, misses } = courier({ redeliver: 1, redeliverAfterMs: 3_600_000 });
    bringing.send(about(app.url, 'v1', 'ringing'));
    await app.get(({ voice_id }) => voice_id === 'v1');
    await bringing.close();
    expect(app.received).toHaveLength(1);
    expect(misses.length).toBeLessThanOrEqual(1);
  });
});

test('a receiver gets 128 notifications at a time, and the others in the order in which they came', async () => {
  const held: (() => void)[] = [];
  const app = await startReceiver(
    (_body, reply) =>
      new Promise((resolve) => {
        held.push(() => {
          resolve(reply.code(200).send());
        });
      }),
  );
  open.push(app);
  const { courier: bringing } = courier({});
  const names = Array.from({ length: 131 }, (_, index) => `v${index}`);
  for (const name of names) bringing.send(about(app.url, name, 'ringing'));
  await app.get(() => app.received.length === 128);
  await pause(20);
  expect(app.received).toHaveLength(128);
  for (const name of names.slice(128)) {
    held.shift()?.();
    await app.get(({ voice_id: id }) => id === name);
  }
  expect(app.received.slice(128).map(({ voice_id: id }) => id)).toEqual(names.slice(128));
});

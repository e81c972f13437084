import { afterEach, describe, expect, test } from 'vitest';
import { Courier } from '../../src/emulator/http/courier.ts';
import type { CourierOptions } from '../../src/emulator/http/courier.ts';
import type { Delivery, Missed, WebhookError } from '../../src/emulator/model/index.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';

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
  const missed = ({ error }: Missed) => misses.push(error);
  const started = new Courier({ timeoutMs: 5_000, redeliver: 0, redeliverAfterMs: 1, missed, ...options });
  open.push(started);
  return { courier: started, misses };
}

function about(url: string, voiceId: string, state: 'ringing' | 'connected'): Delivery {
  const identity = { voice_id: voiceId, from: '+4930111', to: '+4930222', timestamp: '2026-08-01T12:00:00Z' };
  return { url, about: voiceId, body: { ...identity, state }, at: 0 };
}

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

/** What becomes of notifications on their way, where a project's settings ask for it. */
import { describe, expect, test } from 'vitest';
import { createPlatformModel } from '../../../../src/platform/emulator/model/index.ts';
import type { Delivery, DeliverySettings } from '../../../../src/platform/emulator/model/index.ts';
import { decryptNotification } from '../../../../src/platform/wire/index.ts';
import { alice, authorization, hook, ours, startOfTime, TestPlatform } from '../platform.ts';

function platform(delivery: DeliverySettings, seed = 1): TestPlatform {
  return new TestPlatform({
    seed,
    projects: [{ appId: 'demo', appKey: 'demo-key', delivery }],
    ringTimeoutMs: 60_000,
  });
}

/** Dials so often, a second apart, and waits until everything has arrived; gives the platform. */
function dialled(delivery: DeliverySettings, times = 40, seed = 1): TestPlatform {
  const calling = platform(delivery, seed);
  for (let n = 0; n < times; n++) {
    const voiceId = calling.outbound();
    calling.hangup(voiceId);
  }
  calling.wait(60_000);
  return calling;
}

const perCall = 4;

describe('notifications of a project', () => {
  test('by default leave at once, once and in order', () => {
    const { received } = dialled({}, 10);
    expect(received).toHaveLength(10 * perCall);
    expect(received.map(({ at }) => at)).toEqual(received.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  test('are lost, and the journal says which', () => {
    const calling = dialled({ lost: 0.5 });
    const lost = calling.journal('notification').filter((entry) => 'lost' in entry);
    expect(calling.received.length + lost.length).toBe(40 * perCall);
    expect(lost.length).toBeGreaterThan(40);
    expect(lost.length).toBeLessThan(120);
  });

  test('are all lost with a share of 1', () => {
    expect(dialled({ lost: 1 }).received).toEqual([]);
  });

  test('are sent twice, as they were', () => {
    const { received } = dialled({ duplicated: 1 }, 3);
    expect(received).toHaveLength(2 * 3 * perCall);
    expect(received[0]).toEqual(received[1]);
  });

  test('are late, with the time at which they should have come', () => {
    const calling = platform({ late: 1, lateMs: 2_000 });
    calling.dial();
    calling.wait(5_000);
    expect(calling.received[0]).toMatchObject({
      state: 'initiated',
      at: 2_000,
      timestamp: new Date(startOfTime).toISOString(),
    });
  });

  test('overtake each other', () => {
    const { received } = dialled({ shuffledWithinMs: 10_000 });
    expect(received).toHaveLength(40 * perCall);
    const written = received.map(({ timestamp }) => String(timestamp));
    expect(written).not.toEqual(written.toSorted());
  });

  test('have the same fate in every run with the same seed, and another with another', () => {
    const fate = (seed: number) =>
      dialled({ lost: 0.3, duplicated: 0.3, late: 0.3, shuffledWithinMs: 100 }, 10, seed).received.map(
        ({ at, state }) => [at, state],
      );
    expect(fate(1)).toEqual(fate(1));
    expect(fate(1)).not.toEqual(fate(2));
  });
});

describe('encrypted notifications', () => {
  function encrypted(): Delivery[] {
    const encrypt = { algorithm: 'aes-256-cbc', form: 'base64' } as const;
    const model = createPlatformModel({ projects: [{ appId: 'demo', appKey: 'demo-key', encrypt }] });
    const body = JSON.stringify({ from: ours, to: alice, event_url: hook });
    const headers = { authorization };
    model.request({ method: 'POST', path: '/voice/v1/call', headers, body }, startOfTime);
    return model.advance(startOfTime);
  }

  test('hide everything, and name their cipher in the headers', () => {
    const [delivery] = encrypted();
    expect(delivery?.headers).toEqual({
      'x-algoritm': 'aes-256-cbc',
      'x-format': 'base64',
      'x-encoding': 'utf8',
    });
    expect(Object.keys(delivery?.body ?? {})).toEqual(['encrypted_data']);
  });

  test('are read with the App ID', () => {
    const [delivery] = encrypted();
    expect(decryptNotification(delivery?.body, delivery?.headers ?? {}, 'demo')).toMatchObject({
      state: 'initiated',
      to: alice,
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlatformClient } from '../../../src/platform/client/index.ts';
import { RateLimit } from '../../../src/platform/client/transport/rate-limit.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { answer, failure, useScene } from './scene.ts';

const scene = useScene();
const call = { from: '1', to: '2' };
const message = { template_id: 't', campaign_id: 'c', to: ['+4930'] };

/** Time in which a request is under way as long as it says; waits take no other. */
class Scheduled {
  now = 0;
  readonly #due: { at: number; happen: () => void }[] = [];

  readonly wait = (ms: number) =>
    new Promise<void>((happen) => {
      this.#due.push({ at: this.now + ms, happen });
    });

  /** Lets everything happen that is due some time. */
  async pass(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#due.sort((one, other) => one.at - other.at);
      const next = this.#due.shift();
      if (next === undefined) return;
      this.now = next.at;
      next.happen();
    }
  }
}

/** When each request left and was answered, requests being under way for so many ms. */
async function exchanges(
  perSecond: number,
  underWay: number[],
): Promise<{ left: number; answered: number }[]> {
  const time = new Scheduled();
  const limit = new RateLimit(perSecond, { now: () => time.now, wait: time.wait });
  const all = underWay.map((ms) =>
    limit.run(async () => {
      const left = time.now;
      await time.wait(ms);
      return { left, answered: time.now };
    }, undefined),
  );
  await time.pass();
  return Promise.all(all);
}

describe('a rate limit', () => {
  it('lets go as many as it says at once, and the next a second after an answer', async () => {
    const gone = await exchanges(3, [0, 100, 200, 0, 0, 0, 0]);
    expect(gone.map(({ left }) => left)).toEqual([0, 0, 0, 1_010, 1_110, 1_210, 2_020]);
  });

  it('has more in no second than it says, whenever the platform counts them on their way', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 5 }), async (underWay, perSecond) => {
        const gone = await exchanges(perSecond, underWay);
        for (const { left } of gone) {
          const near = gone.filter((other) => other.left <= left && other.answered + 1_000 > left);
          expect(near.length).toBeLessThanOrEqual(perSecond);
        }
      }),
    );
  });

  it('of nothing per second is a mistake', () => {
    const time = new Scheduled();
    expect(() => new RateLimit(0, { now: () => 0, wait: time.wait })).toThrow(RangeError);
  });
});

describe('the client', () => {
  it('creates 20 calls in a second, dials and broadcasts together (voice.md 8)', async () => {
    scene().reactions = [answer(200, { voice_id: 'v', broadcast_id: 'b' })];
    const { voice } = scene().client({ now: () => 0 });
    const dials = Array.from({ length: 20 }, () => voice.dial(call));
    await Promise.all([...dials, voice.broadcast({ from: '1', recipients: [{ to: '2' }] })]);
    expect(scene().waits).toEqual([1_010]);
  });

  it('sends 100 messages in a second, by either way (sms.md 8)', async () => {
    scene().reactions = [answer(200, { result: 0, job_id: 'j' })];
    const { sms } = scene().client({ now: () => 0 });
    const sends = Array.from({ length: 100 }, () => sms.send(message));
    await Promise.all([...sends, sms.sendByGet(message)]);
    expect(scene().waits).toEqual([1_010]);
  });

  it('counts a repetition too', async () => {
    scene().reactions = [answer(429), answer(200, { voice_id: 'v' })];
    await scene()
      .client({ now: () => 0, callsPerSecond: 1 })
      .voice.dial(call);
    expect(scene().waits).toEqual([1_000, 1_010]);
  });

  it('does not count what is no creation', async () => {
    const { voice } = scene().client({ now: () => 0, callsPerSecond: 1 });
    await Promise.all(Array.from({ length: 5 }, () => voice.hangup('v1')));
    expect(scene().waits).toEqual([]);
  });

  it('gives up waiting when it is told to, and sends nothing', async () => {
    const giveUp = new AbortController();
    scene().reactions = [answer(200, { voice_id: 'v' })];
    const wait = () => {
      giveUp.abort();
      return Promise.reject(new Error('aborted'));
    };
    const { voice } = scene().client({ now: () => 0, callsPerSecond: 1, wait });
    await voice.dial(call);
    expect(await failure(voice.dial(call, { signal: giveUp.signal }))).toMatchObject({ code: 'aborted' });
    expect(scene().seen).toHaveLength(1);
  });

  it('leaves a turn that nobody waits for any more to the next', async () => {
    const giveUp = new AbortController();
    scene().reactions = [answer(200, { voice_id: 'v' })];
    const wait = () => (giveUp.signal.aborted ? Promise.resolve() : Promise.reject(new Error('aborted')));
    const { voice } = scene().client({ now: () => 0, callsPerSecond: 1, wait });
    await voice.dial(call);
    await voice.dial(call).catch(() => undefined);
    giveUp.abort();
    expect(await voice.dial(call)).toMatchObject({ voice_id: 'v' });
  });

  it('that was closed says so at once to what is limited too', async () => {
    scene().reactions = [answer(200, { voice_id: 'v' })];
    const client = scene().client({ now: () => 0, callsPerSecond: 1 });
    await client.voice.dial(call);
    await client.close();
    expect((await failure(client.voice.dial(call))).code).toBe('closed');
    expect(scene().waits).toEqual([]);
  });
});

describe('three times the limit at once', () => {
  it('is taken by the platform without a 429', async () => {
    const emulator = await startEmulator({ settings: { callsPerSecond: 10, messagesPerSecond: 20 } });
    const client = createPlatformClient({
      baseUrl: emulator.url,
      appId: 'demo',
      appKey: 'demo-key',
      callsPerSecond: 10,
      messagesPerSecond: 20,
    });
    const dials = Array.from({ length: 30 }, () =>
      client.voice.dial({ from: '+4930100100', to: '+4917100001' }),
    );
    const sends = Array.from({ length: 60 }, () =>
      client.sms.send({
        template_id: 'demo',
        campaign_id: 'demo',
        data: { text: 'Hi' },
        to: ['+4917100001'],
      }),
    );
    await Promise.all([...dials, ...sends]);
    const statuses = emulator
      .act(({ journal }) => journal.readAfter(0))
      .flatMap((entry) => (entry.kind === 'request' ? [entry.status] : []));
    await client.close();
    await emulator.close();
    expect(statuses).toEqual(Array.from({ length: 90 }, () => 200));
  });
});

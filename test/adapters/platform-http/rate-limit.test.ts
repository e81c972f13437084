import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../src/adapters/platform-http/rate-limit.ts';
import { answer, failure, useScene } from './scene.ts';

const scene = useScene();
const call = { from: '1', to: '2' };
const message = { template_id: 't', campaign_id: 'c', to: ['+4930'] };

describe('a rate limit', () => {
  it('lets go as many as it says at once, and the next a second later', () => {
    const limit = new RateLimit(3);
    expect([0, 0, 0, 0, 100].map((now) => limit.takeTurn(now))).toEqual([0, 0, 0, 1_000, 900]);
  });

  it('lets in no second more go than it says, and nothing wait without need', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5 }), (waits, perSecond) => {
        const limit = new RateLimit(perSecond);
        let now = 0;
        const arrivals = waits.map((gap) => (now += gap));
        const turns = arrivals.map((at) => at + limit.takeTurn(at));
        turns.forEach((turn, index) => {
          const earlier = turns[index - perSecond];
          expect(turn).toBe(Math.max(arrivals[index] ?? 0, earlier === undefined ? 0 : earlier + 1_000));
        });
      }),
    );
  });

  it('of nothing per second is a mistake', () => {
    expect(() => new RateLimit(0)).toThrow(RangeError);
  });
});

describe('the client', () => {
  it('creates 20 calls in a second, dials and broadcasts together (voice.md 8)', async () => {
    scene().reactions = [answer(200, { voice_id: 'v', broadcast_id: 'b' })];
    const { voice } = scene().client({ now: () => 0 });
    const dials = Array.from({ length: 20 }, () => voice.dial(call));
    await Promise.all([...dials, voice.broadcast({ from: '1', recipients: [{ to: '2' }] })]);
    expect(scene().waits).toEqual([1_000]);
  });

  it('sends 100 messages in a second, by either way (sms.md 8)', async () => {
    scene().reactions = [answer(200, { result: 0, job_id: 'j' })];
    const { sms } = scene().client({ now: () => 0 });
    const sends = Array.from({ length: 100 }, () => sms.send(message));
    await Promise.all([...sends, sms.sendByGet(message)]);
    expect(scene().waits).toEqual([1_000]);
  });

  it('counts a repetition too', async () => {
    scene().reactions = [answer(429), answer(200, { voice_id: 'v' })];
    await scene()
      .client({ now: () => 0, callsPerSecond: 1 })
      .voice.dial(call);
    expect(scene().waits).toEqual([1_000, 1_000]);
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
});

import { describe, expect, it } from 'vitest';
import type { PlatformClientOptions } from '../../../src/platform/client/index.ts';
import { answer, encodedCredentials, failure, useScene, type Reaction } from './scene.ts';

const scene = useScene();
const minute = 60_000;

/** A platform that hands out tokens `token-1`, `token-2`, … and takes only those that it was told to. */
class TokenDesk {
  handedOut = 0;
  valid = new Set<string>();
  /** Tokens that it refuses to hand out, before it goes on. */
  refusals = 0;

  readonly react: Reaction = (reply, request) => {
    if (request.url !== '/sms/v1/token') return this.#status(request.headers.authorization)(reply, request);
    if (this.refusals-- > 0) return refused(reply, request);
    const token = `token-${++this.handedOut}`;
    this.valid.add(token);
    return answer(200, { result: 0, token })(reply, request);
  };

  #status(authorization: string | undefined): Reaction {
    const token = authorization?.replace('Bearer ', '') ?? '';
    return this.valid.has(token) ? answer(200, { result: 0, job_id: 'j' }) : refused;
  }
}

const refused = answer(401, { result: '1', details: 'Authentication failed', desc: 'Authentication failed' });

function open(desk: TokenDesk, options: Partial<PlatformClientOptions> = {}) {
  scene().reactions = [desk.react];
  return scene().client({ smsAuthorization: 'bearer', ...options }).sms;
}

const requestsFor = (url: string) => scene().seen.filter((request) => request.url === url);

describe('a bearer token (sms.md 5)', () => {
  it('is asked for once by a hundred calls at a time', async () => {
    const sms = open(new TokenDesk());
    await Promise.all(Array.from({ length: 100 }, (_, index) => sms.status(`j${index}`)));
    expect(requestsFor('/sms/v1/token')).toHaveLength(1);
    expect(scene().seen).toHaveLength(101);
  });

  it('is asked for with no Authorization header, and signs what follows', async () => {
    const sms = open(new TokenDesk());
    await sms.status('j1');
    expect(scene().seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer token-1']);
  });

  it('is used until shortly before its 60 minutes', async () => {
    let now = 0;
    const desk = new TokenDesk();
    const sms = open(desk, { now: () => now });
    for (now of [0, 54 * minute, 56 * minute, 57 * minute]) await sms.status('j');
    expect(requestsFor('/sms/v1/message/j').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
    ]);
  });

  it('that is refused is replaced once for all calls that were refused', async () => {
    const desk = new TokenDesk();
    const sms = open(desk);
    await sms.status('first');
    desk.valid.clear();
    await Promise.all(Array.from({ length: 100 }, (_, index) => sms.status(`j${index}`)));
    expect(desk.handedOut).toBe(2);
    expect(scene().waits).toEqual([]);
  });

  it('that is refused at once when it is new is not asked for again and again', async () => {
    const desk = new TokenDesk();
    desk.valid.add = () => desk.valid;
    const error = await failure(open(desk).status('j'));
    expect(error).toMatchObject({ code: '1', message: 'Authentication failed', retryable: false });
    expect(desk.handedOut).toBe(2);
  });

  it('that cannot be had fails every call that waits for it, and the next call asks again', async () => {
    const desk = new TokenDesk();
    desk.refusals = 1;
    const sms = open(desk);
    const errors = await Promise.all([failure(sms.status('a')), failure(sms.status('b'))]);
    expect(errors.map(({ code }) => code)).toEqual(['1', '1']);
    await sms.status('c');
    expect(requestsFor('/sms/v1/token')).toHaveLength(2);
  });

  it('is not waited for by a call that was given up; the others get it', async () => {
    const giveUp = new AbortController();
    const desk = new TokenDesk();
    const sms = open(desk);
    scene().reactions = [
      async (reply, request) => {
        giveUp.abort();
        await given;
        return desk.react(reply, request);
      },
      desk.react,
    ];
    const patient = sms.status('patient');
    const given = failure(sms.status('hasty', { signal: giveUp.signal }));
    expect((await given).code).toBe('aborted');
    expect(await patient).toMatchObject({ job_id: 'j' });
    expect(scene().seen).toHaveLength(2);
  });

  describe('and the limit of messages per second', () => {
    const message = { template_id: 't', campaign_id: 'c', to: ['+4930222'] };

    it('no turn is taken before the token is there', async () => {
      const happened: string[] = [];
      const wait = (ms: number) => {
        happened.push(`wait ${ms}`);
        return Promise.resolve();
      };
      const sms = open(new TokenDesk(), { messagesPerSecond: 1, now: () => 0, wait });
      const [react] = scene().reactions;
      scene().reactions = [
        (reply, request) => {
          happened.push(request.url);
          return react?.(reply, request);
        },
      ];
      await Promise.all([sms.send(message), sms.send(message), sms.send(message)]);
      expect(happened[0]).toBe('/sms/v1/token');
      expect(happened.filter((what) => what.startsWith('wait'))).toEqual(['wait 1010', 'wait 1010']);
    });

    it('a second try with a newer token takes a turn of its own', async () => {
      const desk = new TokenDesk();
      const sms = open(desk, { messagesPerSecond: 1, now: () => 0 });
      await sms.status('j');
      desk.valid.clear();
      await sms.send(message);
      expect(desk.handedOut).toBe(2);
      expect(scene().waits).toEqual([1_010]);
    });
  });

  it('is SMS only: voice and video stay with Basic', async () => {
    scene().reactions = [new TokenDesk().react];
    const client = scene().client({ smsAuthorization: 'bearer' });
    await failure(client.voice.hangup('v1'));
    expect(scene().seen.map(({ headers }) => headers.authorization)).toEqual([`Basic ${encodedCredentials}`]);
  });

  it('never shows in an error', async () => {
    const quoting: Reaction = (reply, request) =>
      request.url === '/sms/v1/token'
        ? answer(200, { result: 0, token: 'a-secret-token' })(reply, request)
        : answer(400, { result: 400, msg: `bad: ${String(request.headers.authorization)}` })(reply, request);
    scene().reactions = [quoting];
    const error = await failure(scene().client({ smsAuthorization: 'bearer' }).sms.status('j'));
    expect(error.message).toBe('bad: Bearer ***');
  });
});

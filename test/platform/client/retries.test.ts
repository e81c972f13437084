import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createServer as createTlsServer } from 'node:https';
import { issueCertificate } from '../../../src/platform/emulator/http/certificate.ts';
import { freePort } from '../../setup/free-port.ts';
import type { Carrier } from '../../../src/engine/ports/index.ts';
import {
  address,
  answer,
  connect,
  credentials,
  cut,
  dial,
  encodedCredentials,
  failure,
  half,
  hangup,
  id,
  play,
  silent,
  taken,
  target,
  useScene,
} from './scene.ts';

const scene = useScene();

describe('repetition', () => {
  it.each([
    [429, [1_000, 2_000, 4_000, 8_000]],
    [500, [2_000, 5_000, 10_000]],
  ])('after %d waits %j, then gives up', async (status, schedule) => {
    scene().reactions = [answer(status, { result: status, msg: 'again' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      code: String(status),
      retryable: true,
    });
    expect(scene().waits).toEqual(schedule);
    expect(scene().seen).toHaveLength(schedule.length + 1);
  });

  it('ends with the first success', async () => {
    scene().reactions = [answer(500), answer(429), taken];
    await scene().open().perform(target, play);
    expect(scene().waits).toEqual([2_000, 2_000]);
  });

  it('carries the same Idempotency-Key and body', async () => {
    scene().reactions = [cut, answer(500), answer(200, { voice_id: 'v1' })];
    await scene().open().perform(target, dial);
    expect(scene().seen.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id, id]);
    expect(new Set(scene().seen.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('waits as long as Retry-After says, in seconds', async () => {
    scene().reactions = [answer(429, {}, { 'retry-after': '7' }), taken];
    await scene().open().perform(target, play);
    expect(scene().waits).toEqual([7_000]);
  });

  it('waits until the date that Retry-After names', async () => {
    scene().reactions = [
      answer(429, {}, { 'retry-after': new Date(Date.now() + 30_000).toUTCString() }),
      taken,
    ];
    await scene().open().perform(target, play);
    expect(scene().waits).toHaveLength(1);
    expect(scene().waits[0]).toBeGreaterThan(0);
    expect(scene().waits[0]).toBeLessThanOrEqual(30_000);
  });

  it('reads a Retry-After of parts of a second', async () => {
    scene().reactions = [answer(429, {}, { 'retry-after': '1.5' }), taken];
    await scene().open().perform(target, play);
    expect(scene().waits).toEqual([1_500]);
  });

  it.each(['soon', '-1', '2', '0', '1e3', new Date(0).toUTCString()])(
    'never waits for less than the schedule says, whatever Retry-After says (%s)',
    async (retryAfter) => {
      scene().reactions = [answer(429), answer(429), answer(429, {}, { 'retry-after': retryAfter }), taken];
      await scene().open().perform(target, play);
      expect(scene().waits).toEqual([1_000, 2_000, 4_000]);
    },
  );

  it('does not wait for a Retry-After that outlasts a call', async () => {
    scene().reactions = [answer(429, {}, { 'retry-after': '3600' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      retryable: true,
      httpStatus: 429,
    });
    expect(scene().waits).toEqual([]);
  });

  it('waits in real time by default', async () => {
    scene().reactions = [answer(429, {}, { 'retry-after': '0' }), taken];
    expect(await scene().openInRealTime().perform(target, play)).toEqual({ answer: {} });
    expect(scene().seen).toHaveLength(2);
  });
});

describe('a lost answer', () => {
  const lostSchedule = [1_000, 2_000, 4_000];

  it('after a refused connection is unreachable', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const error = await failure(scene().open({ baseUrl }).perform(target, dial));
    expect(error).toMatchObject({ code: 'unreachable', retryable: true, httpStatus: 0 });
    expect(error.message).toContain('ECONNREFUSED');
    expect(scene().waits).toEqual(lostSchedule);
  });

  it.each([
    ['before the answer', cut],
    ['in the middle of the answer', half((reply) => reply.raw.destroy())],
  ])('by a reset %s is unreachable', async (_when, reaction) => {
    scene().reactions = [reaction];
    expect(await failure(scene().open().perform(target, dial))).toMatchObject({
      code: 'unreachable',
      retryable: true,
    });
    expect(scene().waits).toEqual(lostSchedule);
    expect(scene().seen).toHaveLength(4);
  });

  it('by an answer that never begins is a timeout', async () => {
    scene().reactions = [silent];
    const error = await failure(scene().open({ timeoutMs: 50 }).perform(target, play));
    expect(error).toMatchObject({ code: 'timeout', retryable: true, httpStatus: 0 });
    expect(scene().waits).toEqual(lostSchedule);
  });

  it('by an answer that never ends is a timeout too', async () => {
    scene().reactions = [half(() => undefined), answer(400, { result: 400, msg: 'No.' })];
    expect(await failure(scene().open({ timeoutMs: 500 }).perform(target, play))).toMatchObject({
      code: '400',
    });
    expect(scene().waits[0]).toBe(1_000);
  });

  it('from a platform whose certificate is not trusted is not asked for again', async () => {
    const server = createTlsServer(issueCertificate(Date.now()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = address(server).replace('http:', 'https:');
    const error = await failure(scene().open({ baseUrl }).perform(target, dial));
    await new Promise((resolve) => server.close(resolve));
    expect(error).toMatchObject({ code: 'bad_certificate', retryable: false, httpStatus: 0 });
    expect(error.message).toMatch(/not trusted \(SELF_SIGNED_CERT_IN_CHAIN\).*NODE_EXTRA_CA_CERTS/);
    expect(scene().waits).toEqual([]);
  });

  it('never shows the credentials', async () => {
    scene().reactions = [cut];
    const error = await failure(scene().open().perform(target, dial));
    const shown = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
    expect([credentials.appKey, encodedCredentials].filter((secret) => shown.includes(secret))).toEqual([]);
  });
});

describe('a command whose answer was lost (I4)', () => {
  it.each([
    ['play', play, { status: 'failed', result: '6122', msg: 'Play request pending' }],
    ['connect', connect, { status: 'failed', result: '6113', msg: 'Error creating a bridge' }],
    ['hangup', hangup, { status: 'error', error_code: 'CALL_ALREADY_ENDED', message: 'ended' }],
  ])('%s is done when its repetition finds it done', async (_kind, doubtful, body) => {
    scene().reactions = [cut, answer(409, body)];
    expect(await scene().open().perform(target, doubtful)).toEqual({ answer: {} });
  });

  it.each([502, 504])('by a gateway (%d) is done when its repetition finds it done', async (status) => {
    scene().reactions = [
      answer(status),
      answer(409, { status: 'failed', result: '6122', msg: 'Play request pending' }),
    ];
    expect(await scene().open().perform(target, play)).toEqual({ answer: {} });
  });

  it('is not repeated when what came in since says that it was carried out', async () => {
    scene().reactions = [cut];
    const told = { ...target, wasCarriedOut: () => Promise.resolve(true) };
    expect(await scene().open().perform(told, play)).toEqual({ answer: {} });
    expect(scene().seen).toHaveLength(1);
  });

  it('is repeated when it never left, whatever came in since', async () => {
    scene().reactions = [answer(429), answer(200, { status: 'success' })];
    const told = { ...target, wasCarriedOut: () => Promise.resolve(true) };
    await scene().open().perform(told, play);
    expect(scene().seen).toHaveLength(2);
  });

  it('is not taken for done when it never left', async () => {
    scene().reactions = [
      answer(429),
      answer(409, { status: 'failed', result: '6122', msg: 'Play request pending' }),
    ];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      code: '6122',
      doneIfInDoubt: true,
    });
  });

  it('still fails when the repetition is refused for another reason', async () => {
    scene().reactions = [cut, answer(400, { status: 'failed', result: '6128', msg: 'too long' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({ code: '6128' });
  });
});

describe('a request for which no connection is free', () => {
  it('fails when it has waited for as long as it may, without having been sent', async () => {
    scene().reactions = [silent];
    const giveUp = new AbortController();
    const platform = scene().open({ connections: 1, timeoutMs: 50 });
    const occupying = failure(platform.perform(target, play, giveUp.signal));
    expect(await failure(platform.perform(target, hangup))).toMatchObject({
      code: 'no_connection',
      retryable: true,
      httpStatus: 0,
    });
    giveUp.abort();
    await occupying;
    expect(scene().seen.filter(({ method }) => method !== 'PUT')).toEqual([]);
  });

  it('can be given up', async () => {
    scene().reactions = [silent];
    const [giveUp, end] = [new AbortController(), new AbortController()];
    const platform = scene().open({ connections: 1 });
    const occupying = failure(platform.perform(target, play, end.signal));
    const waiting = failure(platform.perform(target, hangup, giveUp.signal));
    giveUp.abort();
    expect((await waiting).code).toBe('aborted');
    end.abort();
    await occupying;
  });

  it.each([
    ['was answered', [taken]],
    ['was refused', [answer(400, { status: 'failed', result: '6128' })]],
    ['was answered at too great length', [answer(200, { text: 'x'.repeat(1024 * 1024) })]],
    ['lost its connection and was repeated', [cut, taken]],
  ])('waits for that one connection after one that %s', async (_how, reactions) => {
    scene().reactions = [...reactions, silent];
    const giveUp = new AbortController();
    const platform = scene().open({ connections: 1, timeoutMs: 50 });
    await platform.perform(target, hangup).catch(() => undefined);
    const occupying = failure(platform.perform(target, play, giveUp.signal));
    await expect.poll(() => scene().seen.at(-1)?.method).toBe('PUT');
    expect((await failure(platform.perform(target, hangup))).code).toBe('no_connection');
    giveUp.abort();
    await occupying;
  });

  it('is sent when one becomes free', async () => {
    scene().reactions = [cut, taken];
    const platform = scene().open({ connections: 1 });
    await Promise.all(Array.from({ length: 10 }, () => platform.perform(target, play)));
    expect(scene().seen).toHaveLength(11);
  });
});

describe('giving up', () => {
  it('ends a request under way', async () => {
    const giveUp = new AbortController();
    scene().reactions = [
      (reply) => {
        reply.hijack();
        giveUp.abort(new Error('drained'));
      },
    ];
    const error = await failure(scene().open().perform(target, play, giveUp.signal));
    expect(error).toMatchObject({ code: 'aborted', retryable: true, cause: new Error('drained') });
    expect(scene().seen).toHaveLength(1);
  });

  it('ends a wait between attempts', async () => {
    const giveUp = new AbortController();
    const wait = (ms: number, signal: AbortSignal | undefined) => {
      const waiting = delay(ms, undefined, signal && { signal });
      giveUp.abort();
      return waiting;
    };
    scene().reactions = [answer(429, {}, { 'retry-after': '60' })];
    expect(await failure(scene().open({ wait }).perform(target, play, giveUp.signal))).toMatchObject({
      code: 'aborted',
    });
    expect(scene().seen).toHaveLength(1);
  });

  it('before the first attempt sends nothing', async () => {
    const error = await failure(scene().open().perform(target, play, AbortSignal.abort()));
    expect(error.code).toBe('aborted');
    expect(scene().seen).toEqual([]);
  });
});

describe('closing', () => {
  it('is final: what is asked for afterwards is refused at once', async () => {
    const platform = scene().open();
    await platform.close();
    expect(await failure(platform.perform(target, play))).toMatchObject({
      code: 'closed',
      message: 'this client was closed',
      retryable: false,
    });
    expect(scene().waits).toEqual([]);
  });

  it('lets a command under way finish, repetitions included', async () => {
    let closing: Promise<void> | undefined;
    scene().reactions = [answer(429), taken];
    const platform: Carrier = scene().open({
      wait: () => {
        closing = platform.close();
        return Promise.resolve();
      },
    });
    expect(await platform.perform(target, play)).toEqual({ answer: {} });
    await closing;
    expect(scene().seen).toHaveLength(2);
  });
});

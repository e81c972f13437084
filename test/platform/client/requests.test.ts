import { describe, expect, it } from 'vitest';
import {
  accept,
  answer,
  call,
  connect,
  credentials,
  dial,
  encodedCredentials,
  failure,
  hangup,
  id,
  play,
  taken,
  target,
  useScene,
} from './scene.ts';

const scene = useScene();

describe('a request', () => {
  it('carries the Basic credentials, the base path and the body', async () => {
    await scene()
      .open({ baseUrl: `${scene().url}/base/` })
      .perform(target, play);
    expect(scene().seen).toMatchObject([
      {
        method: 'PUT',
        url: '/base/voice/v1/call/v1/play',
        headers: { authorization: `Basic ${encodedCredentials}`, 'content-type': 'application/json' },
        body: { text: 'Grüße.', language: 'de-DE', prompt_ref: id },
      },
    ]);
  });

  it('of a dial carries its Idempotency-Key and gives the voice id', async () => {
    scene().reactions = [answer(200, { voice_id: 'v7', state: 'initiated' })];
    expect(await scene().open().perform({ call, voiceId: undefined }, dial)).toEqual({ voiceId: 'v7' });
    expect(scene().seen[0]).toMatchObject({ method: 'POST', headers: { 'idempotency-key': id } });
  });

  it('of an accept has an empty JSON body, of a hangup none', async () => {
    const platform = scene().open();
    await platform.perform(target, accept);
    await platform.perform(target, hangup);
    expect(scene().seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '0',
    });
    expect(scene().seen[1]).toMatchObject({ method: 'DELETE', url: '/voice/v1/call/v1' });
    expect(scene().seen[1]?.headers).not.toHaveProperty('content-type');
  });

  it('to a service with credentials of its own carries those', async () => {
    const own = { appId: 'sms-app', appKey: 'sms-key' };
    const platform = scene().open({ projects: { sms: own } });
    const message = { template: 't', campaign: 'c', recipients: [], reports: false };
    await platform.perform(target, { kind: 'sms', ...message, number: 1, id });
    await platform.perform(target, {
      kind: 'create_token',
      room: 'r',
      name: 'x',
      role: 'viewer',
      number: 2,
      id,
    });
    expect(scene().seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/sms/v1/messages/', `Basic ${btoa('sms-app:sms-key')}`],
      ['/video/v2/rooms/r/tokens', `Basic ${encodedCredentials}`],
    ]);
  });

  it('about a room that is not there does not say that the call is over', async () => {
    scene().reactions = [answer(404, { result: '404', msg: 'Resource not found' })];
    const joining = scene().open().perform(target, { kind: 'join', room: 'r', number: 1, id });
    expect(await failure(joining)).toMatchObject({ code: '404', callEnded: false });
  });

  it('goes over a connection that is kept', async () => {
    const ports = new Set<number | undefined>();
    scene().reactions = [
      (reply, request) => {
        ports.add(request.socket.remotePort);
        return taken(reply, request);
      },
    ];
    const platform = scene().open({ connections: 1 });
    for (let round = 0; round < 5; round++) await platform.perform(target, play);
    expect(ports.size).toBe(1);
  });

  it('waits for one of the allowed connections', async () => {
    let atOnce = 0;
    let most = 0;
    scene().reactions = [
      async (reply, request) => {
        most = Math.max(most, ++atOnce);
        await new Promise(setImmediate);
        atOnce--;
        return taken(reply, request);
      },
    ];
    const platform = scene().open({ connections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => platform.perform(target, play)));
    expect(scene().seen).toHaveLength(8);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('an answer', () => {
  it.each([
    ['empty', answer(200)],
    ['201', answer(201, { state: 'initiated' })],
  ])('that is %s takes the command', async (_form, reaction) => {
    scene().reactions = [reaction];
    expect(await scene().open().perform(target, play)).toEqual({ answer: {} });
    expect(scene().seen).toHaveLength(1);
  });

  it.each([
    ['a login page', answer(200, '<html>Log in</html>', { 'content-type': 'text/html' })],
    ['larger than 1 MiB', answer(200, { text: 'x'.repeat(1024 * 1024) })],
  ])('that is %s is not the platform’s, so that nothing counts as done', async (_form, reaction) => {
    scene().reactions = [reaction];
    expect(await failure(scene().open().perform(target, hangup))).toMatchObject({
      code: 'bad_answer',
      retryable: false,
      callEnded: false,
    });
    expect(scene().seen).toHaveLength(1);
  });

  it.each([
    ['empty', answer(200)],
    ['an HTML page', answer(200, '<html></html>', { 'content-type': 'text/html' })],
    ['without voice_id', answer(200, { state: 'initiated' })],
  ])('to a dial that is %s is a bad answer', async (_form, reaction) => {
    scene().reactions = [reaction];
    expect(await failure(scene().open().perform(target, dial))).toMatchObject({
      code: 'bad_answer',
      retryable: false,
      httpStatus: 200,
    });
    expect(scene().seen).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([400, 401, 403, 404, 405, 409, 422])('with %d is final', async (status) => {
    scene().reactions = [
      answer(status, { status: 'error', error_code: 'SOME_CODE', message: 'No.', request_id: 'r1' }),
    ];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      code: 'SOME_CODE',
      message: 'No.',
      httpStatus: status,
      requestId: 'r1',
      retryable: false,
    });
    expect(scene().seen).toHaveLength(1);
  });

  it('with 503 is for later, not for now', async () => {
    scene().reactions = [
      answer(503, { status: 'error', error_code: 'CARRIER_UNAVAILABLE', message: 'Later.' }),
    ];
    const error = await failure(scene().open().perform(target, connect));
    expect(error).toMatchObject({ code: 'CARRIER_UNAVAILABLE', retryable: true });
    expect(scene().waits).toEqual([]);
  });

  it('with an HTML page goes by its status', async () => {
    scene().reactions = [answer(502, '<html><h1>Bad Gateway</h1></html>', { 'content-type': 'text/html' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      code: 'http_502',
      message: 'HTTP 502',
    });
  });

  it('with HTTP 200 is a refusal all the same', async () => {
    scene().reactions = [answer(200, { status: 'failed', result: '6128', msg: 'too long' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      code: '6128',
      message: 'too long',
      httpStatus: 200,
      retryable: false,
    });
  });

  it('of an ended call says so', async () => {
    scene().reactions = [
      answer(409, { status: 'error', error_code: 'CALL_ALREADY_ENDED', message: 'ended' }),
    ];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({
      callEnded: true,
      doneIfInDoubt: false,
    });
    expect(await failure(scene().open().perform(target, hangup))).toMatchObject({
      callEnded: true,
      doneIfInDoubt: true,
    });
  });

  it('with 404 ends a call only when the platform says it, not a proxy before it', async () => {
    scene().reactions = [answer(404, { result: 404, msg: 'Not Found' })];
    expect(await failure(scene().open().perform(target, play))).toMatchObject({ callEnded: true });
    for (const reaction of [
      answer(404, '<html>404 Not Found</html>', { 'content-type': 'text/html' }),
      answer(404, { statusCode: 404, error: 'Not Found', message: 'Route not found' }),
      answer(404),
    ]) {
      scene().reactions = [reaction];
      expect(await failure(scene().open().perform(target, hangup))).toMatchObject({
        code: 'http_404',
        callEnded: false,
        doneIfInDoubt: false,
      });
    }
  });

  it('of a dial with 404 ends no call', async () => {
    scene().reactions = [answer(404, { result: 404, msg: 'Not Found' })];
    expect(await failure(scene().open().perform(target, dial))).toMatchObject({
      code: '404',
      callEnded: false,
    });
  });

  it('never quotes the credentials', async () => {
    scene().reactions = [
      answer(403, { result: 403, msg: `key ${credentials.appKey} in Basic ${encodedCredentials} is wrong` }),
    ];
    const error = await failure(scene().open().perform(target, play));
    expect(error.message).toBe('key *** in Basic *** is wrong');
  });
});

it('a command without a voice id is rejected, not thrown', async () => {
  await expect(scene().open().perform({ call, voiceId: undefined }, play)).rejects.toThrow(
    'needs a voice id',
  );
});

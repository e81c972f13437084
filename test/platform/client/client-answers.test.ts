import { describe, expect, it } from 'vitest';
import { answer, credentials, cut, failure, taken, useScene } from './scene.ts';

const scene = useScene();
const call = { from: '1', to: '2' };
const message = { template_id: 't', campaign_id: 'c', to: ['+4930'] };
const coded = (error_code: string) => ({ status: 'error', error_code, message: 'No.', request_id: 'r' });

describe('an answer', () => {
  it('is given as it came, with what the specifications do not name', async () => {
    scene().reactions = [answer(201, { voice_id: 'v9', state: 'queued', extra: [1] })];
    expect(await scene().client().voice.dial(call)).toEqual({ voice_id: 'v9', state: 'queued', extra: [1] });
  });

  it.each([
    ['empty', answer(200)],
    ['blank', answer(200, ' ')],
  ])('that is %s is an answer where nothing depends on it', async (_form, reaction) => {
    scene().reactions = [reaction];
    expect(await scene().client().voice.play('v1', { text: 'Hi' })).toEqual({});
  });

  it.each([
    ['not JSON', answer(200, '<html>Log in</html>'), 'it is not a JSON object'],
    ['a list', answer(200, []), 'it is not a JSON object'],
    ['too large', answer(200, { text: 'x'.repeat(1024 * 1024) }), 'it is larger than 1 MiB'],
  ])('that is %s is a bad one, whatever was asked', async (_form, reaction, why) => {
    const { voice, video } = scene().client();
    scene().reactions = [reaction];
    for (const ask of [
      () => voice.hangup('v1'),
      () => voice.accept('v1'),
      () => video.rooms.delete('r1'),
    ] as const)
      expect(await failure(ask())).toMatchObject({
        code: 'bad_answer',
        message: expect.stringContaining(why) as string,
        retryable: false,
      });
  });

  it('may begin with a byte order mark', async () => {
    scene().reactions = [answer(200, '\ufeff{"voice_id":"v9"}')];
    expect(await scene().client().voice.dial(call)).toEqual({ voice_id: 'v9' });
  });

  it('may be a list of many', async () => {
    const rooms = Array.from({ length: 6_000 }, (_, index) => ({
      room_id: `r${index}`,
      name: 'x'.repeat(200),
    }));
    scene().reactions = [answer(200, { result: 0, rooms })];
    expect((await scene().client().video.rooms.list()).rooms).toHaveLength(6_000);
  });

  it('that is a number where an id is expected is read as text', async () => {
    scene().reactions = [answer(200, { result: 0, job_id: 4711 })];
    expect(await scene().client().sms.send(message)).toEqual({ result: 0, job_id: '4711' });
  });

  it('without its list has an empty one', async () => {
    scene().reactions = [answer(200, { result: 0 })];
    const { video } = scene().client();
    expect(await video.rooms.list()).toEqual({ result: 0, rooms: [] });
    expect(await video.archives.room('r1')).toEqual({ result: 0, archive: [] });
    expect(await scene().client().sms.status('j1')).toEqual({ result: 0, detailed: [] });
  });

  it('that is nothing at all is no empty list', async () => {
    scene().reactions = [answer(200)];
    expect(await failure(scene().client().video.rooms.list())).toMatchObject({ code: 'bad_answer' });
  });

  it.each([
    ['no voice_id', answer(200, { state: 'initiated' })],
    ['an empty voice_id', answer(200, { voice_id: '' })],
    ['no body', answer(200)],
  ])('to a dial with %s is a bad one', async (_form, reaction) => {
    scene().reactions = [reaction];
    expect(await failure(scene().client().voice.dial(call))).toMatchObject({
      code: 'bad_answer',
      retryable: false,
      httpStatus: 200,
    });
  });

  it('with a token that is null says that none was issued (voice.md 4.4)', async () => {
    scene().reactions = [answer(200, { token: null })];
    const error = await failure(scene().client().voice.webClientToken('a.example'));
    expect(error).toMatchObject({ code: 'bad_answer', message: expect.stringContaining('token') as string });
  });
});

describe('a refusal', () => {
  it.each([
    ['of voice', 'CALLER_ID_NOT_ALLOWED', 403, coded('CALLER_ID_NOT_ALLOWED')],
    ['of a recording', '409', 409, { status: 'failed', result: '409', msg: 'Call is not bridged yet' }],
    ['of SMS', 'OPT_OUT', 403, coded('OPT_OUT')],
    ['of SMS credentials', '1', 401, { result: '1', details: 'Authentication failed', desc: 'x' }],
    ['of video', '10021', 400, { result: 10021, error: 'quality' }],
    ['of video, with HTTP 200', '40001', 200, { result: 40001, error: 'room not found' }],
  ])('%s is a CarrierError with its code', async (_what, code, httpStatus, body) => {
    scene().reactions = [answer(httpStatus, body)];
    const error = await failure(scene().client().video.rooms.get('r1'));
    expect(error).toMatchObject({ code, httpStatus, retryable: false, callEnded: false });
    expect(scene().seen).toHaveLength(1);
  });

  it('says that a call has ended only of a request about one', async () => {
    scene().reactions = [answer(404, { result: 404, msg: 'Not Found' })];
    const { voice, video } = scene().client();
    expect(await failure(voice.play('v1', { text: 'Hi' }))).toMatchObject({ callEnded: true });
    expect(await failure(video.rooms.get('r1'))).toMatchObject({ callEnded: false });
  });

  it('that a room or a broadcast is not there says nothing of the call', async () => {
    const { voice } = scene().client();
    scene().reactions = [answer(404, { result: 404, msg: 'Not Found' })];
    expect(await failure(voice.broadcastCalls('b1').play('v1', { text: 'Hi' }))).toMatchObject({
      code: '404',
      callEnded: false,
    });
    expect(await failure(voice.joinRoom('v1', 'r1'))).toMatchObject({ code: '404', callEnded: false });
    scene().reactions = [answer(409, coded('CALL_ALREADY_ENDED'))];
    expect(await failure(voice.joinRoom('v1', 'r1'))).toMatchObject({ callEnded: true });
  });

  it('never quotes the App Key that was sent for a token', async () => {
    scene().reactions = [answer(400, { result: 400, msg: `no ${credentials.appKey}` })];
    expect((await failure(scene().client().sms.token())).message).toBe('no ***');
  });
});

describe('repetition', () => {
  it.each([
    ['429', answer(429), [1_000, 2_000, 4_000, 8_000]],
    ['429 with Retry-After', answer(429, {}, { 'retry-after': '3' }), [3_000, 3_000, 4_000, 8_000]],
    ['500', answer(500), [2_000, 5_000, 10_000]],
    ['502 of a gateway', answer(502, '<html>Bad Gateway</html>'), [1_000, 2_000, 4_000]],
    ['504 of a gateway', answer(504), [1_000, 2_000, 4_000]],
    ['504 with Retry-After', answer(504, {}, { 'retry-after': '3' }), [3_000, 3_000, 4_000]],
    ['503', answer(503), []],
    ['503 with Retry-After', answer(503, {}, { 'retry-after': '3' }), []],
    ['400', answer(400), []],
    ['403', answer(403), []],
    ['404', answer(404), []],
    ['422', answer(422), []],
    ['a lost answer', cut, [1_000, 2_000, 4_000]],
  ])('after %s, in every service', async (_reason, reaction, schedule) => {
    const { voice, sms, video } = scene().client();
    for (const use of [
      () => voice.dial(call),
      () => sms.send(message),
      () => video.rooms.create({ name: 'n', owner_ref: 'o' }),
    ]) {
      scene().reactions = [reaction];
      scene().waits.length = 0;
      await failure(use());
      expect(scene().waits).toEqual(schedule);
    }
  });

  it('of a POST carries the same Idempotency-Key', async () => {
    scene().reactions = [cut, answer(500), answer(200, { room: {} })];
    let id = 0;
    await scene()
      .client({ newId: () => `id-${++id}` })
      .video.rooms.create({ name: 'n', owner_ref: 'o' });
    expect(scene().seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['id-1', 'id-1', 'id-1']);
  });

  it.each([
    ['a lost answer', cut],
    ['500', answer(500)],
    ['502 of a gateway', answer(502)],
  ])('of a message sent by GET is not made after %s: it may have been sent', async (_reason, reaction) => {
    scene().reactions = [reaction];
    await failure(scene().client().sms.sendByGet(message));
    expect(scene().seen).toHaveLength(1);
  });

  it('that a proxy refuses says nothing of what was done before', async () => {
    scene().reactions = [cut, answer(404, '<html>Not Found</html>')];
    expect(await failure(scene().client().video.rooms.delete('r1'))).toMatchObject({ code: 'http_404' });
  });

  it('of a message sent by GET is made when the platform was too busy to send it', async () => {
    scene().reactions = [answer(429), answer(200, { result: 0, job_id: 'j' })];
    expect(await scene().client().sms.sendByGet(message)).toMatchObject({ job_id: 'j' });
  });

  it('that finds a room deleted, a recording running or over, or a call ended is content (I4)', async () => {
    const { voice, video } = scene().client();
    const { voice: byPut } = scene().client({ stopStreamBy: 'PUT' });
    const notFound = { result: 404, msg: 'Not Found' };
    for (const [use, body] of [
      [() => video.rooms.delete('r1'), { result: 40001, error: 'room not found' }],
      [() => voice.startRecording('v1', 'mine'), { status: 'failed', result: '408', msg: 'already' }],
      [() => voice.hangup('v1'), coded('CALL_ALREADY_ENDED')],
      [() => video.recording.stop('r1'), coded('RECORDING_NOT_ACTIVE')],
      [() => voice.stopRecording('v1'), { status: 'failed', result: '6139', msg: 'no recording' }],
      [() => voice.stopStream('v1'), notFound],
      [() => byPut.stopStream('v1'), notFound],
    ] as const) {
      scene().reactions = [cut, answer(409, body)];
      expect(await use()).toEqual({});
      scene().reactions = [answer(409, body), taken];
      await failure(use());
    }
  });
});

describe('closing', () => {
  it('lets requests under way finish', async () => {
    const client = scene().client({
      wait: () => {
        void client.close();
        return Promise.resolve();
      },
    });
    scene().reactions = [answer(429), answer(200, { result: 0, rooms: [{ room_id: 'r1' }] })];
    expect((await client.video.rooms.list()).rooms).toHaveLength(1);
  });
});

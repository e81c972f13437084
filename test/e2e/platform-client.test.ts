/** The client and the emulator, made from the same specifications apart from each other, over real HTTP. */
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../src/platform/emulator/http/index.ts';
import { createPlatformClient, CarrierError, type PlatformClient } from '../../src/platform.ts';
import { startReceiver, type Receiver } from '../platform/emulator/receiver.ts';

const ours = '+4930100100';
const alice = '+4917100001';
const bob = '+4917100002';

let emulator: Emulator;
let receiver: Receiver;
let client: PlatformClient;

beforeEach(async () => {
  receiver = await startReceiver();
  emulator = await startEmulator({
    settings: {
      setupMs: 0,
      parties: { [alice]: { afterMs: 0 }, [bob]: { afterMs: 0 } },
      projects: [{ appId: 'demo', appKey: 'demo-key', domains: ['app.example'], webhook: receiver.url }],
      video: { filesReadyMs: 0 },
    },
  });
  client = createPlatformClient({ baseUrl: emulator.url, appId: 'demo', appKey: 'demo-key' });
});
afterEach(async () => {
  await client.close();
  await Promise.all([emulator.close(), receiver.close()]);
});

async function refusalOf(used: Promise<unknown>): Promise<CarrierError> {
  const error: unknown = await used.catch((reason: unknown) => reason);
  if (!(error instanceof CarrierError)) throw new Error('expected a CarrierError', { cause: error });
  return error;
}

const state = (name: string) => receiver.get((body) => body.state === name);

describe('voice', () => {
  it('places a call, bridges, records, holds, hangs up and fetches the recording', async () => {
    const { voice } = client;
    const { voice_id: id } = await voice.dial({ from: ours, to: alice, event_url: receiver.url });
    await state('connected');
    expect((await refusalOf(voice.startRecording(id, 'early'))).code).toBe('409');
    await voice.connect(id, { from: ours, to: bob });
    await state('bridged');
    expect(await voice.startRecording(id, 'mine')).toMatchObject({
      recording_id: expect.any(String) as string,
    });
    expect((await refusalOf(voice.startRecording(id, 'other'))).code).toBe('408');
    expect(await voice.hold(id)).toMatchObject({ status: 'success' });
    expect(await voice.resume(id)).toMatchObject({ status: 'success' });
    await voice.stopRecording(id);
    await voice.hangup(id);
    const { recording_url: url } = await state('disconnected');
    const recording = await voice.download(String(url));
    expect((await buffer(recording.body)).subarray(0, 4).toString()).toBe('RIFF');
    expect(await refusalOf(voice.play(id, { text: 'Too late.' }))).toMatchObject({ callEnded: true });
  });

  it('accepts an incoming call and speaks', async () => {
    const id = emulator.act((model, now) => {
      model.control.setNumber(ours, { webhook: receiver.url });
      return model.people.ring({ from: alice, to: ours }, now);
    });
    if (id === undefined) throw new Error('nobody could ring');
    await receiver.get((body) => body.voice_id === id && body.state === 'incomingcall');
    expect(await client.voice.accept(id)).toMatchObject({ status: 'success' });
    await state('connected');
    expect(await client.voice.play(id, { text: 'Hello.', prompt_ref: 'p' })).toMatchObject({
      prompt_ref: 'p',
    });
    await receiver.get((body) => body.playstate === 'playfinished');
    await client.voice.hangup(id);
    await state('disconnected');
  });

  it('places a call once, however often it is asked with one key (voice.md 4.5)', async () => {
    const ask = () => client.voice.dial({ from: ours, to: alice }, { idempotencyKey: 'once' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ voice_id }) => voice_id)).size).toBe(1);
  });

  it('places 25 calls at once within the limit of the platform (voice.md 8)', async () => {
    const calls = Array.from({ length: 25 }, () => client.voice.dial({ from: ours, to: alice }));
    expect(new Set((await Promise.all(calls)).map(({ voice_id }) => voice_id)).size).toBe(25);
  });

  it('gets tokens for the domains of the project alone (voice.md 4.4)', async () => {
    expect((await client.voice.webClientToken('app.example')).token.split('.')).toHaveLength(3);
    expect(await refusalOf(client.voice.webClientToken('evil.example'))).toMatchObject({ code: '405' });
  });
});

describe('SMS', () => {
  const message = { template_id: 'demo', campaign_id: 'demo', data: { text: 'Hi, you & me' } };

  it.each(['basic', 'bearer'] as const)('sends by POST and by GET, signed %s', async (smsAuthorization) => {
    const options = { baseUrl: emulator.url, appId: 'demo', appKey: 'demo-key', smsAuthorization };
    const signed = createPlatformClient(options);
    const { sms } = signed;
    const jobs = [
      await sms.send({ ...message, to: [alice, bob] }),
      await sms.sendByGet({ ...message, to: [alice, bob] }),
    ];
    for (const { job_id } of jobs)
      expect(await sms.status(job_id)).toMatchObject({ job_id, summary: { total: 2 } });
    await signed.close();
  });

  it('says what is wrong in the words of the platform (sms.md 7)', async () => {
    const error = await refusalOf(client.sms.send({ ...message, template_id: 'nobody', to: [alice] }));
    expect(error).toMatchObject({ code: 'INVALID_PARAM', httpStatus: 400, retryable: false });
    const stranger = createPlatformClient({ baseUrl: emulator.url, appId: 'demo', appKey: 'wrong' });
    expect(await refusalOf(stranger.sms.status('j'))).toMatchObject({ code: '1' });
    expect(await refusalOf(stranger.sms.token())).toMatchObject({ code: '1' });
    await stranger.close();
  });
});

describe('video', () => {
  it('creates, changes, lists and removes a room, and gives tokens for it', async () => {
    const { rooms, tokens } = client.video;
    const { room } = await rooms.create({ name: 'One', owner_ref: 'me' });
    const id = room.room_id;
    await rooms.update(id, { name: 'Two' });
    expect((await rooms.get(id)).room).toMatchObject({ room_id: id, name: 'Two' });
    expect((await rooms.list()).rooms.map(({ room_id }) => room_id)).toEqual([id]);
    const { token } = await tokens.create(id, { name: 'Ann', role: 'moderator', user_ref: 'a' });
    expect(token.split('.')).toHaveLength(3);
    expect((await client.video.users(id)).users).toEqual([]);
    await rooms.unlock(id);
    await rooms.delete(id);
    expect((await rooms.list()).rooms).toEqual([]);
    expect((await refusalOf(rooms.get(id))).httpStatus).toBe(404);
  });

  it('asks for records by every route, and for the dial-in numbers', async () => {
    const { room } = await client.video.rooms.create({ name: 'One', owner_ref: 'me' });
    const days = { from: '2026-01-01', to: '2026-12-31' };
    const { archives, cdrs } = client.video;
    expect((await archives.room(room.room_id)).archive).toEqual([]);
    expect((await archives.roomPeriod(room.room_id, days)).archive).toEqual([]);
    expect((await archives.period(days)).archive).toEqual([]);
    expect((await cdrs.room(room.room_id)).cdr).toEqual([]);
    expect((await cdrs.roomPeriod(room.room_id, days)).cdr).toEqual([]);
    expect((await cdrs.period(days)).cdr).toEqual([]);
    expect((await client.video.dialIn()).dialin).not.toEqual([]);
  });

  it('records a session, and fetches what was recorded', async () => {
    const { video } = client;
    const { room } = await video.rooms.create({ name: 'One', owner_ref: 'me' });
    const id = room.room_id;
    const { token } = await video.tokens.create(id, { name: 'Ann', role: 'moderator', user_ref: 'a' });
    const joined = emulator.act((model, now) => model.rooms.join(token, now));
    if (!('participant_id' in joined)) throw new Error('nobody could join', { cause: joined });
    expect((await video.users(id)).users).toMatchObject([{ name: 'Ann', role: 'moderator' }]);
    await video.recording.start(id);
    expect((await refusalOf(video.recording.start(id))).code).toBe('RECORDING_ALREADY_ACTIVE');
    await video.recording.stop(id);
    emulator.act((model, now) => model.rooms.leave(joined.participant_id, now));
    await receiver.get((body) => body.type === 'recording-ready');
    const [archive] = (await video.archives.room(id)).archive;
    const { body } = await video.download(archive?.recording[0]?.url ?? '');
    expect((await buffer(body)).length).toBeGreaterThan(0);
    const byConference = await video.cdrs.conference(archive?.conf_num ?? '');
    expect(byConference.cdr).toMatchObject([{ user: { name: 'Ann' } }]);
  });

  it('records only while there is a session', async () => {
    const { room } = await client.video.rooms.create({ name: 'One', owner_ref: 'me' });
    expect((await refusalOf(client.video.recording.stop(room.room_id))).httpStatus).toBe(409);
  });
});

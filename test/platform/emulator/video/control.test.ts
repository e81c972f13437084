import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { basic } from './rooms.ts';

const authorization = basic('demo', 'k');
let emulator: Emulator;
let app: Receiver;

beforeEach(async () => {
  app = await startReceiver();
  const projects = [{ appId: 'demo', appKey: 'k', webhook: app.url }];
  emulator = await startEmulator({ settings: { projects, video: { filesReadyMs: 0 } } });
});

afterEach(async () => {
  await emulator.close();
  await app.close();
});

async function send(method: string, path: string, body?: object) {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const video = (method: string, path: string, body?: object) => send(method, `/video/v2${path}`, body);
const control = (method: string, path: string, body?: object) => send(method, `/_emulator${path}`, body);

async function createRoom(settings: object = {}): Promise<string> {
  const { body } = await video('POST', '/rooms', { name: 'Board', owner_ref: 'o', settings });
  return (body.room as { room_id: string }).room_id;
}

async function join(roomId: string, role: string): Promise<Record<string, unknown>> {
  const { body } = await video('POST', `/rooms/${roomId}/tokens`, { name: role, role, user_ref: role });
  return (await control('POST', '/rooms/join', { token: body.token })).body;
}

describe('the control plane: rooms', () => {
  test('who dials in takes part, where the room has dial-in (video.md 2.1)', async () => {
    const sip = { enabled: true };
    const made = (await video('POST', '/rooms', { name: 'Board', owner_ref: 'o', sip })).body.room;
    const id = (made as { room_id: string }).room_id;
    const dialled = await control('POST', `/rooms/${id}/dial-in`, { from: '+4917100001' });
    expect(dialled).toMatchObject({ status: 200, body: { room_id: id, waiting: false } });
    const { body } = await video('GET', `/rooms/${id}/users`);
    expect(body).toMatchObject({ total: 1, users: [{ name: '+4917100001', role: 'participant' }] });
    const closed = await control('POST', `/rooms/${await createRoom()}/dial-in`, { from: '+4917100001' });
    expect(closed).toEqual({
      status: 403,
      body: { error: 'the room has no dial-in', code: 'DIAL_IN_DISABLED' },
    });
  });

  test('a session from the first participant to its file, over HTTP', async () => {
    const id = await createRoom();
    const mod = await join(id, 'moderator');
    expect(mod).toEqual({ room_id: id, participant_id: mod.participant_id, waiting: false });
    const by = mod.participant_id;
    expect(await control('POST', `/rooms/${id}/recording`, { action: 'start', by })).toEqual({
      status: 200,
      body: {},
    });
    await app.get((body) => body.type === 'recording-started');
    const [room] = (await control('GET', '/rooms')).body as unknown as Record<string, unknown>[];
    expect(room).toMatchObject({
      room_id: id,
      name: 'Board',
      recording: true,
      locked: false,
      participants: [{ participant_id: by, role: 'moderator' }],
      lobby: [],
    });
    await control('POST', `/participants/${String(by)}/leave`);
    const { recording } = await app.get((body) => body.type === 'recording-ready');
    const url = (recording as { url: string }[])[0]?.url ?? '';
    expect(url).toMatch(emulator.url);
    expect((await fetch(url)).status).toBe(401);
    const file = await fetch(url, { headers: { authorization } });
    expect(file.headers.get('content-type')).toBe('video/x-matroska');
    expect(Buffer.from(await file.arrayBuffer()).toString('hex', 0, 4)).toBe('1a45dfa3');
  });

  test('a room is locked and opened, somebody is admitted', async () => {
    const id = await createRoom({ knock: true });
    const guest = await join(id, 'participant');
    expect(guest.waiting).toBe(true);
    expect(await control('POST', `/participants/${String(guest.participant_id)}/admit`)).toEqual({
      status: 200,
      body: {},
    });
    expect((await control('PUT', `/rooms/${id}/lock`, { locked: true })).status).toBe(200);
    const denied = await video('POST', `/rooms/${id}/tokens`, { name: 'a', role: 'viewer', user_ref: 'b' });
    expect(denied).toMatchObject({ status: 403, body: { error_code: 'ROOM_LOCKED' } });
    expect((await control('PUT', `/rooms/${id}/lock`, { locked: false })).status).toBe(200);
    expect((await join(id, 'viewer')).waiting).toBe(true);
  });

  test.each([
    ['POST', '/rooms/join', { token: 'x' }, 401, 'UNAUTHORIZED'],
    ['POST', '/rooms/join', {}, 400, undefined],
    ['PUT', '/rooms/none/lock', { locked: true }, 404, 'ROOM_NOT_FOUND'],
    ['POST', '/rooms/none/recording', { action: 'start' }, 404, 'ROOM_NOT_FOUND'],
    ['POST', '/rooms/none/recording', { action: 'pause' }, 400, undefined],
    ['POST', '/participants/none/leave', undefined, 404, 'INVALID_PARAM'],
    ['POST', '/participants/none/admit', undefined, 404, 'INVALID_PARAM'],
  ])('%s %s %j is answered %i', async (method, path, body, status, code) => {
    const answer = await control(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toEqual(expect.any(String));
  });
});

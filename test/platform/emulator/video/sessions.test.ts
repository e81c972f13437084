import { describe, expect, test } from 'vitest';
import { minute, TestRooms } from './rooms.ts';

const asked = { name: 'Zoe', role: 'participant', user_ref: 'z' };

describe('video.md 1, 3: sessions', () => {
  test('a session begins with the first participant and ends with the last', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const sessions = () => rooms.model.rooms.list(rooms.now).map(({ conf_num }) => conf_num);
    expect([rooms.users(id), sessions()]).toEqual([[], [undefined]]);
    const [ann, bob] = [rooms.join(id, 'Ann'), rooms.join(id, 'Bob')];
    const [conf] = sessions();
    expect(conf).toBeDefined();
    rooms.leave(ann);
    expect([rooms.users(id), sessions()]).toEqual([['Bob'], [conf]]);
    rooms.leave(bob);
    expect([rooms.users(id), sessions()]).toEqual([[], [undefined]]);
    rooms.join(id);
    expect(sessions()).not.toEqual([conf]);
  });

  test('somebody who is not there cannot leave', () => {
    const rooms = new TestRooms();
    const ann = rooms.join(rooms.createRoom());
    rooms.leave(ann);
    expect(rooms.model.rooms.leave(ann, rooms.now)).toMatchObject({ ok: false, status: 404 });
  });
});

describe('video.md 2.3: active users', () => {
  const permissions = (...allowed: string[]) =>
    Object.fromEntries(
      ['publish', 'subscribe', 'record', 'stats', 'controlhandlers'].map((name) => [
        name,
        allowed.includes(name),
      ]),
    );

  test.each([
    ['group', 'moderator', permissions('publish', 'subscribe', 'record', 'stats', 'controlhandlers')],
    ['group', 'participant', permissions('publish', 'subscribe', 'stats')],
    ['group', 'viewer', permissions('subscribe')],
    ['group', 'audience', permissions()],
    ['lecture', 'moderator', permissions('publish', 'subscribe', 'record', 'stats', 'controlhandlers')],
    ['lecture', 'participant', permissions('subscribe', 'stats')],
  ])('in a %s a %s may this', (mode, role, expected) => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ mode, audiences: 5 });
    rooms.join(id, 'Ann', role);
    expect(rooms.request('GET', `/rooms/${id}/users`).body).toEqual({
      result: 0,
      total: 1,
      users: [{ name: 'Ann', user_ref: 'ann', role, permissions: expected }],
    });
  });
});

describe('video.md 7: full and locked rooms', () => {
  test('10114 for a token, MAX_PARTICIPANTS_REACHED at the door', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ participants: 2 });
    const early = rooms.token(id, 'Late');
    rooms.join(id, 'Ann');
    const bob = rooms.join(id, 'Bob', 'viewer');
    expect(rooms.refusal('POST', `/rooms/${id}/tokens`, asked)).toEqual([403, 10114]);
    expect(rooms.tryToken(early)).toBe('MAX_PARTICIPANTS_REACHED');
    rooms.leave(bob);
    expect(rooms.tryToken(early)).toBe('in');
  });

  test('moderators and audiences have limits of their own', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ participants: 2, moderators: 1, audiences: 1 });
    rooms.join(id, 'Mod', 'moderator');
    const denied = (role: string) => rooms.refusal('POST', `/rooms/${id}/tokens`, { ...asked, role });
    expect(denied('moderator')).toEqual([403, 10114]);
    rooms.join(id, 'Fan', 'audience');
    expect(denied('audience')).toEqual([403, 10114]);
    rooms.join(id, 'Ann');
    expect(denied('participant')).toEqual([403, 10114]);
  });

  test('ROOM_LOCKED for tokens and at the door, until PUT /rooms/{room_id}/unlock', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const early = rooms.token(id, 'Late');
    expect(rooms.model.rooms.lock(id, true, rooms.now)).toMatchObject({ ok: false, code: '10113' });
    rooms.join(id, 'Mod', 'moderator');
    expect(rooms.model.rooms.lock(id, true, rooms.now)).toEqual({ ok: true });
    expect(rooms.refusal('POST', `/rooms/${id}/tokens`, asked)).toEqual([403, 'ROOM_LOCKED']);
    expect(rooms.tryToken(early)).toBe('ROOM_LOCKED');
    expect(rooms.request('PUT', `/rooms/${id}/unlock`).body).toEqual({ result: 0 });
    expect(rooms.refusal('PUT', `/rooms/${id}/unlock`)).toEqual([200, 0]);
    expect(rooms.tryToken(early)).toBe('in');
  });

  test('a lock ends with its session', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const mod = rooms.join(id, 'Mod', 'moderator');
    rooms.model.rooms.lock(id, true, rooms.now);
    rooms.leave(mod);
    expect(rooms.tryToken(rooms.token(id))).toBe('in');
  });
});

describe('video.md 2.1: knock and wait_for_moderator', () => {
  test('knock: nobody but a moderator comes in unapproved', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ knock: true });
    const ann = rooms.join(id, 'Ann');
    expect(rooms.users(id)).toEqual([]);
    rooms.join(id, 'Mod', 'moderator');
    expect(rooms.users(id)).toEqual(['Mod']);
    expect(rooms.model.rooms.admit(ann, rooms.now)).toEqual({ ok: true });
    expect(rooms.users(id)).toEqual(['Mod', 'Ann']);
    expect(rooms.model.rooms.admit(ann, rooms.now)).toMatchObject({ ok: false, status: 404 });
  });

  test('wait_for_moderator: the lobby empties when one joins, and stays open', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ wait_for_moderator: true });
    expect(rooms.tryToken(rooms.token(id, 'Ann'))).toBe('waiting');
    expect(rooms.model.rooms.list(rooms.now)[0]?.lobby).toHaveLength(1);
    rooms.join(id, 'Mod', 'moderator');
    expect(rooms.users(id)).toEqual(['Mod', 'Ann']);
    expect(rooms.tryToken(rooms.token(id, 'Bob'))).toBe('in');
  });

  test('the lobby is no session: it can be left, and its room deleted', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ knock: true });
    const [ann, bob] = [rooms.join(id, 'Ann'), rooms.join(id, 'Bob')];
    rooms.leave(ann);
    expect(rooms.model.rooms.list(rooms.now)[0]?.lobby).toMatchObject([{ participant_id: bob }]);
    expect(rooms.refusal('DELETE', `/rooms/${id}`)).toEqual([200, 0]);
    expect(rooms.model.rooms.leave(bob, rooms.now)).toMatchObject({ ok: false });
    expect(rooms.list(`/cdr/room/${id}`)).toEqual([]);
  });

  test('a full room admits no one from its lobby', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ knock: true, participants: 1 });
    const ann = rooms.join(id, 'Ann');
    rooms.join(id, 'Mod', 'moderator');
    expect(rooms.model.rooms.admit(ann, rooms.now)).toMatchObject({ code: 'MAX_PARTICIPANTS_REACHED' });
    expect(rooms.model.rooms.list(rooms.now)[0]?.lobby).toHaveLength(1);
  });
});

describe('video.md 4, 5, 6, 7: recording', () => {
  const recording = (rooms: TestRooms, id: string, action: string, method = 'PUT') =>
    rooms.refusal(method, `/rooms/${id}/recording/${action}`);

  test.each(['PUT', 'POST'])('%s starts and stops it, once each, and each is notified', (method) => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    expect(recording(rooms, id, 'start', method)).toEqual([403, 10113]);
    expect(recording(rooms, id, 'stop', method)).toEqual([409, 'RECORDING_NOT_ACTIVE']);
    rooms.join(id);
    expect(recording(rooms, id, 'stop', method)).toEqual([409, 'RECORDING_NOT_ACTIVE']);
    const started = rooms.request(method, `/rooms/${id}/recording/start`).body;
    expect(recording(rooms, id, 'start', method)).toEqual([409, 'RECORDING_ALREADY_ACTIVE']);
    const stopped = rooms.request(method, `/rooms/${id}/recording/stop`).body;
    expect(stopped).toEqual(started);
    expect(rooms.types()).toEqual(['recording-started', 'recording-stopped']);
    expect(rooms.received[0]).toMatchObject({
      url: 'https://app.example/hook',
      app_id: 'demo',
      room_id: id,
      conf_num: started.conf_num,
      recording_id: started.recording_id,
      trans_date: '2026-03-01T09:00:00.000Z',
    });
  });

  test('files are ready some time after the session, and not without a recording', () => {
    const rooms = new TestRooms({ video: { filesReadyMs: 10 * minute } });
    const id = rooms.createRoom();
    rooms.leave(rooms.join(id));
    rooms.wait(60 * minute);
    expect(rooms.types()).toEqual([]);
    const ann = rooms.join(id);
    recording(rooms, id, 'start');
    rooms.leave(ann);
    rooms.wait(10 * minute - 1);
    expect(rooms.types()).toEqual(['recording-started', 'recording-stopped']);
    rooms.wait(1);
    expect(rooms.types().at(-1)).toBe('recording-ready');
    const [archive] = rooms.list(`/archive/room/${id}`);
    const { recording: raw, transcoded, metadata } = archive ?? {};
    expect(rooms.received.at(-1)).toMatchObject({ recording: raw, transcoded, metadata });
  });

  test('2.1: auto_recording begins when the first participant publishes', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ auto_recording: true });
    rooms.join(id, 'Vic', 'viewer');
    expect(rooms.types()).toEqual([]);
    rooms.join(id, 'Ann');
    expect(rooms.types()).toEqual(['recording-started']);
    recording(rooms, id, 'stop');
    rooms.join(id, 'Bob');
    expect(rooms.types()).toEqual(['recording-started', 'recording-stopped']);
  });

  test('5: only a moderator records in a session', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const [ann, mod] = [rooms.join(id, 'Ann'), rooms.join(id, 'Mod', 'moderator')];
    const order = (by: string, action: 'start' | 'stop') =>
      rooms.model.rooms.record({ roomId: id, by, action }, rooms.now);
    expect(order(ann, 'start')).toMatchObject({ ok: false, status: 403 });
    expect(order('nobody', 'start')).toMatchObject({ ok: false, status: 403 });
    expect(order(mod, 'start')).toEqual({ ok: true });
    expect(order(mod, 'start')).toMatchObject({ code: 'RECORDING_ALREADY_ACTIVE' });
    expect(order(ann, 'stop')).toMatchObject({ ok: false, status: 403 });
    expect(order(mod, 'stop')).toEqual({ ok: true });
    expect(order(mod, 'stop')).toMatchObject({ code: 'RECORDING_NOT_ACTIVE' });
  });

  test('a recording that fails leaves no file', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const ann = rooms.join(id);
    const fail = () => rooms.model.rooms.record({ roomId: id, action: 'fail' }, rooms.now);
    expect(fail()).toMatchObject({ code: 'RECORDING_NOT_ACTIVE' });
    recording(rooms, id, 'start');
    expect(fail()).toEqual({ ok: true });
    rooms.leave(ann);
    rooms.wait(60 * minute);
    expect(rooms.types()).toEqual(['recording-started', 'recording-failed']);
    expect(rooms.list(`/archive/room/${id}`)).toEqual([]);
  });

  test('the other family of names: recording, transcoded, roomdrop', () => {
    const rooms = new TestRooms({ video: { notifications: 'files' } });
    rooms.recordedSession(rooms.createRoom());
    expect(rooms.types()).toEqual(['roomdrop', 'recording', 'transcoded']);
  });

  test('a project without an address is told nothing, the journal all the same', () => {
    const rooms = new TestRooms({ projects: [{ appId: 'demo', appKey: 'demo-key' }] });
    rooms.recordedSession(rooms.createRoom());
    expect(rooms.received).toEqual([]);
    const entries = rooms.model.journal.readAfter(0).filter(({ kind }) => kind === 'notification');
    expect(entries).toHaveLength(3);
  });
});

import { describe, expect, test } from 'vitest';
import { basic, minute, theirs, TestRooms } from './rooms.ts';

const schedule = (rooms: TestRooms, minutes: number) => ({
  scheduled: true,
  scheduled_time: rooms.inMinutes(minutes),
  duration: 30,
});

describe('video.md 4: POST, GET, PATCH and DELETE /rooms', () => {
  test('2.1: a room is answered with its id, its time and all that was given', () => {
    const rooms = new TestRooms();
    const given = { name: 'Board', owner_ref: 'o-1', sip: { enabled: false }, data: { a: [1, { b: null }] } };
    const { status, body } = rooms.request('POST', '/rooms', given);
    expect([status, body]).toMatchObject([
      200,
      { result: 0, room: { ...given, created: '2026-03-01T09:00:00.000Z' } },
    ]);
    const { room } = body as { room: { room_id: string } };
    expect(rooms.request('GET', `/rooms/${room.room_id}`).body).toEqual(body);
  });

  test('2.1: a room with dial-in has a SIP address', () => {
    const rooms = new TestRooms({ video: { sipDomain: 'sip.example' } });
    const id = rooms.createRoom({}, { sip: { enabled: true } });
    expect(rooms.room(id).sip).toEqual({ enabled: true, uri: `sip:${id}@sip.example` });
    const own = rooms.createRoom({}, { sip: { enabled: true, uri: 'sip:board@example.com' } });
    expect(rooms.room(own).sip).toEqual({ enabled: true, uri: 'sip:board@example.com' });
  });

  test('a list has the rooms of the project with a subset of their settings', () => {
    const rooms = new TestRooms();
    const one = rooms.createRoom({ watermark: true }, { data: { team: 'a' } });
    const other = rooms.createRoom({ adhoc: true, duration: 20 });
    const listed = rooms.request('GET', '/rooms').body.rooms as Record<string, unknown>[];
    expect(listed).toMatchObject([
      { room_id: one, name: 'Board', owner_ref: 'o-1', data: { team: 'a' } },
      { room_id: other },
    ]);
    expect(listed.map(({ settings }) => settings)).toEqual([
      { mode: 'group', scheduled: false, adhoc: false },
      { mode: 'group', scheduled: false, adhoc: true, duration: 20 },
    ]);
    expect(rooms.request('GET', '/rooms', undefined, theirs).body).toEqual({ result: 0, rooms: [] });
  });

  test('PATCH changes what was sent, and nothing else', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ knock: true, participants: 5 }, { data: { a: 1 } });
    const before = rooms.room(id);
    const change = { name: 'New', settings: { participants: 7, mode: null }, data: null };
    expect(rooms.request('PATCH', `/rooms/${id}`, change).body).toEqual({ result: 0 });
    const settings = { ...(before.settings as object), participants: 7 };
    expect(rooms.room(id)).toEqual({ ...before, name: 'New', settings });
    expect(rooms.request('PATCH', `/rooms/${id}`, {}).body).toEqual({ result: 0 });
    expect(rooms.room(id)).toEqual({ ...before, name: 'New', settings });
    rooms.request('PATCH', `/rooms/${id}`, { owner_ref: 'o-2', sip: { enabled: true }, data: { b: 2 } });
    expect(rooms.room(id)).toMatchObject({ owner_ref: 'o-2', sip: { enabled: true }, data: { b: 2 } });
    rooms.request('PATCH', `/rooms/${id}`, { sip: { uri: 'sip:a@b.example' } });
    expect(rooms.room(id).sip).toEqual({ enabled: true, uri: 'sip:a@b.example' });
  });

  test.each([
    [10002, { name: '' }],
    [10010, { owner_ref: ' ' }],
    [10009, { settings: { colour: 1 } }],
    [10007, { settings: { participants: 101 } }],
    [10018, { settings: { duration: 20 } }],
    [10018, { settings: { adhoc: true } }],
    [10018, { settings: { scheduled: true, scheduled_time: '2026-03-02 10:00:00', duration: 20 } }],
    [10015, { sip: { uri: '' } }],
  ])('PATCH is refused with %i for %j, and nothing changes', (code, change) => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const before = rooms.room(id);
    expect(rooms.refusal('PATCH', `/rooms/${id}`, { data: { x: 1 }, ...change })).toEqual([400, code]);
    expect(rooms.room(id)).toEqual(before);
  });

  test('3, 8: a scheduled room is changed until 30 minutes before its start', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom(schedule(rooms, 60));
    rooms.wait(30 * minute);
    expect(rooms.refusal('PATCH', `/rooms/${id}`, { name: 'In time' })).toEqual([200, 0]);
    rooms.wait(1);
    expect(rooms.refusal('PATCH', `/rooms/${id}`, { name: 'Late' })).toEqual([403, 10106]);
    expect(rooms.room(id).name).toBe('In time');
  });

  test('7: 10030, an active room is not changed', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const ann = rooms.join(id);
    expect(rooms.refusal('PATCH', `/rooms/${id}`, { name: 'x' })).toEqual([409, 10030]);
    rooms.leave(ann);
    expect(rooms.refusal('PATCH', `/rooms/${id}`, { name: 'x' })).toEqual([200, 0]);
  });

  test('3: a room without a session is deleted; what is deleted is not found', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    expect(rooms.request('DELETE', `/rooms/${id}`).body).toEqual({ result: 0 });
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/users'],
      ['PUT', '/unlock'],
      ['PUT', '/recording/start'],
    ] as const)
      expect(rooms.refusal(method, `/rooms/${id}${path}`, {})).toEqual([404, 'ROOM_NOT_FOUND']);
    expect(rooms.request('GET', '/rooms').body.rooms).toEqual([]);
  });

  test('3, 8: a room with a session is kept', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const ann = rooms.join(id);
    expect(rooms.refusal('DELETE', `/rooms/${id}`)).toEqual([409, 50004]);
    expect(rooms.users(id)).toEqual(['Ann']);
    rooms.leave(ann);
    expect(rooms.refusal('DELETE', `/rooms/${id}`)).toEqual([200, 0]);
  });

  test('7: a room of another project is not found', () => {
    const rooms = new TestRooms();
    expect(rooms.refusal('GET', `/rooms/${rooms.createRoom()}`, undefined, theirs)).toEqual([
      404,
      'ROOM_NOT_FOUND',
    ]);
  });

  test('GET /dialin/ has numbers and the SIP domain', () => {
    const dialIn = [{ country: 'Germany', country_code: 'DE', phone: '+49301', toll: 'toll' }];
    const rooms = new TestRooms({ video: { dialIn, sipDomain: 'sip.example' } });
    expect(rooms.request('GET', '/dialin/').body).toEqual({
      result: 0,
      dialin: dialIn,
      sip: { domain: 'sip.example' },
    });
  });
});

describe('video.md 5, 7: credentials, paths', () => {
  test.each([
    ['no credentials', '', [401, 'UNAUTHORIZED']],
    ['another scheme', 'Bearer x', [401, 'UNAUTHORIZED']],
    ['an unknown App ID', basic('nobody', 'x'), [401, 'UNAUTHORIZED']],
    ['a wrong App Key', basic('demo', 'x'), [401, 'UNAUTHORIZED']],
    ['a rotated App Key', basic('demo', 'old-key'), [401, 'CREDENTIAL_EXPIRED']],
    ['a suspended project', basic('late', 'k'), [403, 'PROJECT_SUSPENDED']],
    ['a project without money', basic('poor', 'k'), [403, 'PROJECT_SUSPENDED']],
    ['a project without video', basic('deaf', 'k'), [403, 10000]],
    ['good ones', basic('demo', 'k'), [200, 0]],
  ])('%s', (_name, authorization, expected) => {
    const rooms = new TestRooms({
      projects: [
        { appId: 'demo', appKey: 'k', previousKeys: ['old-key'] },
        { appId: 'late', appKey: 'k', suspended: true },
        { appId: 'poor', appKey: 'k', balance: 0 },
        { appId: 'deaf', appKey: 'k', video: false },
      ],
    });
    expect(rooms.refusal('GET', '/rooms', undefined, authorization)).toEqual(expected);
  });

  test('401 names the scheme', () => {
    const { headers } = new TestRooms().request('GET', '/rooms', undefined, '');
    expect(headers).toEqual({ 'www-authenticate': 'Basic realm="video"' });
  });

  test.each([
    ['GET', '/nothing', [404, 404]],
    ['GET', '/rooms/a/b/c', [404, 404]],
    ['PUT', '/rooms', [405, 405]],
    ['POST', '/dialin/', [405, 405]],
    ['PATCH', '/rooms', [400, 10001]],
    ['DELETE', '/rooms/', [400, 10001]],
    ['POST', '/rooms//tokens', [400, 10001]],
    ['GET', '/rooms//users', [400, 10001]],
  ])('%s %s', (method, path, expected) => {
    expect(new TestRooms().refusal(method, path)).toEqual(expected);
  });
});

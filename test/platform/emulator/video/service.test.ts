import { describe, expect, test } from 'vitest';
import { minute, ours, TestRooms } from './rooms.ts';

/** A POST with an Idempotency-Key. */
function post(rooms: TestRooms, path: string, about: { key: string; body?: object }) {
  const headers = { authorization: ours, 'idempotency-key': about.key };
  const request = {
    method: 'POST',
    path: `/video/v2${path}`,
    headers,
    body: JSON.stringify(about.body ?? {}),
  };
  return rooms.model.request(request, rooms.now);
}

const room = { name: 'Board', owner_ref: 'o-1' };

describe('the video service on the REST side', () => {
  test('a POST with a key is done once', () => {
    const rooms = new TestRooms();
    const first = post(rooms, '/rooms', { key: 'k', body: room });
    expect(post(rooms, '/rooms', { key: 'k', body: { ...room, name: 'Other' } })).toEqual(first);
    expect(rooms.request('GET', '/rooms').body.rooms).toHaveLength(1);
    const id = (first.body as { room: { room_id: string } }).room.room_id;
    rooms.join(id);
    const started = post(rooms, `/rooms/${id}/recording/start`, { key: 'r' });
    expect(post(rooms, `/rooms/${id}/recording/start`, { key: 'r' })).toEqual(started);
    expect(rooms.refusal('POST', `/rooms/${id}/recording/start`)).toEqual([409, 'RECORDING_ALREADY_ACTIVE']);
  });

  test.each([
    ['create_room', 'POST', '/rooms', 50001],
    ['list_rooms', 'GET', '/rooms', 50002],
    ['get_room', 'GET', '/rooms/x', 50003],
    ['delete_room', 'DELETE', '/rooms/x', 50004],
    ['room_users', 'GET', '/rooms/x/users', 50005],
    ['room_token', 'POST', '/rooms/x/tokens', 10105],
    ['cdr', 'GET', '/cdr/room/x', 50000],
  ])('7: trouble is ordered: %s, %s %s, %i', (route, method, path, code) => {
    const rooms = new TestRooms();
    const body = { result: code, error: 'out of order' };
    rooms.model.control.failNext({ route, status: 500, body });
    expect(rooms.refusal(method, path)).toEqual([500, code]);
    expect(rooms.refusal(method, path)).not.toEqual([500, code]);
  });

  test('a path may end with a slash and have a query', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    expect(rooms.refusal('GET', `/rooms/${id}/?x=1`)).toEqual([200, 0]);
  });

  test('refusals in the string-coded envelope name their request, each by another id', () => {
    const rooms = new TestRooms();
    const ids = [1, 2].map(() => rooms.request('GET', '/rooms/x').body.request_id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('the journal of a room', () => {
  test('tells what happened to it, in order', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ knock: true });
    rooms.request('PATCH', `/rooms/${id}`, { name: 'New' });
    const ann = rooms.join(id, 'Ann');
    const mod = rooms.join(id, 'Mod', 'moderator');
    rooms.model.rooms.admit(ann, rooms.now);
    for (const locked of [true, true, false]) rooms.model.rooms.lock(id, locked, rooms.now);
    rooms.request('PUT', `/rooms/${id}/recording/start`);
    rooms.leave(ann, mod);
    rooms.request('DELETE', `/rooms/${id}`);
    const told = rooms.model.journal.readAfter(0).flatMap((entry) => (entry.kind === 'room' ? [entry] : []));
    expect(told.every(({ room_id }) => room_id === id)).toBe(true);
    expect(told.map(({ event, name }) => (name === undefined ? event : `${event}: ${name}`))).toEqual([
      'created: Board',
      'changed',
      'waiting: Ann',
      'session_started',
      'joined: Mod',
      'joined: Ann',
      'locked',
      'unlocked',
      'recording_started',
      'left: Ann',
      'left: Mod',
      'recording_stopped',
      'session_ended',
      'deleted',
    ]);
  });

  test('has notifications, with the address to which they went', () => {
    const rooms = new TestRooms();
    const conf = rooms.recordedSession(rooms.createRoom());
    const sent = rooms.model.journal
      .readAfter(0)
      .flatMap((entry) => (entry.kind === 'notification' ? [entry] : []));
    expect(sent).toMatchObject([
      { url: 'https://app.example/hook', body: { type: 'recording-started', conf_num: conf } },
      { body: { type: 'recording-stopped' } },
      { body: { type: 'recording-ready' }, at: rooms.now - minute + 5_000 },
    ]);
  });
});

describe('notifications of rooms', () => {
  test('go out in order within a room, whatever the other rooms do', () => {
    const rooms = new TestRooms();
    const ids = [rooms.createRoom({ auto_recording: true }), rooms.createRoom({ auto_recording: true })];
    for (const id of ids) rooms.model.rooms.join(rooms.token(id), rooms.now);
    const leaving = rooms.model.rooms.list(rooms.now).flatMap(({ participants }) => participants);
    for (const { participant_id: id } of leaving) rooms.model.rooms.leave(id, rooms.now);
    const deliveries = rooms.model.advance(rooms.now + minute);
    for (const id of ids) {
      const own = deliveries
        .filter(({ about }) => about === id)
        .map(({ body }) => 'type' in body && body.type);
      expect(own.slice(-2)).toEqual(['recording-stopped', 'recording-ready']);
    }
  });
});

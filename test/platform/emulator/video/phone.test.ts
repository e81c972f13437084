import { describe, expect, test } from 'vitest';
import { minute, ours, TestRooms } from './rooms.ts';

const alice = '+4917100001';
const ourNumber = '+4930100100';

/** A call to Alice that was answered. */
function answeredCall(rooms: TestRooms, action?: object): string {
  const order = {
    from: ourNumber,
    to: alice,
    event_url: 'https://app.example/calls',
    action_on_connect: action,
  };
  const voiceId = String(voice(rooms, 'POST', 'call', order).body.voice_id);
  rooms.wait(1_000);
  return voiceId;
}

function voice(rooms: TestRooms, method: string, path: string, body?: object) {
  const request = { method, path: `/voice/v1/${path}`, headers: { authorization: ours } };
  const answer = rooms.model.request({ ...request, body: body && JSON.stringify(body) }, rooms.now);
  rooms.wait(0);
  return answer as { status: number; body: Record<string, unknown> };
}

function join(rooms: TestRooms, roomId: string, voiceId: string) {
  return voice(rooms, 'PUT', `room/${roomId}/call/${voiceId}/join`);
}

const states = (rooms: TestRooms) => rooms.received.flatMap(({ state }) => state ?? []);

describe('voice.md 2.2: a phone party in a room', () => {
  test('joins with action_on_connect and begins the session', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const voiceId = answeredCall(rooms, { room: { room_id: id } });
    expect(states(rooms).at(-1)).toBe('joined');
    expect(rooms.request('GET', `/rooms/${id}/users`).body.users).toMatchObject([
      { name: alice, user_ref: voiceId, role: 'participant' },
    ]);
  });

  test('joins with PUT /voice/v1/room/{room_id}/call/{voice_id}/join and leaves with the call', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const voiceId = answeredCall(rooms);
    expect(join(rooms, id, voiceId)).toMatchObject({
      status: 200,
      body: { state: 'initiated', voice_id: voiceId },
    });
    expect(states(rooms).at(-1)).toBe('joined');
    expect(join(rooms, id, voiceId).status).toBe(200);
    expect(states(rooms).filter((state) => state === 'joined')).toHaveLength(1);
    expect(rooms.users(id)).toEqual([alice]);
    rooms.wait(minute);
    voice(rooms, 'DELETE', `call/${voiceId}`);
    expect(rooms.users(id)).toEqual([]);
    expect(rooms.list(`/cdr/room/${id}`)).toMatchObject([
      { user: { name: alice, agent: 'phone' }, published_track: { audio: true, video: false } },
    ]);
  });

  test('goes from one room to another', () => {
    const rooms = new TestRooms();
    const [one, other] = [rooms.createRoom(), rooms.createRoom()];
    const voiceId = answeredCall(rooms, { room: { room_id: one } });
    join(rooms, other, voiceId);
    expect([rooms.users(one), rooms.users(other)]).toEqual([[], [alice]]);
  });

  test('leaves it when it is bridged, and joins none while it is', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const voiceId = answeredCall(rooms, { room: { room_id: id } });
    voice(rooms, 'PUT', `call/${voiceId}/connect`, { from: ourNumber, to: '+4917100002' });
    expect(rooms.users(id)).toEqual([alice]);
    rooms.wait(2_000);
    expect(states(rooms).at(-1)).toBe('bridged');
    expect(rooms.users(id)).toEqual([]);
    expect(join(rooms, id, voiceId)).toMatchObject({ status: 409, body: { result: '6113' } });
  });

  test('stays where it is when the other room does not take it', () => {
    const rooms = new TestRooms();
    const [one, full] = [rooms.createRoom(), rooms.createRoom({ participants: 1 })];
    rooms.join(full);
    const voiceId = answeredCall(rooms, { room: { room_id: one } });
    expect(join(rooms, full, voiceId)).toMatchObject({
      status: 403,
      body: { error_code: 'MAX_PARTICIPANTS_REACHED' },
    });
    expect(rooms.users(one)).toEqual([alice]);
  });

  test.each([
    ['a room that is unknown', () => 'none', 404, { error_code: 'ROOM_NOT_FOUND' }],
    [
      'a locked room',
      (rooms: TestRooms) => {
        const id = rooms.createRoom();
        rooms.join(id, 'Mod', 'moderator');
        rooms.model.rooms.lock(id, true, rooms.now);
        return id;
      },
      403,
      { error_code: 'ROOM_LOCKED' },
    ],
    [
      'a room whose time has not come',
      (rooms: TestRooms) =>
        rooms.createRoom({ scheduled: true, scheduled_time: rooms.inMinutes(60), duration: 10 }),
      403,
      { result: 10113 },
    ],
  ])('is refused by %s', (_name, make, status, body) => {
    const rooms = new TestRooms();
    const id = make(rooms);
    expect(join(rooms, id, answeredCall(rooms))).toMatchObject({ status, body });
    expect(states(rooms)).not.toContain('joined');
  });

  test('a room that is not there is refused at once', () => {
    const rooms = new TestRooms();
    const body = { from: ourNumber, to: alice, action_on_connect: { room: { room_id: 'none' } } };
    const answer = voice(rooms, 'POST', 'call', body);
    expect(answer).toMatchObject({ status: 404, body: { error_code: 'ROOM_NOT_FOUND' } });
    expect(rooms.model.control.calls()).toEqual([]);
  });

  test('a refusal on answering stands in the journal, and the call goes on', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    rooms.join(id, 'Mod', 'moderator');
    rooms.model.rooms.lock(id, true, rooms.now);
    const voiceId = answeredCall(rooms, { room: { room_id: id } });
    expect(rooms.model.journal.readAfter(0)).toContainEqual(
      expect.objectContaining({ kind: 'room_refused', room_id: id, code: 'ROOM_LOCKED' }),
    );
    expect(rooms.model.control.call(voiceId)).toMatchObject({ state: 'connected' });
  });

  test('a call that nobody answered joins nothing', () => {
    const rooms = new TestRooms();
    const voiceId = String(
      voice(rooms, 'POST', 'call', { from: ourNumber, to: alice, event_url: 'https://a.example' }).body
        .voice_id,
    );
    expect(join(rooms, rooms.createRoom(), voiceId)).toMatchObject({ body: { result: '6111' } });
  });
});

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { minute, theirs, TestRooms } from './rooms.ts';

const asked = { name: 'Ann', role: 'participant', user_ref: 'u-1' };

function scheduled(rooms: TestRooms, minutes: number): string {
  return rooms.createRoom({ scheduled: true, scheduled_time: rooms.inMinutes(minutes), duration: 30 });
}

describe('video.md 2.2, 4: POST /rooms/{room_id}/tokens', () => {
  test('a token is a JWT signed with HS256 that holds room, user, role and expiry', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const data = { seat: 4, 2: 'b', 1: 'a' };
    const { body } = rooms.request('POST', `/rooms/${id}/tokens`, { ...asked, data });
    const [head = '', claims = '', signature] = String(body.token).split('.');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;
    const iat = rooms.now / 1_000;
    expect(decode(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decode(claims)).toMatchObject({
      app_id: 'demo',
      room_id: id,
      user: { name: 'Ann', user_ref: 'u-1' },
      role: 'participant',
      data,
      iat,
      exp: iat + 900,
    });
    const hmac = createHmac('sha256', 'demo-key').update(`${head}.${claims}`).digest('base64url');
    expect(signature).toBe(hmac);
    expect(rooms.tryToken(String(body.token))).toBe('in');
  });

  test.each([
    [10101, 'name is missing', { ...asked, name: undefined }],
    [10101, 'name is empty', { ...asked, name: '' }],
    [10102, 'user_ref is missing', { ...asked, user_ref: null }],
    [10103, 'role is missing', { ...asked, role: undefined }],
    [10104, 'an unknown role', { ...asked, role: 'boss' }],
    [10104, 'an audience without audiences', { ...asked, role: 'audience' }],
    ['INVALID_PARAM', 'data is a text', { ...asked, data: 'x' }],
    ['INVALID_PARAM', 'name is a number', { ...asked, name: 7 }],
    ['INVALID_PARAM', 'no JSON', '{'],
  ])('7: %s, %s', (code, _name, body) => {
    const rooms = new TestRooms();
    expect(rooms.refusal('POST', `/rooms/${rooms.createRoom()}/tokens`, body)).toEqual([400, code]);
  });

  test('2.2: every role gets one', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ audiences: 10 });
    for (const role of ['moderator', 'participant', 'viewer', 'audience'])
      expect(rooms.tryToken(rooms.token(id, role, role))).toBe('in');
    expect(rooms.users(id)).toEqual(['moderator', 'participant', 'viewer', 'audience']);
  });

  test('7: 40001 of an unknown or deleted room, 40002 of that of another project', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    expect(rooms.refusal('POST', '/rooms/none/tokens', asked)).toEqual([404, 40001]);
    expect(rooms.refusal('POST', `/rooms/${id}/tokens`, asked, theirs)).toEqual([403, 40002]);
    rooms.request('DELETE', `/rooms/${id}`);
    expect(rooms.refusal('POST', `/rooms/${id}/tokens`, asked)).toEqual([404, 40001]);
  });
});

describe('video.md 8: tokens', () => {
  test('live for 15 minutes', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const [one, other] = [rooms.token(id), rooms.token(id)];
    rooms.wait(15 * minute - 1);
    expect(rooms.tryToken(one)).toBe('in');
    rooms.wait(1);
    expect(rooms.tryToken(other)).toBe('TOKEN_EXPIRED');
  });

  test('are for a single use', () => {
    const rooms = new TestRooms();
    const token = rooms.token(rooms.createRoom());
    expect([rooms.tryToken(token), rooms.tryToken(token)]).toEqual(['in', 'TOKEN_EXPIRED']);
  });

  test('keep what a refused attempt left of them', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ participants: 1 });
    const [one, other] = [rooms.token(id, 'One'), rooms.token(id, 'Other')];
    const first = rooms.model.rooms.join(one, rooms.now);
    expect(rooms.tryToken(other)).toBe('MAX_PARTICIPANTS_REACHED');
    if (first.ok) rooms.leave(first.participant_id);
    expect(rooms.tryToken(other)).toBe('in');
  });

  test('that were not issued here let nobody in', () => {
    const rooms = new TestRooms();
    const token = rooms.token(rooms.createRoom());
    const [head = '', claims = '', signature = ''] = token.split('.');
    const raised = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('"participant"', '"moderator"'),
    ).toString('base64url');
    for (const forged of ['', 'a.b.c', `${head}.${claims}.`, `${head}.${raised}.${signature}`, `${token}x`])
      expect(rooms.tryToken(forged)).toBe('UNAUTHORIZED');
  });

  test('of a deleted room are worth nothing', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    const token = rooms.token(id);
    rooms.request('DELETE', `/rooms/${id}`);
    expect(rooms.tryToken(token)).toBe('ROOM_NOT_FOUND');
  });
});

describe('video.md 3, 7, 8: the windows of a room', () => {
  const tokenOf = (rooms: TestRooms, id: string) => rooms.refusal('POST', `/rooms/${id}/tokens`, asked);

  test('scheduled: tokens from 30 minutes before the start, people from 15 minutes before it', () => {
    const rooms = new TestRooms();
    const id = scheduled(rooms, 60);
    rooms.wait(30 * minute - 1);
    expect(tokenOf(rooms, id)).toEqual([403, 10113]);
    rooms.wait(1);
    expect(tokenOf(rooms, id)).toEqual([200, 0]);
    rooms.wait(15 * minute - 1);
    const token = rooms.token(id);
    expect(rooms.tryToken(token)).toBe('10113');
    rooms.wait(1);
    expect(rooms.tryToken(token)).toBe('in');
  });

  test('scheduled: 10112 after its end when nobody came', () => {
    const rooms = new TestRooms();
    const id = scheduled(rooms, 10);
    rooms.wait(40 * minute - 1);
    expect(tokenOf(rooms, id)).toEqual([200, 0]);
    rooms.wait(1);
    expect(tokenOf(rooms, id)).toEqual([403, 10112]);
  });

  test('scheduled: 10111 after its end when there was a conference, which goes on', () => {
    const rooms = new TestRooms();
    const id = scheduled(rooms, 10);
    rooms.join(id);
    rooms.wait(40 * minute - 1);
    const late = rooms.token(id);
    rooms.wait(1);
    expect(tokenOf(rooms, id)).toEqual([403, 10111]);
    expect(rooms.tryToken(late)).toBe('10111');
    expect(rooms.users(id)).toEqual(['Ann']);
  });

  test('permanent: many sessions', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom();
    for (let session = 0; session < 3; session++) rooms.leave(rooms.join(id));
    expect(rooms.list(`/cdr/room/${id}`)).toHaveLength(3);
    expect(tokenOf(rooms, id)).toEqual([200, 0]);
  });

  test('adhoc without duration: deleted after its session', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ adhoc: true });
    rooms.wait(1_000 * minute);
    rooms.leave(rooms.join(id));
    expect(tokenOf(rooms, id)).toEqual([404, 40001]);
    expect(rooms.refusal('GET', `/rooms/${id}`)).toEqual([404, 'ROOM_NOT_FOUND']);
    expect(rooms.list(`/cdr/room/${id}`)).toHaveLength(1);
  });

  test('adhoc with duration: sessions until it has passed from the start of the first', () => {
    const rooms = new TestRooms();
    const id = rooms.createRoom({ adhoc: true, duration: 30 });
    rooms.wait(1_000 * minute);
    rooms.leave(rooms.join(id));
    rooms.wait(30 * minute - 1);
    rooms.leave(rooms.join(id));
    rooms.wait(1);
    expect(tokenOf(rooms, id)).toEqual([403, 10111]);
  });
});

import { describe, expect, test } from 'vitest';
import { MediaBody } from '../../../../src/platform/emulator/model/index.ts';
import { day, minute, ours, theirs, TestRooms } from './rooms.ts';

const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

/** Ids and sizes of the elements at the top of a Matroska file; throws when a size leads beyond the end. */
function elements(bytes: Buffer): { id: string; content: Buffer }[] {
  const found: { id: string; content: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const size = bytes.readUInt32BE(at + idLength) - 0x10000000;
    const start = at + idLength + 4;
    if (start + size > bytes.length) throw new Error('the file is cut short');
    found.push({
      id: bytes.subarray(at, at + idLength).toString('hex'),
      content: bytes.subarray(start, start + size),
    });
    at = start + size;
  }
  return found;
}

function download(rooms: TestRooms, url: unknown, authorization = ours) {
  const path = new URL(String(url)).pathname.replace('/video/v2', '');
  return rooms.request('GET', path, undefined, authorization);
}

function media(rooms: TestRooms, url: unknown): { type: string; bytes: Buffer } {
  const body = download(rooms, url).body as unknown;
  if (!(body instanceof MediaBody)) throw new Error(JSON.stringify(body));
  return { type: body.type, bytes: Buffer.from(body.bytes) };
}

describe('video.md 2.4: archives', () => {
  test('an archive record has these fields', () => {
    const rooms = new TestRooms();
    const room = rooms.createRoom();
    const conf = rooms.recordedSession(room);
    const file = expect.stringMatching(/^https:\/\/platform\.example\/video\/v2\/archive\/file\//) as string;
    expect(rooms.list(`/archive/conf/${conf}`)).toEqual([
      {
        _id: id,
        trans_date: '2026-03-01T09:01:05.000Z',
        conf_num: conf,
        metadata: file,
        transcoded: [{ url: file }],
        app_id: 'demo',
        room_id: room,
        recording: [{ url: file }],
      },
    ]);
  });

  test('a raw file for each recording and publisher, one composite', () => {
    const rooms = new TestRooms();
    const room = rooms.createRoom();
    const people = [
      rooms.join(room, 'Ann'),
      rooms.join(room, 'Bob', 'moderator'),
      rooms.join(room, 'Vic', 'viewer'),
    ];
    for (const action of ['start', 'stop', 'start'])
      rooms.request('PUT', `/rooms/${room}/recording/${action}`);
    people.push(rooms.join(room, 'Late'));
    rooms.leave(...people);
    rooms.wait(minute);
    const [archive] = rooms.list(`/archive/room/${room}`);
    expect(archive?.recording).toHaveLength(5);
    expect(archive?.transcoded).toHaveLength(1);
  });

  test('files are real: Matroska with a track and blocks', () => {
    const rooms = new TestRooms();
    const [archive] = rooms.list(`/archive/conf/${rooms.recordedSession(rooms.createRoom())}`);
    const { type, bytes } = media(rooms, (archive?.recording as { url: string }[])[0]?.url);
    expect(type).toBe('video/x-matroska');
    const [header, segment] = elements(bytes);
    expect(elements(header?.content ?? Buffer.alloc(0))).toContainEqual({
      id: '4282',
      content: Buffer.from('matroska'),
    });
    const parts = elements(segment?.content ?? Buffer.alloc(0));
    const clusters = parts.filter(({ id: name }) => name === '1f43b675');
    expect(parts.slice(0, 2).map(({ id: name }) => name)).toEqual(['1549a966', '1654ae6b']);
    expect(clusters).toHaveLength(10);
    expect(elements(clusters[0]?.content ?? Buffer.alloc(0))).toHaveLength(51);
  });

  test('2.1: single_file_recording makes a WEBM in a room of two', () => {
    const rooms = new TestRooms();
    const composite = (settings: object) => {
      const conf = rooms.recordedSession(rooms.createRoom({ single_file_recording: true, ...settings }));
      return media(rooms, (rooms.list(`/archive/conf/${conf}`)[0]?.transcoded as { url: string }[])[0]?.url);
    };
    expect(composite({ participants: 2 }).type).toBe('video/webm');
    expect(composite({}).type).toBe('video/x-matroska');
  });

  test('metadata tells of joins and leaves, and where the chat is', () => {
    const rooms = new TestRooms();
    const [archive] = rooms.list(`/archive/conf/${rooms.recordedSession(rooms.createRoom())}`);
    const { type, bytes } = media(rooms, archive?.metadata);
    const metadata = JSON.parse(bytes.toString()) as { chat: string; events: { event: string }[] };
    expect(type).toBe('application/json');
    expect(metadata.events.map(({ event }) => event)).toEqual([
      'joined',
      'recording-started',
      'left',
      'recording-stopped',
    ]);
    expect(media(rooms, metadata.chat).bytes.toString()).toBe('[]');
  });

  test('4, 5: a download needs the credentials of its project', () => {
    const rooms = new TestRooms();
    const [archive] = rooms.list(`/archive/conf/${rooms.recordedSession(rooms.createRoom())}`);
    expect(download(rooms, archive?.metadata, '').status).toBe(401);
    expect(download(rooms, archive?.metadata, theirs).body).toMatchObject({
      error_code: 'RECORDING_NOT_FOUND',
    });
    expect(download(rooms, `${String(archive?.metadata)}x`).status).toBe(404);
  });

  test('8: recordings and their links expire after 90 days, CDRs do not', () => {
    const rooms = new TestRooms();
    const room = rooms.createRoom();
    const conf = rooms.recordedSession(room);
    const [archive] = rooms.list(`/archive/conf/${conf}`);
    rooms.wait(90 * day - minute + 5_000 - 1);
    expect(download(rooms, archive?.metadata).status).toBe(200);
    rooms.wait(1);
    expect(download(rooms, archive?.metadata).body).toMatchObject({ error_code: 'RECORDING_NOT_FOUND' });
    expect(rooms.refusal('GET', `/archive/conf/${conf}`)).toEqual([404, 'RECORDING_NOT_FOUND']);
    expect(rooms.list(`/archive/room/${room}`)).toEqual([]);
    expect(rooms.list(`/cdr/conf/${conf}`)).toHaveLength(1);
  });

  test('3: archives and CDRs of a deleted room stay', () => {
    const rooms = new TestRooms();
    const room = rooms.createRoom();
    const conf = rooms.recordedSession(room);
    rooms.request('DELETE', `/rooms/${room}`);
    for (const path of [`conf/${conf}`, `room/${room}`, `room-period/${room}/2026-03-01/2026-03-01`])
      for (const kind of ['archive', 'cdr']) expect(rooms.list(`/${kind}/${path}`)).toHaveLength(1);
  });
});

describe('video.md 2.5: CDRs', () => {
  test('a record has these fields', () => {
    const rooms = new TestRooms();
    const room = rooms.createRoom({ wait_for_moderator: true, billing_code: 'b-1' });
    const ann = rooms.join(room, 'Ann');
    rooms.wait(30_000);
    const mod = rooms.join(room, 'Mod', 'moderator');
    rooms.wait(90_000);
    rooms.leave(ann);
    rooms.wait(60_000);
    rooms.leave(mod);
    const [conf] = new Set(rooms.list(`/cdr/room/${room}`).map(({ conf_num }) => conf_num));
    expect(rooms.list(`/cdr/conf/${String(conf)}`).find(({ call_num }) => call_num === ann)).toEqual({
      trans_date: '2026-03-01T09:03:00.000Z',
      conf_num: conf,
      call_num: ann,
      call_log_id: id,
      parent_partner_id: 'demo',
      room: {
        room_id: room,
        connect_dt: '2026-03-01T09:00:30.000Z',
        room_details: { name: 'Board', owner_ref: 'o-1', billing_code: 'b-1' },
        sip: { enabled: false },
        disconnect_dt: '2026-03-01T09:03:00.000Z',
        duration: 150,
      },
      user: { ip: '192.0.2.10', name: 'Ann', role: 'participant', ref: 'ann', agent: 'emulator' },
      sigserver: {
        ip: '192.0.2.20',
        connect_dt: '2026-03-01T09:00:00.000Z',
        disconnect_dt: '2026-03-01T09:02:00.000Z',
        duration: 120,
        hold_duration: 30,
      },
      published_track: { audio: true, data: false, video: true, screen: false, url: false },
      usage: {
        subscribed_minutes: 2,
        published_minutes: 2,
        screen_minutes: 0,
        connect_minutes: 2,
        room_connect_minutes: 3,
      },
      app_id: 'demo',
      cdr_id: id,
    });
  });

  test.each([
    ['participant', {}, { audio: true, video: true }],
    ['participant', { audio_only: true }, { audio: true, video: false }],
    ['participant', { mode: 'lecture' }, { audio: false, video: false }],
    ['viewer', {}, { audio: false, video: false }],
  ])('a %s with %j published %j', (role, settings, tracks) => {
    const rooms = new TestRooms();
    const room = rooms.createRoom(settings);
    rooms.leave(rooms.join(room, 'Ann', role));
    expect(rooms.list(`/cdr/room/${room}`)).toMatchObject([{ published_track: tracks }]);
  });

  test('the oldest records are forgotten beyond those that are kept', () => {
    const rooms = new TestRooms({ video: { records: 2 } });
    const room = rooms.createRoom();
    for (const name of ['One', 'Two', 'Three']) rooms.leave(rooms.join(room, name));
    const names = rooms.list(`/cdr/room/${room}`).map(({ user }) => (user as { name: string }).name);
    expect(names).toEqual(['Two', 'Three']);
    for (const gone of [room, rooms.createRoom(), rooms.createRoom()])
      rooms.request('DELETE', `/rooms/${gone}`);
    expect(rooms.refusal('GET', `/cdr/room/${room}`)).toEqual([404, 'ROOM_NOT_FOUND']);
  });
});

describe.each(['archive', 'cdr'])('video.md 4: GET /%s/…', (kind) => {
  function twoDays() {
    const rooms = new TestRooms();
    const [one, other] = [rooms.createRoom(), rooms.createRoom()];
    const first = rooms.recordedSession(one);
    rooms.wait(day);
    const second = rooms.recordedSession(other);
    const third = rooms.recordedSession(one);
    const sessions = (path: string, authorization = ours) =>
      rooms.list(`/${kind}/${path}`, authorization).map(({ conf_num }) => conf_num);
    return { rooms, one, other, first, second, third, sessions };
  }

  test('conf, room, room-period, period', () => {
    const { one, other, first, second, third, sessions } = twoDays();
    expect(sessions(`conf/${second}`)).toEqual([second]);
    expect(sessions(`room/${one}`)).toEqual([first, third]);
    expect(sessions(`room-period/${one}/2026-03-02/2026-03-02`)).toEqual([third]);
    expect(sessions(`room-period/${other}/2026-03-01/2026-03-01`)).toEqual([]);
    expect(sessions('period/2026-03-01/2026-03-01')).toEqual([first]);
    expect(sessions('period/2026-03-01/2026-03-02')).toEqual([first, second, third]);
    expect(sessions('period/2026-03-03/2026-12-31')).toEqual([]);
  });

  test('another project sees none of it', () => {
    const { rooms, one, first, sessions } = twoDays();
    expect(sessions('period/2026-03-01/2026-03-02', theirs)).toEqual([]);
    expect(rooms.refusal('GET', `/${kind}/room/${one}`, undefined, theirs)).toEqual([404, 'ROOM_NOT_FOUND']);
    expect(rooms.refusal('GET', `/${kind}/conf/${first}`, undefined, theirs)).toEqual(
      kind === 'cdr' ? [200, 0] : [404, 'RECORDING_NOT_FOUND'],
    );
  });

  test.each([
    ['conf', [400, 10204]],
    ['conf/', [400, 10204]],
    ['room', [400, 10203]],
    ['room-period', [400, 10203]],
    ['room-period/r', [400, 10201]],
    ['room-period/r/2026-03-01', [400, 10202]],
    ['period', [400, 10201]],
    ['period/2026-03-01', [400, 10202]],
    ['period/yesterday/2026-03-01', [400, 'INVALID_PARAM']],
    ['period/2026-02-30/2026-03-01', [400, 'INVALID_PARAM']],
    ['period/2026-03-02/2026-03-01', [400, 'INVALID_PARAM']],
    ['room-period/r/2026-03-01/2026-03-02', [404, 'ROOM_NOT_FOUND']],
    ['room/r', [404, 'ROOM_NOT_FOUND']],
  ])('7: %s is refused', (path, expected) => {
    expect(new TestRooms().refusal('GET', `/${kind}/${path}`)).toEqual(expected);
  });
});

/** video.md 2.4, 2.5, 4 and 6: endpoints, archives, CDRs, notifications. */
import assert from 'node:assert/strict';
import { has, isTimestamp, listIn, numbered, objectIn, ok, textIn } from '../../expect.ts';
import type { Platform } from '../../platform.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { create, join, made, recorded, roomOf, rooms } from './rooms.ts';

const people = ['control plane'] as const;

/** The one record of a room: an archive or a CDR. */
async function recordOf(platform: Platform, kind: 'archive' | 'cdr'): Promise<Json> {
  const roomId = await recorded(platform);
  const body = ok(await platform.get(`/video/v2/${kind}/room/${roomId}`));
  assert.equal(body.result, 0);
  return listIn(body, kind)[0] ?? assert.fail(`no ${kind}`);
}

function urls(record: Json): string[] {
  return ['recording', 'transcoded'].flatMap((name) =>
    listIn(record, name).map((file) => textIn(file, 'url')),
  );
}

const endpoints: Rule[] = [
  {
    section: '4',
    rule: 'POST /rooms: {result: 0, room} with room_id and created',
    check: async (platform) => {
      const room = roomOf(await create(platform));
      textIn(room, 'room_id');
      isTimestamp(room.created);
    },
  },
  {
    section: '4',
    rule: 'GET /rooms: {result: 0, rooms}, with settings',
    check: async (platform) => {
      const roomId = await made(platform);
      const body = ok(await platform.get(rooms));
      assert.equal(body.result, 0);
      const room = listIn(body, 'rooms').find(({ room_id: id }) => id === roomId) ?? {};
      objectIn(room, 'settings');
    },
  },
  {
    section: '4',
    rule: 'GET /rooms/{room_id}: the same structure as the answer to POST',
    check: async (platform) => {
      const room = roomOf(await create(platform));
      assert.deepEqual(roomOf(await platform.get(`${rooms}/${String(room.room_id)}`)), room);
    },
  },
  {
    section: '4',
    rule: 'PATCH /rooms/{room_id}: {result: 0}; what is not sent stays',
    check: async (platform) => {
      const roomId = await made(platform, { knock: true }, { data: { a: 1 } });
      const change = { name: 'New', settings: { canvas: true } };
      assert.deepEqual(ok(await platform.patch(`${rooms}/${roomId}`, change)), { result: 0 });
      const kept = { owner_ref: 'owner-7', data: { a: 1 }, settings: { knock: true, canvas: true } };
      has(roomOf(await platform.get(`${rooms}/${roomId}`)), { name: 'New', ...kept });
    },
  },
  {
    section: '4',
    rule: 'DELETE /rooms/{room_id}: {result: 0}',
    check: async (platform) => {
      assert.deepEqual(ok(await platform.delete(`${rooms}/${await made(platform)}`)), { result: 0 });
    },
  },
  {
    section: '4',
    rule: 'DELETE with a session in progress: the code',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      numbered(await platform.delete(`${rooms}/${roomId}`), 50004);
    },
  },
  {
    section: '4',
    rule: 'GET /rooms/{room_id}/users: {result: 0, total, users}; empty without a session',
    check: async (platform) => {
      const body = ok(await platform.get(`${rooms}/${await made(platform)}/users`));
      assert.deepEqual(body, { result: 0, total: 0, users: [] });
    },
  },
  {
    section: '4',
    rule: 'GET /dialin/: what is answered',
    isChosen: true,
    check: async (platform) => {
      const [number = {}] = listIn(ok(await platform.get('/video/v2/dialin/')), 'dialin');
      for (const name of ['country', 'country_code', 'phone', 'toll']) textIn(number, name);
    },
  },
  ...['start', 'stop'].map((act): Rule => ({
    section: '4',
    rule: `recording ${act}: request and answer`,
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const roomId = await made(platform, { auto_recording: act === 'stop' });
      await join(platform, roomId);
      const body = ok(await platform.put(`${rooms}/${roomId}/recording/${act}`));
      has(body, { result: 0, room_id: roomId });
      textIn(body, 'recording_id');
    },
  })),
  {
    section: '4',
    rule: 'PUT /rooms/{room_id}/unlock: its shape',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      await platform.control.put(`/rooms/${roomId}/lock`, { locked: true });
      assert.deepEqual(ok(await platform.put(`${rooms}/${roomId}/unlock`)), { result: 0 });
      await join(platform, roomId);
    },
  },
];

/** Paths of the records of one session of today. */
const paths: [string, (about: { room: string; session: string; from: string; to: string }) => string][] = [
  ['conf/{conf_num}', ({ session }) => `conf/${session}`],
  ['room/{room_id}', ({ room }) => `room/${room}`],
  ['room-period/{room_id}/{from}/{to}', ({ room, from, to }) => `room-period/${room}/${from}/${to}`],
  ['period/{from}/{to}', ({ from, to }) => `period/${from}/${to}`],
];

function day(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

const lists: Rule[] = (['archive', 'cdr'] as const).flatMap((kind) => [
  ...paths.map(([name, path]): Rule => ({
    section: '4',
    rule: `GET /${kind}/${name}: {result, ${kind}} with the session`,
    needs: people,
    check: async (platform) => {
      const room = await recorded(platform);
      const all = listIn(ok(await platform.get(`/video/v2/${kind}/room/${room}`)), kind);
      const now = await platform.control.now();
      const about = { room, session: textIn(all[0] ?? {}, 'conf_num'), from: day(now, -1), to: day(now, 1) };
      const body = ok(await platform.get(`/video/v2/${kind}/${path(about)}`));
      assert.equal(body.result, 0);
      assert.deepEqual(body[kind], all);
    },
  })),
  ...['room-period/{room_id}', 'period'].map((name): Rule => ({
    section: '4',
    rule: `GET /${kind}/${name}/{from}/{to}: not the session of another day`,
    needs: people,
    check: async (platform) => {
      const room = await recorded(platform);
      const path = name.replace('{room_id}', room);
      const body = ok(await platform.get(`/video/v2/${kind}/${path}/2001-01-01/2001-12-31`));
      assert.deepEqual(body[kind], []);
    },
  })),
]);

/** A CDR's fields that are objects, with the members that section 2.5 names. */
const cdrObjects: Record<string, string[]> = {
  room: ['room_id', 'connect_dt', 'room_details', 'sip', 'disconnect_dt', 'duration'],
  user: ['ip', 'name', 'role', 'ref', 'agent'],
  sigserver: ['ip', 'connect_dt', 'disconnect_dt', 'duration', 'hold_duration'],
  published_track: ['audio', 'data', 'video', 'screen', 'url'],
  usage: [
    ...['subscribed_minutes', 'published_minutes', 'screen_minutes'],
    ...['connect_minutes', 'room_connect_minutes'],
  ],
};

const records: Rule[] = [
  ...['_id', 'trans_date', 'conf_num', 'metadata', 'app_id', 'room_id', 'transcoded', 'recording'].map(
    (name): Rule => ({
      section: '2.4',
      rule: `an archive has ${name}`,
      needs: people,
      check: async (platform) => {
        const record = await recordOf(platform, 'archive');
        if (name === 'transcoded' || name === 'recording') assert.ok(listIn(record, name).length > 0);
        else assert.notEqual(textIn(record, name), '');
      },
    }),
  ),
  {
    section: '2.4',
    rule: 'files: raw streams (.mkv), a composite, metadata with the joins and leaves',
    needs: people,
    check: async (platform) => {
      const record = await recordOf(platform, 'archive');
      assert.match(textIn(listIn(record, 'recording')[0] ?? {}, 'url'), /\.mkv$/);
      const metadata = await platform.get(textIn(record, 'metadata'));
      assert.match(metadata.text, /joined/);
      assert.match(metadata.text, /left/);
    },
  },
  {
    section: '4',
    rule: 'archive files: 401 without the Authorization header, the file with it',
    needs: people,
    check: async (platform) => {
      for (const url of urls(await recordOf(platform, 'archive'))) {
        assert.equal((await platform.get(url, { authorization: null })).status, 401);
        assert.equal((await platform.get(url)).status, 200);
      }
    },
  },
  ...['trans_date', 'conf_num', 'call_num', 'call_log_id', 'parent_partner_id', 'app_id', 'cdr_id'].map(
    (name): Rule => ({
      section: '2.5',
      rule: `a CDR has ${name}`,
      needs: people,
      check: async (platform) => {
        assert.ok((await recordOf(platform, 'cdr'))[name] !== undefined);
      },
    }),
  ),
  ...Object.entries(cdrObjects).map(([name, members]): Rule => ({
    section: '2.5',
    rule: `a CDR has ${name} with ${members.join(', ')}`,
    needs: people,
    check: async (platform) => {
      const object = objectIn(await recordOf(platform, 'cdr'), name);
      assert.deepEqual(
        members.filter((member) => object[member] === undefined),
        [],
      );
    },
  })),
  {
    section: '8',
    rule: 'recordings and their links expire after 90 days',
    needs: people,
    check: async (platform) => {
      const record = await recordOf(platform, 'archive');
      await platform.control.advance(89 * 86_400_000);
      for (const url of urls(record)) assert.equal((await platform.get(url)).status, 200);
      await platform.control.advance(2 * 86_400_000);
      for (const url of urls(record)) assert.equal((await platform.get(url)).status, 404);
    },
  },
];

const events: Rule[] = [
  {
    section: '6',
    rule: 'the notification URL gets a POST when recording files are ready after a session',
    needs: ['control plane', 'webhook'],
    check: async (platform) => {
      const roomId = await recorded(platform);
      has(await platform.webhook.next({ type: 'recording-ready' }), { room_id: roomId });
    },
  },
  ...['recording-started', 'recording-stopped', 'recording-ready'].map((type): Rule => ({
    section: '6',
    rule: `${type}: its payload`,
    needs: ['control plane', 'webhook'],
    isChosen: true,
    check: async (platform) => {
      const roomId = await recorded(platform);
      has(await platform.webhook.next({ type }), { app_id: platform.access.appId, room_id: roomId });
    },
  })),
  {
    section: '6',
    rule: 'recording-failed: its payload',
    needs: ['control plane', 'webhook'],
    isChosen: true,
    check: async (platform) => {
      const roomId = await made(platform, { auto_recording: true });
      await join(platform, roomId);
      await platform.control.post(`/rooms/${roomId}/recording`, { action: 'fail' });
      has(await platform.webhook.next({ type: 'recording-failed' }), { room_id: roomId });
    },
  },
  {
    section: '6',
    rule: 'client SDK events: roomRecordingSuccess, roomRecordingStopped, message-received, active-talkers-updated',
    unchecked: 'they stay inside client endpoints, which do not use this interface',
  },
];

export const recordRules: Rule[] = [...endpoints, ...lists, ...records, ...events];

/** video.md 1, 2.2, 2.3, 3 and 5: tokens, sessions, active users. */
import assert from 'node:assert/strict';
import { claimsOf, coded, has, numbered, ok, textIn } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { ask, enter, inMinutes, join, leave, made, recorded, rooms, tokenFor, usersOf } from './rooms.ts';

const people = ['control plane'] as const;
const scheduled = { scheduled: true, duration: 30 };

const general: Rule[] = [
  {
    section: '1',
    rule: 'creating a room starts no session; it begins with the first participant',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      assert.deepEqual(await usersOf(platform, roomId), []);
      await join(platform, roomId);
      assert.equal((await usersOf(platform, roomId)).length, 1);
    },
  },
  {
    section: '1',
    rule: 'every success has result 0',
    check: async (platform) => {
      const roomId = await made(platform);
      for (const path of ['', `/${roomId}`, `/${roomId}/users`])
        assert.equal(ok(await platform.get(rooms + path)).result, 0);
      assert.equal(ok(await platform.get('/video/v2/dialin/')).result, 0);
      assert.equal(ok(await platform.delete(`${rooms}/${roomId}`)).result, 0);
    },
  },
];

const missing: [number, Json][] = [
  [10101, { name: undefined }],
  [10102, { user_ref: undefined }],
  [10103, { role: undefined }],
  [10104, { role: 'king' }],
];

/** What the roles may do, as far as section 2.2 says it. */
const roles: [string, Json][] = [
  ['moderator', { publish: true, subscribe: true, record: true, controlhandlers: true }],
  ['participant', { publish: true, subscribe: true, record: false }],
  ['viewer', { publish: false, subscribe: true }],
];

const tokens: Rule[] = [
  ...missing.flatMap(([code, more]): Rule[] =>
    ['2.2', '7'].map((section) => ({
      section,
      rule: `${code}: a token request with ${JSON.stringify(more)}, ${Object.keys(more).join()} missing or wrong`,
      check: async (platform) => {
        numbered(await ask(platform, await made(platform), more), code);
      },
    })),
  ),
  {
    section: '2.2',
    rule: 'data is accepted',
    check: async (platform) => {
      ok(await ask(platform, await made(platform), { data: { colour: 'red' } }));
    },
  },
  ...['moderator', 'participant', 'viewer', 'audience'].map((role): Rule => ({
    section: '2.2',
    rule: `role ${role} is accepted`,
    check: async (platform) => {
      ok(await ask(platform, await made(platform, { audiences: 10 }), { role }));
    },
  })),
  ...roles.map(([role, permissions]): Rule => ({
    section: '2.2',
    rule: `${role}: permissions`,
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId, { role });
      has((await usersOf(platform, roomId))[0] ?? {}, { permissions });
    },
  })),
  {
    section: '2.3',
    rule: 'an active user has name, user_ref, role and five permissions',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      const [user = {}] = await usersOf(platform, roomId);
      has(user, { name: 'Ada', user_ref: 'ada-1', role: 'participant' });
      const permissions = user.permissions as Json;
      for (const name of ['publish', 'subscribe', 'record', 'stats', 'controlhandlers'])
        assert.equal(typeof permissions[name], 'boolean', name);
    },
  },
  {
    section: '4',
    rule: 'POST tokens: a signed JWT that encodes room, user, role and expiry',
    check: async (platform) => {
      const roomId = await made(platform);
      const claims = claimsOf(await tokenFor(platform, roomId));
      assert.match(JSON.stringify(claims), new RegExp(roomId));
      assert.match(JSON.stringify(claims), /ada-1/);
      assert.match(JSON.stringify(claims), /participant/);
      assert.equal(typeof claims.exp, 'number');
    },
  },
  {
    section: '8',
    rule: 'a token is valid for 15 minutes after its creation',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      const [early, late] = [await tokenFor(platform, roomId), await tokenFor(platform, roomId)];
      await platform.control.advance(14 * 60_000);
      textIn(await enter(platform, early), 'participant_id');
      await platform.control.advance(60_000);
      assert.equal((await enter(platform, late)).code, 'TOKEN_EXPIRED');
    },
  },
  ...['5', '8'].map((section): Rule => ({
    section,
    rule: 'a token is for a single use',
    needs: people,
    check: async (platform) => {
      const token = await tokenFor(platform, await made(platform));
      textIn(await enter(platform, token), 'participant_id');
      assert.equal(typeof (await enter(platform, token)).error, 'string');
    },
  })),
  {
    section: '5',
    rule: 'a token is tied to its room and role: a changed one is refused',
    needs: people,
    check: async (platform) => {
      const [head, payload = '', signature] = (await tokenFor(platform, await made(platform))).split('.');
      const claims = Buffer.from(payload, 'base64url').toString().replace('participant', 'moderator');
      const forged = [head, Buffer.from(claims).toString('base64url'), signature].join('.');
      assert.equal(typeof (await enter(platform, forged)).error, 'string');
    },
  },
  {
    section: '5',
    rule: 'only a moderator may start or stop recording',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      const [ada, boss] = [await join(platform, roomId), await join(platform, roomId, { role: 'moderator' })];
      const start = (by: string) =>
        platform.control.post(`/rooms/${roomId}/recording`, { action: 'start', by });
      assert.equal(typeof (await start(ada)).error, 'string');
      assert.deepEqual(await start(boss), {});
    },
  },
];

const states: Rule[] = [
  {
    section: '3',
    rule: 'POST /rooms: the room exists, without a session',
    check: async (platform) => {
      assert.deepEqual(await usersOf(platform, await made(platform)), []);
    },
  },
  {
    section: '3',
    rule: 'the first participant with a valid token begins the session',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      assert.equal((await usersOf(platform, roomId)).length, 1);
    },
  },
  {
    section: '3',
    rule: 'an adhoc room without a duration is deleted with its session',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { adhoc: true });
      await leave(platform, await join(platform, roomId));
      coded(await platform.get(`${rooms}/${roomId}`), 404, 'ROOM_NOT_FOUND');
    },
  },
  {
    section: '2.1',
    rule: 'a permanent room has any number of sessions',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      await leave(platform, await join(platform, roomId));
      await leave(platform, await join(platform, roomId));
      ok(await platform.get(`${rooms}/${roomId}`));
    },
  },
  {
    section: '2.1',
    rule: 'an adhoc room with a duration has several sessions until it elapses',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { adhoc: true, duration: 20 });
      await leave(platform, await join(platform, roomId));
      await platform.control.advance(10 * 60_000);
      await leave(platform, await join(platform, roomId));
      await platform.control.advance(10 * 60_000);
      numbered(await ask(platform, roomId), 10111);
    },
  },
  ...['3', '8'].map((section): Rule => ({
    section,
    rule: 'scheduled room: tokens only from 30 minutes before the start',
    needs: people,
    check: async (platform) => {
      const start = await inMinutes(platform, 60);
      const roomId = await made(platform, { ...scheduled, scheduled_time: start });
      assert.notEqual((await ask(platform, roomId)).body.result, 0);
      await platform.control.advance(31 * 60_000);
      ok(await ask(platform, roomId));
    },
  })),
  {
    section: '8',
    rule: 'scheduled room: opens 15 minutes before the start',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const start = await inMinutes(platform, 25);
      const roomId = await made(platform, { ...scheduled, scheduled_time: start });
      const token = await tokenFor(platform, roomId);
      assert.equal((await enter(platform, token)).code, '10113');
      await platform.control.advance(11 * 60_000);
      textIn(await enter(platform, token), 'participant_id');
    },
  },
  {
    section: '3',
    rule: 'PATCH of a scheduled room more than 30 minutes before its start changes it',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { ...scheduled, scheduled_time: await inMinutes(platform, 60) });
      ok(await platform.patch(`${rooms}/${roomId}`, { settings: { knock: true } }));
    },
  },
  {
    section: '3',
    rule: 'DELETE without a session: the room is gone, archives and CDRs stay',
    needs: people,
    check: async (platform) => {
      const roomId = await recorded(platform);
      ok(await platform.delete(`${rooms}/${roomId}`));
      coded(await platform.get(`${rooms}/${roomId}`), 404, 'ROOM_NOT_FOUND');
      for (const kind of ['archive', 'cdr']) {
        const { body } = await platform.get(`/video/v2/${kind}/room/${roomId}`);
        assert.equal((body[kind] as Json[]).length, 1);
      }
    },
  },
  ...['3', '8'].map((section): Rule => ({
    section,
    rule: 'DELETE with an active session is refused, and the room kept',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      assert.notEqual((await platform.delete(`${rooms}/${roomId}`)).body.result, 0);
      ok(await platform.get(`${rooms}/${roomId}`));
    },
  })),
];

export const sessionRules: Rule[] = [...general, ...tokens, ...states];

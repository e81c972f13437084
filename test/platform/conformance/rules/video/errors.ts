/** video.md 5, 7, 8 and 9: credentials, errors, what cannot be checked. */
import assert from 'node:assert/strict';
import { coded } from '../../expect.ts';
import type { Answer, Platform } from '../../platform.ts';
import type { CheckedRule, Rule } from '../../rule.ts';
import { ask, enter, join, made, rooms, tokenFor } from './rooms.ts';

const people = ['control plane'] as const;

interface Worded extends Pick<CheckedRule, 'needs' | 'settings' | 'project'> {
  status: number;
  code: string;
  when: string;
  ask: (platform: Platform) => Promise<Answer>;
}

const lock = (platform: Platform, roomId: string) =>
  platform.control.put(`/rooms/${roomId}/lock`, { locked: true });

const worded: Worded[] = [
  {
    status: 403,
    code: 'ROOM_LOCKED',
    when: 'a token for a room locked by the moderator',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId, { role: 'moderator' });
      await lock(platform, roomId);
      return ask(platform, roomId);
    },
  },
  {
    status: 404,
    code: 'ROOM_NOT_FOUND',
    when: 'room id unknown',
    ask: (platform) => platform.get(`${rooms}/no-such-room`),
  },
  {
    status: 404,
    code: 'ROOM_NOT_FOUND',
    when: 'room deleted',
    ask: async (platform) => {
      const roomId = await made(platform);
      await platform.delete(`${rooms}/${roomId}`);
      return platform.get(`${rooms}/${roomId}`);
    },
  },
  {
    status: 409,
    code: 'RECORDING_ALREADY_ACTIVE',
    when: 'recording already running',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform, { auto_recording: true });
      await join(platform, roomId);
      return platform.put(`${rooms}/${roomId}/recording/start`);
    },
  },
  {
    status: 409,
    code: 'RECORDING_NOT_ACTIVE',
    when: 'stop while not recording',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      return platform.put(`${rooms}/${roomId}/recording/stop`);
    },
  },
  {
    status: 404,
    code: 'RECORDING_NOT_FOUND',
    when: 'recording unknown',
    ask: (platform) => platform.get('/video/v2/archive/conf/no-such-session'),
  },
  {
    status: 401,
    code: 'UNAUTHORIZED',
    when: 'no credentials',
    ask: (platform) => platform.get(rooms, { authorization: null }),
  },
  {
    status: 401,
    code: 'UNAUTHORIZED',
    when: 'bad credentials',
    ask: (platform) => platform.get(rooms, { authorization: platform.basic(undefined, 'wrong') }),
  },
  {
    status: 401,
    code: 'CREDENTIAL_EXPIRED',
    when: 'rotated credentials',
    project: { previousKeys: ['old'] },
    ask: (platform) => platform.get(rooms, { authorization: platform.basic(undefined, 'old') }),
  },
  {
    status: 403,
    code: 'PROJECT_SUSPENDED',
    when: 'project suspended',
    project: { suspended: true },
    ask: (platform) => platform.get(rooms),
  },
  ...(
    [
      [429, 'RATE_LIMITED'],
      [500, 'INTERNAL_ERROR'],
    ] as const
  ).map(([status, code]): Worded => ({
    status,
    code,
    when: 'as an injected fault, since the emulator has no limits and no failures',
    needs: people,
    ask: async (platform) => {
      const body = { status: 'error', error_code: code, message: 'Sorry', request_id: 'r1' };
      await platform.control.failNext('list_rooms', status, body);
      return platform.get(rooms);
    },
  })),
];

const entry: Rule[] = [
  {
    section: '7',
    rule: '403 MAX_PARTICIPANTS_REACHED: the room filled up after the token was issued',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { participants: 1 });
      const [first, second] = [await tokenFor(platform, roomId), await tokenFor(platform, roomId)];
      await enter(platform, first);
      assert.equal((await enter(platform, second)).code, 'MAX_PARTICIPANTS_REACHED');
    },
  },
  {
    section: '7',
    rule: '403 TOKEN_EXPIRED: token expired',
    needs: people,
    check: async (platform) => {
      const token = await tokenFor(platform, await made(platform));
      await platform.control.advance(15 * 60_000);
      assert.equal((await enter(platform, token)).code, 'TOKEN_EXPIRED');
    },
  },
];

export const errorRules: Rule[] = [
  ...worded.map(({ status, code, when, ask: request, ...rest }): Rule => ({
    section: '7',
    rule: `${status} ${code}: ${when}`,
    ...rest,
    check: async (platform) => {
      coded(await request(platform), status, code);
    },
  })),
  ...entry,
  {
    section: '5',
    rule: 'HTTP Basic with App ID and App Key is accepted, anything else refused',
    check: async (platform) => {
      assert.equal((await platform.get(rooms)).status, 200);
      assert.equal((await platform.get(rooms, { authorization: 'Bearer abc' })).status, 401);
    },
  },
  {
    section: '5',
    rule: 'the App Key never reaches client code',
    unchecked: 'concerns applications',
  },
  {
    section: '8',
    rule: 'minimum client bandwidth 200 kbps',
    unchecked: 'concerns media of client endpoints, which are not part of this interface',
  },
  {
    section: '9',
    rule: 'paths carry /video/v2: another version is not found',
    check: async (platform) => {
      assert.equal((await platform.get('/video/v9/rooms')).status, 404);
    },
  },
];

/** video.md 7: numeric codes that are not about settings. */
import { numbered } from '../../expect.ts';
import type { Answer, Platform } from '../../platform.ts';
import type { CheckedRule, Rule } from '../../rule.ts';
import { ask, inMinutes, join, leave, made, rooms } from './rooms.ts';

const people = ['control plane'] as const;

interface Numbered extends Pick<CheckedRule, 'needs' | 'settings' | 'project'> {
  code: number;
  when: string;
  isChosen?: true;
  ask: (platform: Platform) => Promise<Answer>;
}

async function scheduledSoon(platform: Platform): Promise<string> {
  const start = await inMinutes(platform, 5);
  return made(platform, { scheduled: true, scheduled_time: start, duration: 10 });
}

const archive = '/video/v2/archive';

const numbers: Numbered[] = [
  {
    code: 10000,
    when: 'application not found',
    project: { video: false },
    ask: (platform) => platform.get(rooms),
  },
  { code: 10001, when: 'room_id missing', ask: (platform) => platform.delete(rooms) },
  {
    code: 10030,
    when: 'update of an active room',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      return platform.patch(`${rooms}/${roomId}`, { name: 'New' });
    },
  },
  {
    code: 10106,
    when: 'update of this room type not allowed: a scheduled room shortly before its start',
    needs: people,
    isChosen: true,
    ask: async (platform) => platform.patch(`${rooms}/${await scheduledSoon(platform)}`, { name: 'New' }),
  },
  {
    code: 10111,
    when: 'token denied, conference over',
    needs: people,
    ask: async (platform) => {
      const roomId = await scheduledSoon(platform);
      await leave(platform, await join(platform, roomId));
      await platform.control.advance(15 * 60_000);
      return ask(platform, roomId);
    },
  },
  {
    code: 10112,
    when: 'token denied, past the cut-off time',
    needs: people,
    ask: async (platform) => {
      const roomId = await scheduledSoon(platform);
      await platform.control.advance(15 * 60_000);
      return ask(platform, roomId);
    },
  },
  {
    code: 10113,
    when: 'token denied, room not active',
    needs: people,
    ask: async (platform) => {
      const settings = { scheduled: true, scheduled_time: await inMinutes(platform, 60), duration: 10 };
      return ask(platform, await made(platform, settings));
    },
  },
  {
    code: 10114,
    when: 'token denied, room full',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform, { participants: 1 });
      await join(platform, roomId);
      return ask(platform, roomId);
    },
  },
  { code: 10201, when: 'from_date missing', ask: (platform) => platform.get(`${archive}/period`) },
  { code: 10202, when: 'to_date missing', ask: (platform) => platform.get(`${archive}/period/2026-01-01`) },
  { code: 10203, when: 'room-id missing', ask: (platform) => platform.get(`${archive}/room`) },
  { code: 10204, when: 'conf-num missing', ask: (platform) => platform.get(`${archive}/conf`) },
  { code: 40001, when: 'room not found', ask: (platform) => ask(platform, 'no-such-room') },
  {
    code: 40002,
    when: 'token denied, unauthorized access to the room',
    needs: ['another project'],
    ask: async (platform) => {
      const body = { name: 'Ada', role: 'participant', user_ref: 'a' };
      const authorization = platform.basic('stranger', 'stranger-key');
      return platform.post(`${rooms}/${await made(platform)}/tokens`, body, { authorization });
    },
  },
  {
    code: 50004,
    when: 'failed to delete room',
    needs: people,
    ask: async (platform) => {
      const roomId = await made(platform);
      await join(platform, roomId);
      return platform.delete(`${rooms}/${roomId}`);
    },
  },
];

const broken = 'the emulator is never busy and never fails; such an answer can be injected as a fault';
const untriggered: [number, string][] = [
  [10105, 'server busy'],
  [50000, 'internal server error'],
  [50001, 'failed to create room'],
  [50002, 'failed to list rooms'],
  [50003, 'failed to get room'],
  [50005, 'failed to list room users'],
];

export const numericRules: Rule[] = [
  ...numbers.map(({ code, when, ask: request, ...rest }): Rule => ({
    section: '7',
    rule: `${code}: ${when}`,
    ...rest,
    check: async (platform) => {
      numbered(await request(platform), code);
    },
  })),
  ...untriggered.map(([code, meaning]): Rule => ({
    section: '7',
    rule: `${code}: ${meaning}`,
    unchecked: broken,
  })),
];

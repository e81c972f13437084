/** video.md 2.1 and 9: what settings of a room do in its sessions, versions. */
import assert from 'node:assert/strict';
import { has } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { enter, join, made, tokenFor, usersOf } from './rooms.ts';

const people = ['control plane'] as const;

const lobby: Rule[] = ['knock', 'wait_for_moderator'].map((name) => ({
  section: '2.1',
  rule: `settings.${name}: a participant waits until a moderator ${name === 'knock' ? 'approves' : 'joins'}`,
  needs: people,
  check: async (platform) => {
    const roomId = await made(platform, { [name]: true });
    const waiting = await join(platform, roomId);
    assert.deepEqual(await usersOf(platform, roomId), []);
    await join(platform, roomId, { role: 'moderator' });
    if (name === 'knock') await platform.control.post(`/participants/${waiting}/admit`);
    assert.equal((await usersOf(platform, roomId)).length, 2);
  },
}));

const effects: Rule[] = [
  {
    section: '2.1',
    rule: 'settings.mode lecture: only moderators publish',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { mode: 'lecture' });
      await join(platform, roomId, { role: 'moderator' });
      await join(platform, roomId);
      const [moderator = {}, participant = {}] = await usersOf(platform, roomId);
      has(moderator, { permissions: { publish: true } });
      has(participant, { permissions: { publish: false } });
    },
  },
  {
    section: '2.1',
    rule: 'settings.auto_recording: recording starts when the first participant publishes',
    needs: ['control plane', 'webhook'],
    check: async (platform) => {
      const roomId = await made(platform, { auto_recording: true });
      await join(platform, roomId, { role: 'viewer' });
      assert.deepEqual(platform.webhook.all({ type: 'recording-started' }), []);
      await join(platform, roomId);
      has(await platform.webhook.next({ type: 'recording-started' }), { room_id: roomId });
      assert.equal(platform.webhook.all({ type: 'recording-started' }).length, 1);
    },
  },
  ...(
    [
      ['moderators', 'moderator'],
      ['audiences', 'audience'],
    ] as const
  ).map(([name, role]): Rule => ({
    section: '2.1',
    rule: `settings.${name}: no more of them come in`,
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { [name]: 1, ...(role === 'audience' && { moderators: 1 }) });
      const late = await tokenFor(platform, roomId, { role });
      await join(platform, roomId, { role });
      has(await enter(platform, late), { code: 'MAX_PARTICIPANTS_REACHED' });
    },
  })),
  ...['audio_only', 'single_file_recording', 'role_based_recording', 'rtmp_streaming'].map((name): Rule => ({
    section: '2.1',
    rule: `settings.${name}: what it does`,
    unchecked: 'media of client endpoints and the content of their files are not part of this interface',
  })),
  {
    section: '2.2',
    rule: 'the role audience: receives only the HLS broadcast stream',
    needs: people,
    check: async (platform) => {
      const roomId = await made(platform, { audiences: 5 });
      await join(platform, roomId, { role: 'audience' });
      const [{ permissions } = {}] = await usersOf(platform, roomId);
      assert.deepEqual(new Set(Object.values(permissions ?? {})), new Set([false]));
    },
  },
  {
    section: '3',
    rule: 'PATCH: settings are applied to later sessions only',
    unchecked: 'a PATCH during a session is refused with 10030 (7), so every change is for later sessions',
  },
  {
    section: '5',
    rule: 'a join token is tied to one room and one role',
    needs: people,
    check: async (platform) => {
      const [roomId] = [await made(platform), await made(platform)];
      const token = await tokenFor(platform, roomId, { role: 'viewer' });
      has(await enter(platform, token), { room_id: roomId });
      has((await usersOf(platform, roomId))[0] ?? {}, { role: 'viewer' });
    },
  },
  {
    section: '2.1',
    rule: 'what the other settings do to media: quality, screen_share, canvas, abwd, watermark, media_zone',
    unchecked: 'media of client endpoints are not part of this interface',
  },
  {
    section: '9',
    rule: 'breaking changes follow a window of at least 90 days',
    unchecked: 'concerns operators of a platform',
  },
];

export const roomEffectRules: Rule[] = [...lobby, ...effects];

/** video.md 2.1 and 9: what settings of a room do in its sessions, versions. */
import assert from 'node:assert/strict';
import { has } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { join, made, usersOf } from './rooms.ts';

const people = ['control plane'] as const;

const lobby: Rule[] = ['knock', 'wait_for_moderator'].map((name) => ({
  section: '2.1',
  rule: `settings.${name}: who comes waits until a moderator ${name === 'knock' ? 'approves' : 'joins'}`,
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
  {
    section: '2.1',
    rule: 'what the other settings do to media: quality, screen_share, canvas, abwd, watermark, media_zone',
    unchecked: 'media of client endpoints are not part of this interface',
  },
  {
    section: '9',
    rule: 'breaking changes follow a window of at least 90 days',
    unchecked: 'binds those who run a platform',
  },
];

export const roomEffectRules: Rule[] = [...lobby, ...effects];

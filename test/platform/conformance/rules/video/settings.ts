/** video.md 2.1: rooms and their settings, with the codes of section 7 that belong to them. */
import assert from 'node:assert/strict';
import { coded, has, isTimestamp, numbered, objectIn } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { create, inMinutes, made, roomOf, rooms } from './rooms.ts';

const far = '2199-01-01 10:00:00';
const scheduled = { scheduled: true, scheduled_time: far, duration: 30 };

const taken: Json[] = [
  { description: 'About us' },
  ...['group', 'lecture'].map((mode) => ({ mode })),
  { audio_only: true },
  scheduled,
  { adhoc: true },
  { adhoc: true, duration: 60 },
  { moderators: 2 },
  { participants: 50 },
  { audiences: 500 },
  ...['HD', 'SD', 'LD'].map((quality) => ({ quality })),
  { auto_recording: true },
  { screen_share: false },
  { canvas: true },
  { knock: true },
  { wait_for_moderator: true },
  { abwd: true },
  { max_active_talkers: 4 },
  ...['IN', 'SG', 'US', 'XX'].map((zone) => ({ media_zone: zone })),
  { single_file_recording: true },
  { role_based_recording: { moderator: 'audio', participant: 'audiovideo' } },
  { watermark: true },
  { rtmp_streaming: { streaming: true, recording: false } },
  { billing_code: 'cost centre 7' },
];

const defaults: Json = {
  mode: 'group',
  audio_only: false,
  scheduled: false,
  adhoc: false,
  auto_recording: false,
  screen_share: true,
  canvas: false,
  knock: false,
  wait_for_moderator: false,
  abwd: false,
  max_active_talkers: 16,
  single_file_recording: false,
  role_based_recording: { moderator: 'audiovideo', participant: 'audiovideo' },
  watermark: false,
};

const room: Rule[] = [
  {
    section: '2.1',
    rule: 'a room has name, owner_ref, data, created (ISO 8601, UTC) and room_id',
    check: async (platform) => {
      const shown = roomOf(await create(platform, {}, { data: { any: ['thing'] } }));
      has(shown, { name: 'Team', owner_ref: 'owner-7', data: { any: ['thing'] } });
      assert.equal(typeof shown.room_id, 'string');
      isTimestamp(shown.created);
    },
  },
  {
    section: '2.1',
    rule: 'data is in all room responses',
    check: async (platform) => {
      const roomId = await made(platform, {}, { data: { a: 1 } });
      has(roomOf(await platform.get(`${rooms}/${roomId}`)), { data: { a: 1 } });
      const { rooms: list } = (await platform.get(rooms)).body;
      has((list as Json[]).find(({ room_id: id }) => id === roomId) ?? {}, { data: { a: 1 } });
    },
  },
  ...[true, false].map((enabled): Rule => ({
    section: '2.1',
    rule: `sip.enabled ${String(enabled)} is accepted`,
    check: async (platform) => {
      has(roomOf(await create(platform, {}, { sip: { enabled } })), { sip: { enabled } });
    },
  })),
  {
    section: '2.1',
    rule: 'sip.enabled is false by default',
    check: async (platform) => {
      has(roomOf(await create(platform)), { sip: { enabled: false } });
    },
  },
  ...taken.map((settings): Rule => ({
    section: '2.1',
    rule: `settings ${JSON.stringify(settings)} are accepted and returned`,
    check: async (platform) => {
      has(roomOf(await create(platform, settings)), { settings });
    },
  })),
  ...Object.entries(defaults).map(([name, value]): Rule => ({
    section: '2.1',
    rule: `settings.${name} is ${JSON.stringify(value)} by default`,
    check: async (platform) => {
      assert.deepEqual(objectIn(roomOf(await create(platform)), 'settings')[name], value);
    },
  })),
  ...['HD', 'SD', 'LD'].map((quality): Rule => ({
    section: '2.1',
    rule: `settings.quality is that of the subscription by default: ${quality}`,
    settings: { video: { quality: quality as 'HD' } },
    check: async (platform) => {
      has(roomOf(await create(platform)), { settings: { quality } });
    },
  })),
];

/** Values that a setting may not have, by the code of section 7. */
const codes: [number, Json][] = [
  [10003, { scheduled: 'yes' }],
  [10004, { scheduled: true, duration: 30 }],
  [10005, { ...scheduled, scheduled_time: '2199-01-01T10:00:00Z' }],
  [10006, { ...scheduled, scheduled_time: '2001-01-01 10:00:00' }],
  [10007, { participants: 'many' }],
  [10008, { auto_recording: 'yes' }],
  [10009, { colour: 'red' }],
  [10011, { ...scheduled, duration: 9 }],
  [10012, { max_active_talkers: 17 }],
  [10013, { wait_for_moderator: 'yes' }],
  [10014, { quality: '4K' }],
  [10016, { adhoc: 'yes' }],
  [10017, { ...scheduled, adhoc: true }],
  [10018, { duration: 30 }],
  [10018, { scheduled_time: far }],
  [10019, { mode: 'party' }],
  [10020, { mode: 7 }],
  [10022, { moderators: 0 }],
  [10023, { moderators: 3, participants: 2 }],
  [10024, { peep: 'yes' }],
  [10025, { knock: 'yes' }],
  [10026, { aor: 'no address' }],
];

/** Which of two codes with the same meaning it is, and what "illegible" means, is not shown. */
const ambiguous = new Set([10006, 10016, 10017, 10018, 10019, 10020, 10022, 10023, 10024, 10026]);

const refusals: Rule[] = [
  ...codes.map(([code, settings]): Rule => ({
    section: '7',
    rule: `${code}: settings ${JSON.stringify(settings)}`,
    ...(ambiguous.has(code) && { isChosen: true as const }),
    check: async (platform) => {
      numbered(await create(platform, settings), code);
    },
  })),
  ...(
    [
      [10002, { name: undefined }],
      [10010, { owner_ref: undefined }],
      [10015, { sip: { enabled: true, uri: '' } }],
    ] as [number, Json][]
  ).map(([code, more]): Rule => ({
    section: '7',
    rule: `${code}: ${Object.keys(more).join()} missing`,
    check: async (platform) => {
      numbered(await create(platform, {}, more), code);
    },
  })),
  {
    section: '7',
    rule: '10021: room quality higher than the application quality',
    settings: { video: { quality: 'SD' } },
    check: async (platform) => {
      numbered(await create(platform, { quality: 'HD' }), 10021);
    },
  },
  ...([{ audio_only: 7 }, { media_zone: 'MOON' }, { watermark: 'x' }] as Json[]).map((settings): Rule => ({
    section: '7',
    rule: `400 INVALID_PARAM: settings ${JSON.stringify(settings)}`,
    isChosen: true,
    check: async (platform) => {
      coded(await create(platform, settings), 400, 'INVALID_PARAM');
    },
  })),
  {
    section: '7',
    rule: '400 INVALID_PARAM: broken JSON',
    check: async (platform) => {
      coded(await platform.post(rooms, '{'), 400, 'INVALID_PARAM');
    },
  },
];

/** The most participants that a room may have, and one more. */
const most: [string, Json, number][] = [
  ['300 in scheduled rooms', scheduled, 300],
  ['1000 in lecture mode', { mode: 'lecture' }, 1_000],
  ['100 in group calls', {}, 100],
];

const limits: Rule[] = [
  ...most.map(([name, settings, participants]): Rule => ({
    section: '8',
    rule: `participants: up to ${name}`,
    ...(participants === 100 && { isChosen: true as const }),
    check: async (platform) => {
      roomOf(await create(platform, { ...settings, participants }));
      numbered(await create(platform, { ...settings, participants: participants + 1 }), 10007);
    },
  })),
  {
    section: '8',
    rule: 'scheduled duration: minimum 10 minutes',
    check: async (platform) => {
      roomOf(await create(platform, { ...scheduled, duration: 10 }));
      numbered(await create(platform, { ...scheduled, duration: 9 }), 10011);
    },
  },
  ...[1, 16].map((talkers): Rule => ({
    section: '8',
    rule: `max_active_talkers: ${talkers} is accepted`,
    check: async (platform) => {
      roomOf(await create(platform, { max_active_talkers: talkers }));
    },
  })),
  ...[0, 17].map((talkers): Rule => ({
    section: '8',
    rule: `max_active_talkers: ${talkers} is refused`,
    check: async (platform) => {
      numbered(await create(platform, { max_active_talkers: talkers }), 10012);
    },
  })),
  {
    section: '8',
    rule: 'scheduled room update: up to 30 minutes before the start',
    needs: ['control plane'],
    check: async (platform) => {
      const start = await inMinutes(platform, 60);
      const roomId = await made(platform, { ...scheduled, scheduled_time: start });
      await platform.control.advance(29 * 60_000);
      assert.deepEqual((await platform.patch(`${rooms}/${roomId}`, { name: 'New' })).body, { result: 0 });
      await platform.control.advance(2 * 60_000);
      assert.notEqual((await platform.patch(`${rooms}/${roomId}`, { name: 'Newer' })).body.result, 0);
    },
  },
];

export const settingRules: Rule[] = [...room, ...refusals, ...limits];

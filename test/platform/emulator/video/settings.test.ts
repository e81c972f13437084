import { describe, expect, test } from 'vitest';
import { startOfTime, TestRooms } from './rooms.ts';

const soon = '2026-03-01 10:00:00';

describe('video.md 2.1: settings', () => {
  test.each([
    ['description', 'About us'],
    ['mode', 'group'],
    ['mode', 'lecture'],
    ['audio_only', true],
    ['moderators', 3],
    ['participants', 100],
    ['audiences', 5_000],
    ['quality', 'HD'],
    ['quality', 'SD'],
    ['quality', 'LD'],
    ['auto_recording', true],
    ['screen_share', false],
    ['canvas', true],
    ['knock', true],
    ['wait_for_moderator', true],
    ['abwd', true],
    ['max_active_talkers', 1],
    ['max_active_talkers', 16],
    ['media_zone', 'XX'],
    ['single_file_recording', true],
    ['role_based_recording', { moderator: 'audio', participant: 'audiovideo' }],
    ['watermark', true],
    ['rtmp_streaming', { streaming: true, recording: false }],
    ['billing_code', 'cost-1'],
    ['adhoc', true],
    ['scheduled', false],
  ])('%s: %j is taken and answered', (key, value) => {
    const rooms = new TestRooms();
    expect(rooms.settings(rooms.createRoom({ [key]: value }))).toMatchObject({ [key]: value });
  });

  test('defaults are answered', () => {
    const rooms = new TestRooms();
    expect(rooms.settings(rooms.createRoom())).toEqual({
      mode: 'group',
      audio_only: false,
      scheduled: false,
      adhoc: false,
      quality: 'HD',
      auto_recording: false,
      screen_share: true,
      canvas: false,
      knock: false,
      wait_for_moderator: false,
      abwd: false,
      max_active_talkers: 16,
      single_file_recording: false,
      watermark: false,
      role_based_recording: { moderator: 'audiovideo', participant: 'audiovideo' },
    });
  });

  test('the default quality is the subscription setting', () => {
    const rooms = new TestRooms({ video: { quality: 'SD' } });
    expect(rooms.settings(rooms.createRoom())).toMatchObject({ quality: 'SD' });
  });

  test('whole numbers may come as text, null counts as not sent', () => {
    const rooms = new TestRooms();
    const settings = rooms.settings(rooms.createRoom({ participants: '5', knock: null }));
    expect(settings).toMatchObject({ participants: 5, knock: false });
  });

  test('a scheduled room has a start and a duration, an adhoc room may have a duration', () => {
    const rooms = new TestRooms();
    const scheduled = { scheduled: true, scheduled_time: soon, duration: 10 };
    expect(rooms.settings(rooms.createRoom(scheduled))).toMatchObject(scheduled);
    expect(rooms.settings(rooms.createRoom({ adhoc: true, duration: 60 }))).toMatchObject({ duration: 60 });
  });
});

const schedule = { scheduled: true, scheduled_time: soon, duration: 30 };

describe('video.md 7: numeric codes of settings', () => {
  test.each([
    [10003, 'scheduled is no boolean', { scheduled: 'yes' }],
    [10004, 'scheduled_time is missing', { scheduled: true, duration: 10 }],
    [10005, 'scheduled_time has another format', { ...schedule, scheduled_time: '2026-03-01T10:00:00Z' }],
    [10005, 'scheduled_time is no text', { ...schedule, scheduled_time: 7 }],
    [10005, 'there is no such day', { ...schedule, scheduled_time: '2026-02-30 10:00:00' }],
    [10006, 'scheduled_time is past', { ...schedule, scheduled_time: '2026-03-01 08:59:59' }],
    [10007, 'participants is no number', { participants: 'many' }],
    [10007, 'no participants', { participants: 0 }],
    [10007, 'participants is no whole number', { participants: 2.5 }],
    [10007, '8: more than 100 in a group', { participants: 101 }],
    [10007, '8: more than 300 in a scheduled room', { ...schedule, participants: 301 }],
    [10007, '8: more than 1000 in a lecture', { mode: 'lecture', participants: 1_001 }],
    [10008, 'auto_recording is no boolean', { auto_recording: 1 }],
    [10009, 'an unknown key', { colour: 'red' }],
    [10009, 'a key of every object', { constructor: {} }],
    [10011, 'a scheduled room without duration', { scheduled: true, scheduled_time: soon }],
    [10011, '8: less than ten minutes', { ...schedule, duration: 9 }],
    [10011, 'duration is no number', { ...schedule, duration: true }],
    [10012, '8: no talkers', { max_active_talkers: 0 }],
    [10012, '8: 17 talkers', { max_active_talkers: 17 }],
    [10013, 'wait_for_moderator is no boolean', { wait_for_moderator: 'no' }],
    [10014, 'an unknown quality', { quality: '4K' }],
    [10016, 'adhoc is no boolean', { adhoc: 'true' }],
    [10017, 'adhoc and scheduled', { ...schedule, adhoc: true }],
    [10018, 'a permanent room with a duration', { duration: 30 }],
    [10018, 'a permanent room with a start', { scheduled_time: soon }],
    [10018, 'an adhoc room with a start', { adhoc: true, scheduled_time: soon }],
    [10019, 'an unknown mode', { mode: 'party' }],
    [10020, 'a mode that is no text', { mode: 1 }],
    [10022, 'moderators is no number', { moderators: 'two' }],
    [10023, 'more moderators than participants', { moderators: 3, participants: 2 }],
    [10024, 'peep is no boolean', { peep: 'a little' }],
    [10025, 'knock is no boolean', { knock: 'loud' }],
    [10026, 'aor is no SIP URI', { aor: 'tel:1' }],
  ])('%i: %s', (code, _name, settings) => {
    const rooms = new TestRooms();
    expect(rooms.refusal('POST', '/rooms', { name: 'a', owner_ref: 'b', settings })).toEqual([400, code]);
    expect(rooms.request('GET', '/rooms').body.rooms).toEqual([]);
  });

  test('10021: a quality above that of the application', () => {
    const rooms = new TestRooms({ video: { quality: 'SD' } });
    const asked = (quality: string) =>
      rooms.refusal('POST', '/rooms', { name: 'a', owner_ref: 'b', settings: { quality } });
    expect([asked('HD'), asked('SD'), asked('LD')]).toEqual([
      [400, 10021],
      [200, 0],
      [200, 0],
    ]);
  });

  test.each([
    [10002, 'name is missing', { owner_ref: 'b' }],
    [10002, 'name is empty', { name: ' ', owner_ref: 'b' }],
    [10010, 'owner_ref is missing', { name: 'a' }],
    [10015, 'sip.uri is empty', { name: 'a', owner_ref: 'b', sip: { enabled: true, uri: '' } }],
    [10015, 'sip.uri is no SIP URI', { name: 'a', owner_ref: 'b', sip: { uri: 'x' } }],
  ])('%i: %s', (code, _name, body) => {
    expect(new TestRooms().refusal('POST', '/rooms', body)).toEqual([400, code]);
  });

  test.each([
    ['description', 1],
    ['audio_only', 'no'],
    ['audiences', 0],
    ['screen_share', 0],
    ['canvas', {}],
    ['abwd', []],
    ['media_zone', 'EU'],
    ['single_file_recording', 'x'],
    ['role_based_recording', { moderator: 'video' }],
    ['role_based_recording', { viewer: 'audio' }],
    ['role_based_recording', 'audio'],
    ['watermark', 1],
    ['rtmp_streaming', { streaming: 'yes' }],
    ['rtmp_streaming', JSON.parse('{"__proto__":true}') as unknown],
    ['rtmp_streaming', { constructor: true }],
    ['role_based_recording', { toString: 'audio' }],
    ['billing_code', 5],
  ])('INVALID_PARAM: %s: %j, which has no number', (key, value) => {
    const body = { name: 'a', owner_ref: 'b', settings: { [key]: value } };
    expect(new TestRooms().refusal('POST', '/rooms', body)).toEqual([400, 'INVALID_PARAM']);
  });

  test('what a setting must be is said', () => {
    const messageFor = (settings: object) =>
      new TestRooms().request('POST', '/rooms', { name: 'a', owner_ref: 'b', settings }).body.message;
    expect(messageFor({ audiences: 0 })).toBe('settings.audiences must be a whole number from 1 to 1000000');
    expect(messageFor({ rtmp_streaming: 7 })).toBe(
      'settings.rtmp_streaming must be an object in which streaming is true or false and recording is true or false',
    );
  });

  test.each([
    ['no JSON', '{'],
    ['a list', []],
    ['name is a number', { name: 1, owner_ref: 'b' }],
    ['settings is a text', { name: 'a', owner_ref: 'b', settings: 'x' }],
    ['sip is a list', { name: 'a', owner_ref: 'b', sip: [] }],
    ['sip.enabled is a text', { name: 'a', owner_ref: 'b', sip: { enabled: 'x' } }],
    ['data is a text', { name: 'a', owner_ref: 'b', data: 'x' }],
    ['data is too deep', `{"name":"a","owner_ref":"b","data":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`],
  ])('INVALID_PARAM: %s', (_name, body) => {
    expect(new TestRooms().refusal('POST', '/rooms', body)).toEqual([400, 'INVALID_PARAM']);
  });

  test('8: the largest rooms are taken', () => {
    const rooms = new TestRooms();
    expect(rooms.now).toBe(startOfTime);
    for (const settings of [
      { participants: 100 },
      { ...schedule, participants: 300 },
      { mode: 'lecture', participants: 1_000 },
    ])
      expect(rooms.settings(rooms.createRoom(settings))).toMatchObject(settings);
  });
});

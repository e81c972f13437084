import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { propertiesWithoutDescription } from './descriptions.ts';

type Json = Record<string, unknown>;

const file = new URL('../../../schemas/platform/video.schema.json', import.meta.url);
const video = JSON.parse(await readFile(file, 'utf8')) as Json;
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
ajv.addSchema(video, 'video');

function fieldsOf(definition: string): string[] {
  const { properties } = (video.$defs as Record<string, { properties: Json }>)[definition] ?? {};
  return Object.keys(properties ?? {});
}

describe('the video schema', () => {
  it('describes every property', () => {
    expect(propertiesWithoutDescription(video, 'video')).toEqual([]);
  });

  it('names the section of the specification in every definition', () => {
    const unnamed = Object.entries(video.$defs as Record<string, Json>).filter(
      ([, definition]) => !/video\.md \d/.test(String(definition.description)),
    );
    expect(unnamed.map(([name]) => name)).toEqual([]);
  });

  it('2.1: has every setting of a room', () => {
    expect(fieldsOf('RoomSettings').toSorted()).toEqual(
      [
        ...[
          'description',
          'mode',
          'audio_only',
          'scheduled',
          'scheduled_time',
          'adhoc',
          'duration',
          'moderators',
        ],
        ...[
          'participants',
          'audiences',
          'quality',
          'auto_recording',
          'screen_share',
          'canvas',
          'knock',
          'abwd',
        ],
        ...['wait_for_moderator', 'max_active_talkers', 'media_zone', 'single_file_recording', 'watermark'],
        ...['role_based_recording', 'rtmp_streaming', 'billing_code'],
        // Known from their errors only (7: 10024, 10026).
        ...['peep', 'aor'],
      ].toSorted(),
    );
  });

  it.each([
    ['RoomRequest', { name: 'Board', owner_ref: 'x' }, true],
    ['RoomRequest', { name: 'Board' }, false],
    ['RoomRequest', { name: 'Board', owner_ref: 'x', settings: { scheduled_time: 'tomorrow' } }, false],
    ['RoomUpdate', {}, true],
    ['RoomUpdate', { settings: { max_active_talkers: 17 } }, false],
    ['RoomTokenRequest', { name: 'Ann', role: 'moderator', user_ref: '1' }, true],
    ['RoomTokenRequest', { name: 'Ann', role: 'boss', user_ref: '1' }, false],
    ['DialInAnswer', { dialin: [{ phone: '+49' }] }, true],
    ['VideoNotification', { type: 'roomdrop', more: 1 }, true],
    ['VideoError', { result: 10_001, error: 'room_id missing' }, true],
    ['VideoError', { result: 0, error: 'none' }, false],
    ['VideoError', { status: 'error', error_code: 'ROOM_LOCKED', message: 'm', request_id: 'r' }, true],
  ])('%s: %j is valid: %s', (definition, value, valid) => {
    expect(ajv.validate(`video#/$defs/${definition}`, value)).toBe(valid);
  });
});

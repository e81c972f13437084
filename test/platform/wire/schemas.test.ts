import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { propertiesWithoutDescription } from './descriptions.ts';
import { targets, typesFor } from '../../../scripts/generate-types.ts';

type Json = Record<string, unknown>;

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const voice = JSON.parse(await read('schemas/platform/voice.schema.json')) as Json;
const ajv = new Ajv2020({
  allowUnionTypes: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  formats: { uri: true },
});
ajv.addSchema(voice, 'voice');

describe('generated types', () => {
  it.each(targets)('$output is what $schema gives', async ({ schema, output }) => {
    expect(await read(output)).toBe(await typesFor(schema));
  });
});

describe('the voice schema', () => {
  it('describes every property', () => {
    expect(propertiesWithoutDescription(voice, 'voice')).toEqual([]);
  });

  it('names the section of the specification in every definition', () => {
    const unnamed = Object.entries(voice.$defs as Record<string, Json>).filter(
      ([, definition]) => !/voice\.md \d/.test(String(definition.description)),
    );
    expect(unnamed.map(([name]) => name)).toEqual([]);
  });

  it.each([
    [
      'CallRequest',
      {
        from: '+4930',
        to: ['+4931'],
        action_on_connect: { play: { text: 'Hi' } },
        event_url: 'https://a.b/c',
      },
      true,
    ],
    ['CallRequest', { to: '+4931' }, false],
    ['PlayRequest', { text: 'Hi', language: 'en-US', dtmf: true }, true],
    ['PlayRequest', { text: 'Hi', ssml: '<speak/>' }, false],
    ['PlayRequest', { text: 'x'.repeat(1025) }, false],
    ['RecordingRequest', { start: true, recording_name: 'a' }, true],
    ['RecordingRequest', { start: true, recording_name: 'a', stop: true }, false],
    ['BridgeDigitsNotification', { voice_Id: 'v', state: 'dtmfcollected', digit: 12, timestamp: 't' }, true],
    ['BroadcastRequest', { from: '+4930', recipients: [{ to: '+4931', custom_data: { a: 1 } }] }, true],
    ['BroadcastRequest', { from: '+4930', recipients: [{ to: '+4931' }], custom_data: { a: 1 } }, true],
    [
      'BroadcastRequest',
      { from: '+4930', recipients: [{ to: '+4931', custom_data: { a: 1 } }], custom_data: { b: 2 } },
      false,
    ],
    ['BroadcastRequest', { from: '+4930', broadcast_numbers: '[{"phone":"+4931"}]' }, true],
    ['BroadcastRequest', { from: '+4930' }, false],
    ['ErrorBody', { result: 401, msg: 'Unauthorized' }, true],
  ])('%s: %j is valid: %s', (definition, value, valid) => {
    expect(ajv.validate(`voice#/$defs/${definition}`, value)).toBe(valid);
  });
});

/** Names of Asterisk's channels, bridges, plays and recordings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callId, commandId, projectId, voiceId } from '../../../src/call/index.ts';
import {
  parseName,
  toCallId,
  toChannelId,
  toKeyedPlayName,
  toName,
  toPartName,
} from '../../../src/carriers/asterisk/names.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const ids = fc.stringMatching(/^[A-Za-z0-9._:@+-]{1,110}$/).map(callId);
const numbers = fc.integer({ min: 1, max: 999_999_999 });
const parts = fc.constantFrom('party', 'bridge', 'snoop', 'stream' as const);

test('a name tells its call, command and part', () => {
  fc.assert(
    fc.property(ids, numbers, parts, (call, number, part) => {
      const command = commandId(call, number);
      expect(parseName(toPartName(command, part))).toEqual({ call, command, part });
      expect(parseName(toName(command))).toEqual({ call, command });
      expect(parseName(toKeyedPlayName(command))).toEqual({ call, command });
    }),
    { numRuns: scaleRuns(200) },
  );
});

test('names fit into an id of Asterisk, differ, and are the same each time', () => {
  const long = fc.stringMatching(/^[A-Za-z0-9._:@+-]{1,400}$/).map(callId);
  fc.assert(
    fc.property(long, numbers, (call, number) => {
      const command = commandId(call, number);
      const names = [
        toName(command),
        toKeyedPlayName(command),
        toPartName(command, 'party'),
        toPartName(command, 'bridge'),
      ];
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name.length).toBeLessThanOrEqual(149);
      expect(toName(command)).toBe(names[0]);
    }),
    { numRuns: scaleRuns(200) },
  );
});

test('a hashed name tells nothing, rather than something wrong', () => {
  const command = commandId(callId(`default.${'x'.repeat(160)}`), 7);
  expect(toPartName(command, 'party')).toMatch(/^h-[0-9a-f]{64}\.party$/);
  expect(parseName(toPartName(command, 'party'))).toBeUndefined();
});

test('the channel of an inbound call names it, and a call that we place names its channel', () => {
  const project = projectId('default');
  expect(toCallId(project, 'asterisk-1795480174.0')).toBe('default.asterisk-1795480174.0');
  expect(toCallId(project, 'default.0ffee')).toBe('default.0ffee');
  const call = callId('default.asterisk-1795480174.0');
  expect(toChannelId({ call, voiceId: voiceId('asterisk-1795480174.0') })).toBe('asterisk-1795480174.0');
  expect(toChannelId({ call: callId('default.0ffee') })).toBe('default.0ffee');
});

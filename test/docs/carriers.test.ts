/** docs/carriers.md tells what the profiles say: each row of its table is compared with the lacks of the need. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { carrierProfiles } from '../../src/carriers/index.ts';
import { findLacks, type Need } from '../../src/language/compiler/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/carriers.md'), 'utf8');
const [head = [], , ...rows] = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const kinds = head.slice(1);

const start = { line: 1, column: 1, offset: 0 };
const place = { step: 'one', span: { start, end: start } };
/** One need of each kind, as demanding as a flow can be. */
const needs: { [Kind in Need['need']]: Extract<Need, { need: Kind }> } = {
  speech: { need: 'speech', hasKeys: false, ...place },
  ssml_marks: { need: 'ssml_marks', marks: ['speak', 'emphasis'], ...place },
  ssml_length: { need: 'ssml_length', chars: 5_000, ...place },
  stored_prompt: { need: 'stored_prompt', name: 'welcome', ...place },
  record_alone: { need: 'record_alone', ...place },
  voicemail: { need: 'voicemail', isHandled: false, ...place },
  fixed_recording_name: { need: 'fixed_recording_name', name: 'talk', ...place },
  sip_party: { need: 'sip_party', isHandled: false, ...place },
  sent_header: { need: 'sent_header', names: ['X-Account'], ...place },
  read_header: { need: 'read_header', param: 'account', name: 'X-Account', ...place },
  stream: { need: 'stream', isHandled: false, ...place },
  room: { need: 'room', isHandled: false, ...place },
  sms: { need: 'sms', isHandled: false, ...place },
};
/** What the page says of a carrier that meets the need without limit. */
const UNLIMITED = ['yes', 'all', 'any', 'to any address'];

test('the table has a column for each kind of carrier and a row for each need', () => {
  expect(kinds).toEqual(Object.keys(carrierProfiles));
  expect(rows.map(([name = '']) => /^`(\w+)`/.exec(name)?.[1])).toEqual(Object.keys(needs));
});

describe.each(rows)('%s', (name = '', ...cells) => {
  const need = needs[/^`(\w+)`/.exec(name)?.[1] as Need['need']];
  test.each(Object.entries(carrierProfiles))(
    'is told of carrier %s as its profile has it',
    (kind, capabilities) => {
      const isMet = findLacks([need], [{ name: kind, capabilities }]).length === 0;
      expect(UNLIMITED.includes(cells[kinds.indexOf(kind)] ?? '')).toBe(isMet);
    },
  );
});

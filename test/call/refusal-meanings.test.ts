/** Refusals of earlier releases carry the platform's code alone. */
import { expect, test } from 'vitest';
import { readTraceEntry } from '../../src/call/index.ts';

const entryWith = (kind: string, failure: object) =>
  JSON.stringify({
    seq: 3,
    at: 1,
    event: { type: 'command_failed', number: 2, kind, failure, at: 1 },
    notes: [],
    commands: [],
    state: 'main',
  });

test.each([
  ['play', '6112', 'party_talks'],
  ['play', '6122', 'busy_with_play'],
  ['record', '408', 'already_recording'],
  ['record', '409', 'not_bridged'],
  ['record', '6137', 'name_taken'],
  ['hold', '409', undefined],
  ['record', '6119', undefined],
])('a stored refusal of %s with %s means %s', (kind, code, means) => {
  const { event } = readTraceEntry(entryWith(kind, { code, message: 'refused', callEnded: false }));
  expect(event.type === 'command_failed' ? event.failure.means : 'not a failure').toBe(means);
});

test('a refusal that has a meaning keeps it, whatever its code', () => {
  const failure = { code: '409', message: 'taken', callEnded: false, means: 'name_taken' };
  expect(readTraceEntry(entryWith('record', failure)).event).toMatchObject({ failure });
});

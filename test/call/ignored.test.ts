import { expect, test } from 'vitest';
import { isIgnored, REPEATED, ROUTINE } from '../../src/call/index.ts';
import { ignoredNote } from '../../src/call/ignored.ts';

test('a note of an event that moved nothing is known by its reason', () => {
  const note = ignoredNote(REPEATED);
  expect(isIgnored(note)).toBe(true);
  expect(isIgnored(note, REPEATED)).toBe(true);
  expect(isIgnored(note, ROUTINE)).toBe(false);
});

test('other notes, and other reasons, are not taken for it', () => {
  expect(isIgnored({ kind: 'because', text: REPEATED })).toBe(false);
  expect(isIgnored({ kind: 'says', text: `ignored: ${REPEATED}` })).toBe(false);
});

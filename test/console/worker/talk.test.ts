/** The transcript of a call to a draft: what is heard, pressed and said, in order. */
import { expect, test } from 'vitest';
import { listTalk } from '../../../src/console/worker/talk.ts';

type Entry = Parameters<typeof listTalk>[0][number];

const told = (entry: object) => ({ teller: 'platform', entry }) as Entry;

test('keys of one moment are one line, and keys of two moments are two', () => {
  const keys = [
    { kind: 'key', at: 1, key: '1' },
    { kind: 'key', at: 1, key: '2' },
    { kind: 'key', at: 2, key: '#' },
  ];
  expect(listTalk(keys.map(told))).toEqual([
    { at: 1, by: 'caller', text: '12', isKey: true },
    { at: 2, by: 'caller', text: '#', isKey: true },
  ]);
});

test('speech between keys keeps them apart, and its language is told', () => {
  const entries = [
    { kind: 'key', at: 1, key: '1' },
    { kind: 'speech', at: 1, text: 'Hallo.', language: 'de-DE' },
    { kind: 'key', at: 1, key: '2' },
  ];
  expect(listTalk(entries.map(told)).map(({ text, language }) => [text, language])).toEqual([
    ['1', undefined],
    ['Hallo.', 'de-DE'],
    ['2', undefined],
  ]);
});

test('empty speech and what the flow does by itself are left out; another party and the end are told', () => {
  const entries = [
    { kind: 'speech', at: 1, text: '' },
    { kind: 'connecting', at: 2, to: '+4930231250' },
    { kind: 'bridged', at: 3, to: '+4930231250' },
    { kind: 'bridge_ended', at: 4, to: '+4930231250', reason: 'normal' },
    { kind: 'ended', at: 5, reason: 'normal' },
    { kind: 'recording_started', at: 5 },
  ];
  const flow = { teller: 'flow', entry: { kind: 'speech', at: 1, text: 'not a line' } } as unknown as Entry;
  expect(listTalk([flow, ...entries.map(told)])).toEqual([
    { at: 2, by: 'platform', text: '+4930231250 is called' },
    { at: 3, by: 'platform', text: '+4930231250 answers' },
    { at: 4, by: 'platform', text: '+4930231250 left: normal' },
    { at: 5, by: 'platform', text: 'the call ends: normal' },
  ]);
});

import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/platform/emulator/model/journal/journal.ts';
import { PagedEntries, PlainEntries } from '../../../src/platform/emulator/model/journal/journal-entries.ts';

/** A line that says so much. */
function utter(journal: Journal, text: string, voiceId?: string): void {
  journal.write(7, voiceId, { kind: 'utterance', text, heard_by: 'nobody' });
}

const mib = 1_024 * 1_024;

describe.each([
  ['on pages', PagedEntries],
  ['as it is', PlainEntries],
])('the journal kept %s', (_how, Entries) => {
  test('gives back what was written, whatever characters it has', () => {
    const journal = new Journal(10, new Entries());
    const texts = ['', 'grüß', '😀', '\uD800', '\u0000', '"voice_id":"b"', 'x'.repeat(100_000)];
    for (const text of texts) utter(journal, text);
    expect(journal.readAfter(0).map((entry) => entry.kind === 'utterance' && entry.text)).toEqual(texts);
    expect(journal.readAfter(0)[0]).toEqual({
      seq: 1,
      at: 7,
      kind: 'utterance',
      text: '',
      heard_by: 'nobody',
    });
  });

  test('tells the lines of a call from those that only mention it', () => {
    const journal = new Journal(10, new Entries());
    utter(journal, 'b', 'a');
    utter(journal, 'a', 'b"');
    utter(journal, '"voice_id":"a"');
    expect(journal.readAfter(0, 'a').map(({ seq }) => seq)).toEqual([1]);
    expect(journal.readAfter(0, 'b"').map(({ seq }) => seq)).toEqual([2]);
  });

  test('keeps as many entries as it should and no more', () => {
    const journal = new Journal(1_000, new Entries());
    for (let n = 0; n < 5_000; n += 1) utter(journal, 'x'.repeat(n % 700));
    const kept = journal.readAfter(0).map(({ seq }) => seq);
    expect(kept).toEqual(Array.from({ length: 1_000 }, (_, index) => 4_001 + index));
    expect(journal.readAfter(4_998).map(({ seq }) => seq)).toEqual([4_999, 5_000]);
    expect(journal.readAfter(5_000)).toEqual([]);
  });
});

describe('the journal', () => {
  test('keeps fewer entries when they are very long, but always the newest', () => {
    const journal = new Journal(1_000);
    for (let n = 0; n < 100; n += 1) utter(journal, 'x'.repeat(mib));
    const kept = journal.readAfter(0).map(({ seq }) => seq);
    expect(kept.length).toBeLessThan(64);
    expect(kept.at(-1)).toBe(100);
    utter(journal, 'x'.repeat(30 * mib));
    expect(journal.readAfter(0).map(({ seq }) => seq)).toEqual([101]);
  });
});

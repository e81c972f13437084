/** The words in which two texts differ. */
import { expect, test } from 'vitest';
import { compareWords } from '../../../src/console/ui/word-diff.ts';

/** Renders changed parts in brackets. */
function mark(before: string, after: string): [string, string] {
  const diff = compareWords(before, after);
  const render = (parts: readonly { text: string; isChanged: boolean }[]) =>
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
  return [render(diff.before), render(diff.after)];
}

test.each([
  [
    'For sales, press 1.',
    'For orders and sales, press 1.',
    'For sales, press 1.',
    'For [orders and ]sales, press 1.',
  ],
  ['from 9 to 18 Uhr', 'from 8 to 18 Uhr', 'from [9] to 18 Uhr', 'from [8] to 18 Uhr'],
  ['für Sie da', 'für Sie da', 'für Sie da', 'für Sie da'],
  ['drücken Sie', 'wählen Sie', '[drücken] Sie', '[wählen] Sie'],
  ['6s', '8s', '[6s]', '[8s]'],
])('%s → %s', (before, after, marked, markedAfter) => {
  expect(mark(before, after)).toEqual([marked, markedAfter]);
});

test('nothing of either text is lost', () => {
  const [before, after] = ['One  moment,\nplease. <b>', ' One moment please! </b>'];
  const diff = compareWords(before, after);
  expect(diff.before.map(({ text }) => text).join('')).toBe(before);
  expect(diff.after.map(({ text }) => text).join('')).toBe(after);
});

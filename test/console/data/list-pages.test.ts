/** Lists that come in pages. */
import { expect, test } from 'vitest';
import { readPages } from '../../../src/console/data/list-pages.ts';

const load = ({ after = '0' }: { after?: string }) => {
  const first = Number(after);
  const items = [first, first + 1].filter((item) => item < 5);
  return Promise.resolve(first + 2 < 5 ? { items, next: String(first + 2) } : { items });
};

test('as many pages as are shown are read as one', async () => {
  expect(await readPages(load, 1)).toEqual({ items: [0, 1], next: '2' });
  expect(await readPages(load, 2)).toEqual({ items: [0, 1, 2, 3], next: '4' });
  expect(await readPages(load, 9)).toEqual({ items: [0, 1, 2, 3, 4] });
});

test('an empty page with a cursor is followed by the next one', async () => {
  const sparse = ({ after }: { after?: string }) =>
    Promise.resolve(after === undefined ? { items: [], next: 'x' } : { items: [1] });
  expect(await readPages(sparse, 2)).toEqual({ items: [1] });
});

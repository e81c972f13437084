/** The choice of what a query finds. */
import { describe, expect, test } from 'vitest';
import { findMatches, readNumber } from '../../../src/console/shell/find/match.ts';
import type { Findable } from '../../../src/console/shell/find/match.ts';

const item = (group: Findable['group'], label: string, detail = ''): Findable => ({
  group,
  label,
  detail,
  target: `/${label}`,
});

const items: Findable[] = [
  item('Commands', 'Go to Flows'),
  item('Steps', 'no_sales', 'front-desk · Nobody is there.'),
  item('Steps', 'sales', 'front-desk · One moment, please.'),
  item('Steps', 'greeting', 'front-desk · Sales or support?'),
  item('Flows', 'front-desk'),
  { ...item('Calls', '+4915112340001', 'front-desk'), isHiddenAtFirst: true },
];

const find = (query: string) =>
  findMatches(items, query).map(({ group, items: found }) => [group, ...found.map(({ label }) => label)]);

describe('a query', () => {
  test('finds labels that begin with it before labels and texts that contain it', () => {
    expect(find('sales')).toEqual([['Steps', 'sales', 'no_sales', 'greeting']]);
  });

  test('finds what contains all its words, whatever their order and case', () => {
    expect(find('MOMENT sales')).toEqual([['Steps', 'sales']]);
    expect(find('sales nowhere')).toEqual([]);
  });

  test('is empty at first: groups stand in their order, without what is offered to a query only', () => {
    expect(find('').map(([group]) => group)).toEqual(['Flows', 'Steps', 'Commands']);
  });

  test('finds a number however it is written', () => {
    expect(find('+49 151 / 1234-0001')).toEqual([['Calls', '+4915112340001']]);
    expect(find('1234 0001')).toEqual([['Calls', '+4915112340001']]);
  });

  test('shows the best of a group that has many', () => {
    const many = Array.from({ length: 40 }, (_, index) => item('Flows', `flow-${index}`));
    const [group] = findMatches([...many, item('Flows', 'x', 'flow')], 'flow');
    expect(group?.items.length).toBeLessThan(10);
    expect(group?.items.some(({ label }) => label === 'x')).toBe(false);
  });
});

test.each([
  ['+49 (151) 123-45/67', '+491511234567'],
  ['112', '112'],
  ['12', undefined],
  ['desk 112', undefined],
])('%s read as a number is %s', (text, number) => {
  expect(readNumber(text)).toBe(number);
});

/** Results of a campaign, read from their CSV. */
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { parseResults } from '../../../../src/console/views/campaigns/results.ts';

test('cells may hold commas, quotes and line breaks', () => {
  const rows = [
    { number: '+4930555000', detail: 'a, "b"\nc', params: '{"name":"x, y"}' },
    { number: '+4930555001', detail: '', params: '' },
  ];
  expect(parseResults(stringify(rows, { header: true }), true)).toEqual(rows);
});

test('a text that was cut off loses its last row only', () => {
  const text = 'number,detail\n+49301,one\n+49302,"tw';
  expect(parseResults(text, false)).toEqual([{ number: '+49301', detail: 'one' }]);
});

test('headings alone are no row, and neither is nothing', () => {
  expect(parseResults('number,detail\n', true)).toEqual([]);
  expect(parseResults('', true)).toEqual([]);
});

test('a row that ends with an empty cell keeps its columns', () => {
  expect(parseResults('number,detail\r\n+49301,\r\n,x', true)).toEqual([
    { number: '+49301', detail: '' },
    { number: '', detail: 'x' },
  ]);
});

import { describe, expect, test } from 'vitest';
import { parseRangeList } from '../../src/service/addresses/index.ts';

describe('ranges of addresses', () => {
  test.each([
    ['203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['203.0.113.0/24', '::ffff:203.0.113.9', '::ffff:203.0.114.9'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['::1', '::1', '127.0.0.1'],
    ['0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
  ])('%s have %s and not %s', (range, inside, outside) => {
    const ranges = parseRangeList([range]);
    expect([ranges?.has(inside), ranges?.has(outside)]).toEqual([true, false]);
  });

  test('have what lies in any of them, and nothing that is no address', () => {
    const ranges = parseRangeList(['192.0.2.0/25', '198.51.100.7']);
    expect(['192.0.2.127', '198.51.100.7'].every((one) => ranges?.has(one))).toBe(true);
    for (const text of ['192.0.2.128', '', 'localhost', '192.0.2', '0xc0000201', '192.0.2.1, 192.0.2.2'])
      expect(ranges?.has(text), text).toBe(false);
  });

  test.each([
    [[]],
    [['']],
    [['10.0.0.0/33']],
    [['10.0.0']],
    [['localhost']],
    [['10.0.0.1', '*']],
    [['10.0.0.1:80']],
  ])('%j are none', (texts) => {
    expect(parseRangeList(texts)).toBeUndefined();
  });
});

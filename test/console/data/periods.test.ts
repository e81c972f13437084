/** Periods in whole bars. */
import { describe, expect, test } from 'vitest';
import {
  fillBars,
  findLastMinute,
  findPeriod,
  parseRange,
  toPeriodQuery,
  traceLive,
} from '../../../src/console/data/periods.ts';

const NOW = Date.UTC(2026, 4, 5, 12, 34, 56);

describe('periods', () => {
  test('are those of the view for an address that names none', () => {
    expect(parseRange('7d', '20m')).toBe('7d');
    for (const text of [undefined, '', '8d', 'toString']) expect(parseRange(text, '20m')).toBe('20m');
    expect(parseRange('', '24h')).toBe('24h');
  });

  test('end with the bar that is still growing', () => {
    const { from, bars, barMs } = findPeriod('20m', NOW);
    expect(from + (bars - 1) * barMs).toBe(Date.UTC(2026, 4, 5, 12, 34));
    expect(bars).toBe(20);
  });

  test('of the last full minute end before the minute that is under way', () => {
    const of = (from: string, to: string) => ({ from, to, bucket: 'minute' });
    expect(findLastMinute(NOW)).toEqual(of('2026-05-05T12:33:00.000Z', '2026-05-05T12:34:00.000Z'));
    expect(findLastMinute(Date.UTC(2026, 4, 5))).toEqual(
      of('2026-05-04T23:59:00.000Z', '2026-05-05T00:00:00.000Z'),
    );
  });

  test('never begin before minutes are kept', () => {
    expect(NOW - findPeriod('6h', NOW).from).toBeLessThanOrEqual(6 * 3_600_000);
  });

  test('sum buckets into bars, and leave out what lies outside', () => {
    const period = findPeriod('6h', NOW);
    const buckets = [-1, 0, 9, 10].map((minutes) => ({ at: period.from + minutes * 60_000 }));
    const bars = fillBars(period, buckets, () => ({ whole: 2, part: 1 }));
    expect(bars).toHaveLength(36);
    expect(bars.slice(0, 3).map(({ whole, part }) => [whole, part])).toEqual([
      [4, 2],
      [2, 1],
      [0, 0],
    ]);
  });
});

test('the API is asked for the bars of the period', () => {
  expect(toPeriodQuery(findPeriod('24h', NOW))).toEqual({ from: '2026-05-04T13:00:00.000Z', bucket: 'hour' });
});

test('live calls are traced back from now: less those that began, and those that ended are there again', () => {
  const period = findPeriod('20m', NOW);
  const at = (bar: number) => period.from + bar * period.barMs;
  const traced = traceLive(2, period, [
    { at: at(17), begun: 5, ended: 1 },
    { at: at(18), begun: 0, ended: 3 },
    { at: at(19), begun: 1, ended: 0 },
  ]);
  expect(traced.slice(-4)).toEqual([0, 4, 1, 2]);
  expect(traced).toHaveLength(20);
});

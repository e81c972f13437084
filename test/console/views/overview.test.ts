/** The figures of the overview: periods in whole bars, and the axis. */
import { describe, expect, test } from 'vitest';
import { fillBars, findAxisTop } from '../../../src/console/ui/bars.ts';
import { findPeriod, parseRange } from '../../../src/console/views/overview/range.ts';
import { describeHealth, presentItem } from '../../../src/console/views/overview/attention-items.ts';

const NOW = Date.UTC(2026, 4, 5, 12, 34, 56);

describe('periods', () => {
  test('are the shortest for an address that names none', () => {
    expect(parseRange('7d')).toBe('7d');
    for (const text of [undefined, '', '8d', 'toString']) expect(parseRange(text)).toBe('20m');
  });

  test('end with the bar that is still growing', () => {
    const { from, bars, barMs } = findPeriod('20m', NOW);
    expect(from + (bars - 1) * barMs).toBe(Date.UTC(2026, 4, 5, 12, 34));
    expect(bars).toBe(20);
  });

  test('never begin before minutes are kept', () => {
    expect(NOW - findPeriod('6h', NOW).from).toBeLessThanOrEqual(6 * 3_600_000);
  });

  test('sum buckets into bars, and leave out what lies outside', () => {
    const period = findPeriod('6h', NOW);
    const count = () => ({ whole: 2, part: 1 });
    const buckets = [-1, 0, 9, 10].map((minutes) => ({ at: period.from + minutes * 60_000 }));
    const bars = fillBars(period, buckets, count);
    expect(bars).toHaveLength(36);
    expect(bars.slice(0, 3).map(({ whole, part }) => [whole, part])).toEqual([
      [4, 2],
      [2, 1],
      [0, 0],
    ]);
  });
});

test.each([
  [0, 3],
  [3, 3],
  [4, 6],
  [173, 180],
  [1_001, 1_500],
])('an axis for %i ends at %i, in three whole parts', (highest, top) => {
  expect(findAxisTop(highest)).toBe(top);
});

describe('what needs attention', () => {
  test('leads to where it is dealt with, also for names that need escaping', () => {
    const item = {
      code: 'step_failing' as const,
      flow: 'desk',
      step: 'sub/ask & wait',
      since: 0,
      text: 'desk: bad',
    };
    expect(presentItem('default', item)).toMatchObject({
      heading: 'desk: a step fails',
      text: 'bad',
      href: '/console/default/flows/desk?step=sub%2Fask%20%26%20wait',
    });
    const canary = {
      code: 'canary_ready' as const,
      flow: 'desk',
      version: '0123456789abcdef',
      since: 0,
      text: '',
    };
    expect(presentItem('default', canary).href).toBe('/console/default/flows/desk/deploy/0123456789abcdef');
    const campaign = {
      code: 'campaign_paused' as const,
      campaign: 'spring',
      since: 0,
      text: 'spring: paused',
    };
    expect(presentItem('default', campaign).href).toBe('/console/default/campaigns/spring');
  });

  test('is the health of a flow: the most urgent item', () => {
    expect(describeHealth([])).toBeUndefined();
    const failing = {
      code: 'calls_failing' as const,
      since: 0,
      text: '',
      share: { count: 3, of: 20, percent: 15.4 },
    };
    expect(describeHealth([failing])).toEqual({ text: '15 % failed', tone: 'bad' });
  });
});

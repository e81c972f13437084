/** The calls of a campaign as bars. */
import { expect, test } from 'vitest';
import {
  computeBarLimit,
  countPlaced,
  countResults,
  findCampaignPeriod,
  nameWidth,
} from '../../../../src/console/views/campaigns/calls-over-time.ts';

const START = Date.UTC(2026, 11, 1, 9, 30, 20);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ['a minute ago', { now: MINUTE }, 'minute', 12],
  ['an hour ago', { now: HOUR - MINUTE }, 'minute', 60],
  ['five hours ago', { now: 5 * HOUR }, '6 minutes', 51],
  ['when counts by minute are gone', { now: 6 * HOUR }, 'hour', 12],
  ['for long', { now: 100 * HOUR }, '2 hours', 51],
  ['and ended soon', { now: 5 * HOUR, ended: 20 * MINUTE }, 'minute', 21],
] as const)(
  'a campaign that began %s has bars that hold all of it',
  (_what, { now, ...times }, width, bars) => {
    const endedAt = 'ended' in times ? START + times.ended : undefined;
    const campaign = { startedAt: START, ...(endedAt !== undefined && { endedAt }) };
    const period = findCampaignPeriod(campaign, START + now) ?? expect.fail();
    expect([nameWidth(period), period.bars]).toEqual([width, bars]);
    expect(period.from).toBeLessThanOrEqual(START);
    expect(period.from + period.bars * period.barMs).toBeGreaterThan(endedAt ?? START + now);
  },
);

test('a campaign that has not begun has none', () => {
  expect(findCampaignPeriod({}, START)).toBeUndefined();
});

test('a bar counts what ended in it, and of that what nobody answered', () => {
  const period = findCampaignPeriod({ startedAt: START }, START + MINUTE) ?? expect.fail();
  const empty = { attempts: 0, failed: 0, finished: 0 };
  const bars = countResults(period, {
    buckets: [
      { ...empty, at: period.from, answered: 3, byResult: { answered: 3, busy: 2 } },
      { ...empty, at: period.from + MINUTE, answered: 0, byResult: { no_answer: 1 } },
    ],
  });
  expect(bars.slice(0, 3).map(({ whole, part }) => [whole, part])).toEqual([
    [5, 2],
    [1, 1],
    [0, 0],
  ]);
});

test('a bar counts what was placed in it, and has the limit of its width', () => {
  const period = findCampaignPeriod({ startedAt: START }, START + 5 * HOUR) ?? expect.fail();
  expect(nameWidth(period)).toBe('6 minutes');
  const empty = { answered: 0, failed: 0, finished: 0, byResult: {} };
  const bars = countPlaced(period, {
    buckets: [
      { ...empty, at: period.from, attempts: 7 },
      { ...empty, at: period.from + 5 * MINUTE, attempts: 4 },
      { ...empty, at: period.from + 6 * MINUTE, attempts: 1 },
    ],
  });
  expect(bars.slice(0, 3).map(({ whole }) => whole)).toEqual([11, 1, 0]);
  expect(computeBarLimit(period, { pace: { perSecond: 0.5, atOnce: 1 } })).toBe(180);
});

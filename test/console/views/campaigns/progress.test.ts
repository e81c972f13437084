/** The progress of a campaign from its counts. */
import { expect, test } from 'vitest';
import {
  computeProgress,
  estimateRemaining,
  findCampaignBefore,
  nameResult,
  renderDuration,
} from '../../../../src/console/views/campaigns/progress.ts';
import type { Campaign } from '../../../../src/console/views/campaigns/progress.ts';

test('results, calls on the line and those who wait are parts of all recipients', () => {
  const counts = { waiting: 30, calling: 10, results: { answered: 50, rejected: 10, do_not_call: 0 } };
  const { total, done, parts } = computeProgress({ recipients: 100, counts });
  expect({ total, done }).toEqual({ total: 100, done: 60 });
  expect(parts.map(({ name, count, share }) => [name, count, share])).toEqual([
    ['answered', 50, 0.5],
    ['rejected', 10, 0.1],
    ['calling', 10, 0.1],
    ['waiting', 30, 0.3],
  ]);
});

test('a campaign without recipients has shares of nothing, and no result is lost', () => {
  const { parts } = computeProgress({ recipients: 0, counts: { waiting: 0, calling: 0, results: {} } });
  expect(parts.every(({ share }) => share === 0)).toBe(true);
  const counts = { waiting: 0, calling: 0, results: { lost_in_space: 3 } };
  expect(computeProgress({ recipients: 3, counts })).toMatchObject({ done: 3 });
  expect(nameResult('lost_in_space')).toBe('lost in space');
});

test('the time that is left is told only while it can be', () => {
  const running = { state: 'running', startedAt: 1_000 } as const;
  expect(estimateRemaining(running, { done: 60, total: 90 }, 61_000)).toBe(30_000);
  expect(estimateRemaining(running, { done: 0, total: 90 }, 61_000)).toBeUndefined();
  expect(estimateRemaining({ ...running, state: 'paused' }, { done: 60, total: 90 }, 61_000)).toBeUndefined();
  expect(estimateRemaining({ state: 'running' }, { done: 60, total: 90 }, 61_000)).toBeUndefined();
  expect(estimateRemaining(running, { done: 1, total: 2 }, 500)).toBeUndefined();
});

test.each([
  [0, '0 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [7 * 60_000, '7 min'],
  [3 * 3_600_000, '3 h'],
  [72 * 3_600_000, '3 days'],
])('%i ms are %s', (ms, text) => {
  expect(renderDuration(ms)).toBe(text);
});

const campaign = (id: string, startedAt?: number, flow = 'reminder'): Campaign => ({
  ...{ id, flow, from: '+4930555000', pace: { perSecond: 1, atOnce: 1 }, recipients: 0, isLoading: false },
  ...{ state: 'done', counts: { waiting: 0, calling: 0, results: {} }, createdAt: 0, createdBy: 'a' },
  ...(startedAt !== undefined && { startedAt }),
});

test('the campaign before another one is the last of the same flow that was started earlier', () => {
  const all = [
    ...[campaign('a', 3), campaign('b', 1), campaign('c', 2), campaign('d')],
    ...[campaign('e', 4), campaign('f', 2, 'survey')],
  ];
  const findBefore = (of: Campaign) => findCampaignBefore(all, of)?.id;
  expect(findBefore(campaign('a', 3))).toBe('c');
  expect(findBefore(campaign('b', 1))).toBeUndefined();
  expect(findBefore(campaign('d'))).toBe('e');
});

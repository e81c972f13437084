import { expect, test } from 'vitest';
import type { CallSummary } from '../../../src/console/views/live/live-calls.ts';
import { LiveRows } from '../../../src/console/views/live/live-rows.ts';

const call = (id: string, step = 'main') => ({ id, step }) as CallSummary;
const idsOf = ({ rows }: LiveRows) => rows.value.map(({ id }) => id);

test('a move changes the row of its call and no other', () => {
  const list = new LiveRows();
  const [a, b] = [call('a'), call('b')];
  list.update([a, b]);
  const before = list.rows.value;
  list.update([a, call('b', 'sales')]);
  expect(list.rows.value).toBe(before);
  expect(before.map((row) => row.call.value.step)).toEqual(['main', 'sales']);
  expect(before[0]?.call.value).toBe(a);
});

test('rows come and go while the list is not held', () => {
  const list = new LiveRows();
  list.update([call('a')]);
  list.update([call('b'), call('a')]);
  expect(idsOf(list)).toEqual(['b', 'a']);
  list.update([call('b')]);
  expect(idsOf(list)).toEqual(['b']);
});

test('a held list counts what has begun and keeps what has ended', () => {
  const list = new LiveRows();
  list.update([call('a'), call('b')]);
  list.hold();
  list.update([call('d'), call('c'), call('a', 'sales')]);
  expect(idsOf(list)).toEqual(['a', 'b']);
  expect(list.waiting.value).toBe(2);
  expect(list.rows.value.map(({ hasEnded }) => hasEnded.value)).toEqual([false, true]);
  expect(list.rows.value[0]?.call.value.step).toBe('sales');
  list.showWaiting();
  expect(idsOf(list)).toEqual(['d', 'c', 'a']);
  expect(list.waiting.value).toBe(0);
  list.update([call('e'), call('d'), call('c'), call('a')]);
  expect(list.waiting.value).toBe(1);
  list.release();
  expect(idsOf(list)).toEqual(['e', 'd', 'c', 'a']);
});

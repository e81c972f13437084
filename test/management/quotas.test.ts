import { beforeEach, describe, expect, test } from 'vitest';
import { callId, projectId } from '../../src/call/index.ts';
import type { CallFilter } from '../../src/ports/index.ts';
import { Quotas } from '../../src/management/index.ts';
import type { Enrolled } from '../../src/management/index.ts';
import { commitOf } from '../builders/commit.ts';
import { HandClock } from '../engine/hand-clock.ts';

const platform = { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'env:RINGFLOW_PROJECT_A' };
const shop = (concurrentCalls?: number): Enrolled => ({
  id: 'shop',
  revision: 1,
  project: { platform, ...(concurrentCalls !== undefined && { limits: { concurrentCalls } }) },
  tokens: [],
});

/** What the store counts; a test decides when it answers. */
let stored = 0;
let asked: CallFilter[] = [];
let answering = Promise.resolve();
let clock = new HandClock();

beforeEach(() => {
  stored = 0;
  asked = [];
  answering = Promise.resolve();
  clock = new HandClock();
});

async function quotasOf(limit?: number): Promise<Quotas> {
  const count = async (filter: CallFilter) => {
    asked.push(filter);
    const counted = stored;
    await answering;
    return counted;
  };
  const quotas = new Quotas({ count }, clock);
  quotas.limit([shop(limit)]);
  await quotas.recount();
  return quotas;
}

const id = (number: number) => callId(`shop.c${number}`);

function begin(quotas: Quotas, number: number): void {
  const { record, trace } = commitOf({ id: id(number) });
  quotas.traced({ ...record, project: projectId('shop') }, trace);
}

function end(quotas: Quotas, number: number, at = 5_000): void {
  const { record, trace } = commitOf({ id: id(number), seq: 2 });
  quotas.traced({ ...record, project: projectId('shop'), endedAt: at }, { ...trace, at });
}

describe('a limit on calls at once', () => {
  test('lets as many in as it says, and the next one when one has ended', async () => {
    const quotas = await quotasOf(2);
    expect([1, 2, 3].map((one) => quotas.admits('shop', id(one)))).toEqual([true, true, false]);
    begin(quotas, 1);
    begin(quotas, 2);
    expect(quotas.admits('shop', id(3))).toBe(false);
    end(quotas, 1);
    expect([3, 4].map((one) => quotas.admits('shop', id(one)))).toEqual([true, false]);
  });

  test('counts a call once, however often its beginning is decided', async () => {
    const quotas = await quotasOf(2);
    expect([1, 1, 1, 2].map((one) => quotas.admits('shop', id(one)))).toEqual([true, true, true, true]);
    expect(quotas.admits('shop', id(3))).toBe(false);
  });

  test('counts the calls of other nodes, as the store has them', async () => {
    stored = 5;
    const quotas = await quotasOf(6);
    expect(asked).toEqual([{ project: 'shop', state: 'live' }]);
    expect([1, 2].map((one) => quotas.admits('shop', id(one)))).toEqual([true, false]);
    begin(quotas, 1);
    stored = 3;
    await quotas.recount();
    expect([2, 3, 4, 5].map((one) => quotas.admits('shop', id(one)))).toEqual([true, true, true, false]);
  });

  test('of nothing lets nothing in, and where there is none everything comes in without being counted', async () => {
    expect((await quotasOf(0)).admits('shop', id(1))).toBe(false);
    asked = [];
    const free = await quotasOf();
    expect([1, 2].map((one) => free.admits('shop', id(one)))).toEqual([true, true]);
    begin(free, 1);
    expect(free.admits('elsewhere', id(2))).toBe(true);
    expect(asked).toEqual([]);
  });

  test('that is changed holds from then on for the calls that go on', async () => {
    const quotas = await quotasOf(1);
    quotas.admits('shop', id(1));
    begin(quotas, 1);
    expect(quotas.admits('shop', id(2))).toBe(false);
    quotas.limit([shop(2)]);
    expect(quotas.admits('shop', id(2))).toBe(true);
    quotas.limit([]);
    expect(quotas.admits('shop', id(3))).toBe(true);
  });

  test('forgets a call that was let in and never began', async () => {
    const quotas = await quotasOf(1);
    expect(quotas.admits('shop', id(1))).toBe(true);
    clock.pass(31_000);
    await quotas.recount();
    expect(quotas.admits('shop', id(2))).toBe(true);
  });

  test('Q3 is not told by a count that a call overtook, unless that goes on', async () => {
    const quotas = await quotasOf(2);
    for (const late of [false, true]) {
      if (late) clock.pass(6_000);
      let answer: () => void = () => undefined;
      answering = new Promise((resolve) => (answer = resolve));
      stored = 2;
      const counting = quotas.recount();
      end(quotas, late ? 8 : 9);
      answer();
      await counting;
      expect(quotas.admits('shop', id(late ? 2 : 1))).toBe(!late);
    }
  });
});

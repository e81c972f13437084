import { describe, expect, test } from 'vitest';
import {
  findBreach,
  applySchedule,
  rollBack,
  chooseVersion,
  planStep,
} from '../../../src/service/management/deployment.ts';
import type { Deployment } from '../../../src/service/management/deployment.ts';

const touch = (at: number) => ({ at, by: 'key:a' });
const deployLive = (before: Deployment | undefined, version: string, by: ReturnType<typeof touch>) =>
  planStep(before, { version }, by);
const setCanary = planStep;
const live = deployLive(undefined, 'v1', touch(1));
const calls = Array.from({ length: 4_000 }, (_, number) => `default.call-${number}`);
const share = (deployment: Deployment, version: string) =>
  calls.filter((call) => chooseVersion(deployment, call) === version).length / calls.length;

describe('a deployment', () => {
  test('leads every call to the live version', () => {
    expect(share(live, 'v1')).toBe(1);
  });

  test('DEPLOY-1 gives a canary its share, and a call always the same version', () => {
    const tried = setCanary(live, { version: 'v2', percent: 20 }, touch(2));
    expect(share(tried, 'v2')).toBeGreaterThan(0.17);
    expect(share(tried, 'v2')).toBeLessThan(0.23);
    for (const call of calls) expect(chooseVersion(tried, call)).toBe(chooseVersion({ ...tried }, call));
    expect(share(setCanary(tried, { version: 'v2', percent: 0 }, touch(3)), 'v2')).toBe(0);
  });

  test('DEPLOY-1 a call that was the canary’s stays so when the share grows', () => {
    const some = setCanary(live, { version: 'v2', percent: 20 }, touch(2));
    const more = setCanary(live, { version: 'v2', percent: 60 }, touch(3));
    for (const call of calls)
      if (chooseVersion(some, call) === 'v2') expect(chooseVersion(more, call)).toBe('v2');
  });

  test('DEPLOY-2 what is scheduled takes effect at its time', () => {
    const planned: Deployment = { ...live, scheduled: { version: 'v2', at: 100 } };
    expect(applySchedule(planned, 99).live).toBe('v1');
    expect(applySchedule(planned, 100)).toMatchObject({ live: 'v2', history: ['v1'], changedAt: 100 });
    expect(applySchedule(planned, 100).scheduled).toBeUndefined();
  });

  test('DEPLOY-3 whose first version is scheduled takes no calls before its time, and all from then on', () => {
    const first = planStep(undefined, { version: 'v1', at: 100 }, touch(1));
    expect(first).toEqual({
      history: [],
      scheduled: { version: 'v1', at: 100 },
      changedAt: 1,
      changedBy: 'key:a',
    });
    expect(chooseVersion(applySchedule(first, 99), 'call')).toBeUndefined();
    expect(applySchedule(first, 100)).toMatchObject({ live: 'v1', history: [] });
    expect(rollBack(first, touch(2))).not.toHaveProperty('scheduled');
    const canary = () => planStep(first, { version: 'v2', percent: 20 }, touch(2));
    expect(canary).toThrow(expect.objectContaining({ code: 'invalid_canary' }) as Error);
  });

  test('is taken back step by step: the canary, what is scheduled, then the version', () => {
    const second = deployLive(live, 'v2', touch(2));
    const tried = setCanary(second, { version: 'v3', percent: 5 }, touch(3));
    const back = rollBack(tried, touch(4));
    expect(back).toMatchObject({ live: 'v2', history: ['v1'] });
    expect(back?.canary).toBeUndefined();
    expect(rollBack({ ...second, scheduled: { version: 'v3', at: 9 } }, touch(4))?.live).toBe('v2');
    expect(back && rollBack(back, touch(5))).toMatchObject({ live: 'v1', history: [] });
    expect(rollBack(live, touch(5))).toBeUndefined();
  });

  test('the same version again is no step to go back to', () => {
    expect(deployLive(live, 'v1', touch(2)).history).toEqual([]);
  });
});

describe('a guard', () => {
  const guarded: Deployment = { ...live, guard: { maxErrorPercent: 10, maxHangupPercent: 50, minCalls: 20 } };

  test.each([
    ['too few calls', { ended: 19, failed: 19, hungUp: 0 }, undefined],
    ['as many failures as are allowed', { ended: 20, failed: 2, hungUp: 10 }, undefined],
    ['more failures', { ended: 20, failed: 3, hungUp: 0 }, '3 of 20 calls failed, more than 10 %'],
    [
      'more callers who hang up',
      { ended: 20, failed: 0, hungUp: 11 },
      '11 of 20 callers hung up, more than 50 %',
    ],
  ])('%s', (_what, tally, reason) => {
    expect(findBreach(guarded, tally)).toBe(reason);
    expect(findBreach(live, tally)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/platform/emulator/model/virtual-clock.ts';

describe('virtual clock', () => {
  test('2: tasks run by time, ties in the order of planning', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
        const clock = new VirtualClock();
        const ran: [number, number][] = [];
        for (const [index, at] of times.entries()) clock.plan(at, () => ran.push([at, index]));
        clock.runUntil(20);
        const expected = times.map((at, index): [number, number] => [at, index]);
        expected.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
        expect(ran).toEqual(expected);
      }),
    );
  });

  test('3: a cancelled task never runs and never shows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 100 }), (plans) => {
        const clock = new VirtualClock();
        const ran: number[] = [];
        for (const [at, isCancelled] of plans) {
          const ticket = clock.plan(at, () => ran.push(at));
          if (isCancelled) ticket.task = undefined;
        }
        const kept = plans.filter(([, isCancelled]) => !isCancelled).map(([at]) => at);
        kept.sort((one, other) => one - other);
        expect(clock.nextAt()).toBe(kept[0]);
        clock.runUntil(20);
        expect(ran).toEqual(kept);
        expect(clock.nextAt()).toBeUndefined();
      }),
    );
  });

  test('1: a task sees exactly the time for which it was planned', () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    for (const at of [30, 10, 20]) clock.plan(at, () => seen.push(clock.now));
    clock.runUntil(100);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.now).toBe(100);
  });

  test('1: time does not go back', () => {
    const clock = new VirtualClock();
    clock.runUntil(100);
    clock.runUntil(50);
    expect(clock.now).toBe(100);
    const seen: number[] = [];
    clock.plan(10, () => seen.push(clock.now));
    clock.runUntil(60);
    expect(seen).toEqual([100]);
  });

  test('what a task plans for the same time runs in the same go', () => {
    const clock = new VirtualClock();
    const ran: string[] = [];
    clock.plan(5, () => {
      ran.push('first');
      clock.plan(5, () => ran.push('planned by the first'));
    });
    clock.plan(5, () => ran.push('second'));
    clock.runUntil(5);
    expect(ran).toEqual(['first', 'second', 'planned by the first']);
  });

  test('a task may cancel another that is due at the same time', () => {
    const clock = new VirtualClock();
    const ran: string[] = [];
    clock.plan(5, () => {
      ran.push('first');
      second.task = undefined;
    });
    const second = clock.plan(5, () => ran.push('second'));
    clock.runUntil(5);
    expect(ran).toEqual(['first']);
  });
});

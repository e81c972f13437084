import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/adapters/clock-system/index.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the system clock', () => {
  test('tells the time', () => {
    vi.setSystemTime(1_785_585_600_000);
    expect(systemClock.now()).toBe(1_785_585_600_000);
  });

  test('tells how long something takes, whatever the clock is set to meanwhile', () => {
    const before = systemClock.elapsed();
    vi.setSystemTime(1_785_585_600_000);
    vi.advanceTimersByTime(1_000);
    expect(systemClock.elapsed() - before).toBe(1_000);
  });

  test('runs a task once, after its delay', () => {
    const task = vi.fn();
    systemClock.after(1_000, task);
    vi.advanceTimersByTime(999);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  test('runs no task that was cancelled', () => {
    const task = vi.fn();
    const cancel = systemClock.after(1_000, task);
    cancel();
    vi.advanceTimersByTime(5_000);
    expect(task).not.toHaveBeenCalled();
  });

  test('waits longer than a timer of the runtime can', () => {
    const task = vi.fn();
    systemClock.after(60 * DAY_MS, task);
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledTimes(1);
  });

  test('cancels such a long wait in any of its pieces', () => {
    const task = vi.fn();
    const cancel = systemClock.after(60 * DAY_MS, task);
    vi.advanceTimersByTime(40 * DAY_MS);
    cancel();
    vi.advanceTimersByTime(60 * DAY_MS);
    expect(task).not.toHaveBeenCalled();
  });
});

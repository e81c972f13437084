/** Which counts need attention: at their limits, just below, and with too few calls to tell. */
import { describe, expect, test } from 'vitest';
import { listCountedItems } from '../../../src/service/stats/attention-rules.ts';
import type { StepSums } from '../../../src/service/stats/read-sums.ts';

const fine = { ended: 0, failed: 0, hungUp: 0 };
const step = (more: Partial<StepSums>): StepSums => ({
  ...{ step: 'main', verb: 'say', visits: 0, outcomes: {}, noInput: 0, noMatch: 0, hungUp: 0 },
  ...more,
});

describe('calls', () => {
  test.each([
    [{ ended: 20, failed: 1 }, []],
    [{ ended: 20, failed: 2 }, ['calls_failing']],
    [{ ended: 19, failed: 19 }, []],
    [{ ended: 1_000, failed: 51 }, ['calls_failing']],
    [{ ended: 20, hungUp: 2 }, []],
    [{ ended: 20, hungUp: 3 }, ['callers_hanging_up']],
    [{ ended: 19, hungUp: 19 }, []],
    [{ ended: 20, failed: 2, hungUp: 3 }, ['calls_failing', 'callers_hanging_up']],
    [{}, []],
  ])('%j: %j', (sums, codes) => {
    expect(listCountedItems({ ...fine, ...sums }, []).map(({ code }) => code)).toEqual(codes);
  });

  test('come with their figures', () => {
    expect(listCountedItems({ ended: 30, failed: 10, hungUp: 0 }, [])).toEqual([
      { code: 'calls_failing', share: { count: 10, of: 30, percent: 33.3 } },
    ]);
  });
});

describe('steps', () => {
  test.each<[Partial<StepSums>, string[]]>([
    [{ visits: 10, outcomes: { failed: 5 } }, []],
    [{ visits: 10, outcomes: { failed: 6 } }, ['step_failing']],
    [{ visits: 9, outcomes: { failed: 9 } }, []],
    [{ verb: 'http', visits: 12, outcomes: { timeout: 4, server_error: 4 } }, ['step_failing']],
    [{ verb: 'http', visits: 12, outcomes: { ok: 12 } }, []],
    // Nobody confirmed the message in time, which is not its failure.
    [{ verb: 'sms', visits: 12, outcomes: { timeout: 12 } }, []],
    [{ verb: 'menu', visits: 10, outcomes: { exhausted: 4, silent: 2 } }, ['input_exhausted']],
    [{ verb: 'collect', visits: 10, outcomes: { exhausted: 5 } }, []],
    [{ verb: 'collect', visits: 63, outcomes: { exhausted: 57 } }, ['input_exhausted']],
    // A result of a called flow that has the same name.
    [{ verb: 'run', visits: 10, outcomes: { exhausted: 10 } }, []],
  ])('%j: %j', (sums, codes) => {
    expect(listCountedItems(fine, [step(sums)]).map(({ code }) => code)).toEqual(codes);
  });

  test('of a version that is no longer stored, whose verbs are unknown, count as failed only if they failed', () => {
    const { verb: _verb, ...unknown } = step({ visits: 10, outcomes: { failed: 10, exhausted: 10 } });
    expect(listCountedItems(fine, [unknown])).toEqual([
      { code: 'step_failing', step: 'main', share: { count: 10, of: 10, percent: 100 } },
    ]);
  });
});

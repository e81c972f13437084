/** Every call of the samples' scenarios is recorded, exported and replayed: the same trace at the same times. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportScenario } from '../../src/replay/index.ts';
import { callsIn } from './recorded.ts';

const calls = callsIn(join(import.meta.dirname, '../../flows'));

describe('a recorded call of a sample, exported and replayed', () => {
  it('there are many of them', () => {
    expect(calls.length).toBeGreaterThan(100);
  });

  it.each(calls.map(({ call, ...rest }) => ({ ...rest, call, of: call.flow.name })))(
    'is the same: $name ($of)',
    ({ call, flow }) => {
      const { lost, replayed } = exportScenario(call, flow);
      expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
    },
  );
});

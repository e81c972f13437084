/** Every call of the scenarios at hand is recorded, exported and replayed: the same trace at the same times. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import { callsIn } from './recorded.ts';

const root = join(import.meta.dirname, '../../..');

/** Those of the fixtures know some callers by their numbers. */
const folders = [
  { of: 'samples', calls: callsIn(join(root, 'flows')), keepNumbers: false },
  { of: 'fixtures', calls: callsIn(join(root, 'test/fixtures/flows')), keepNumbers: true },
];

describe.each(folders)('recorded calls of the $of, exported and replayed', ({ calls, keepNumbers }) => {
  it('are many', () => {
    expect(calls.length).toBeGreaterThan(20);
  });

  it.each(calls.map(({ name, call, flow }) => ({ name: `${call.flow.name}: ${name}`, call, flow })))(
    '$name',
    ({ call, flow }) => {
      const { lost, replayed } = exportScenario(call, flow, { keepNumbers });
      expect({ lost, ...replayed }).toEqual({ lateMs: 0 });
    },
  );
});

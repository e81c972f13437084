/** What nobody thought of: calls of the samples and fixtures in which people do something at some time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactCall } from '../../../src/verification/recording/index.ts';
import { exportScenario, previewCalls } from '../../../src/verification/replay/index.ts';
import { anyLife, lived } from './random-calls.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** The platform waits so long for a further key before it tells of those that came, ms. */
const GATHERED_MS = 500;

/** The same lives each time. */
const SEED = 20_261_121;

describe('any call', () => {
  it('is exported as a scenario that goes the same way, at the times of the call but for that in which keys are gathered', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { call, flow } = lived(life);
        const { lost, replayed } = exportScenario(call, flow, { keepNumbers: true });
        const { lateMs, ...others } = replayed;
        expect({ lost, ...others }).toEqual({});
        // When a key was pressed does not stand in a trace, only when the platform told of it.
        expect(lateMs).toBeLessThanOrEqual(GATHERED_MS);
      }),
      { numRuns: scaleRuns(60), seed: SEED },
    );
  });

  it('is exported as the same text each time', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const [one, other] = [lived(life), lived(life)];
        expect(exportScenario(one.call, one.flow).text).toBe(exportScenario(other.call, other.flow).text);
      }),
      { numRuns: scaleRuns(15), seed: SEED },
    );
  });

  it('is the same on its own version', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { call, flow } = lived(life);
        const recording = { calls: [call], flows: new Map([[flow.version, flow]]) };
        expect([...previewCalls(recording, flow)]).toMatchObject([{ call: call.id, kind: 'same' }]);
      }),
      { numRuns: scaleRuns(30), seed: SEED },
    );
  });

  it('does not tell the number of whoever called once that is hidden', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { call } = lived(life);
        const number = call.direction === 'inbound' ? call.from : call.to;
        expect(JSON.stringify(redactCall(call))).not.toContain(number.slice(4));
      }),
      { numRuns: scaleRuns(30), seed: SEED },
    );
  });
});

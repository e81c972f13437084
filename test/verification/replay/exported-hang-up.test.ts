import { expect, test } from 'vitest';
import { advance, begin, callId, projectId, runnable } from '../../../src/call/index.ts';
import type { CallEvent } from '../../../src/call/index.ts';
import { toRecordedCall } from '../../../src/verification/recording/index.ts';
import { exportScenario } from '../../../src/verification/replay/index.ts';
import { flowOf } from '../../builders/flow.ts';

test('a call that an operator ended is exported as one that an operator ends, and goes the same way', () => {
  const flow = flowOf('steps: { hello: { say: Hello. }, bye: { say: Goodbye., next: hangup } }');
  const ready = runnable(flow);
  const ends = { from: '+4915112345678', to: '+4930222' };
  let made = begin(ready, {
    ...{ id: callId('default.v1'), project: projectId('default'), direction: 'inbound', at: 0 },
    ...ends,
  });
  const trace = [made.trace];
  const events: CallEvent[] = [
    { type: 'connected', at: 100 },
    { type: 'hang_up', at: 300 },
    { type: 'disconnected', reason: 'normal', at: 350 },
  ];
  for (const event of events) {
    made = advance(ready, made.record, event);
    trace.push(made.trace);
  }
  const { text, replayed } = exportScenario(toRecordedCall(made.record, trace), flow);
  expect(text).toMatch(/- operator_hangs_up\n/);
  expect(replayed.parting).toBeUndefined();
  expect(made.record.endedAt).toBe(350);
});

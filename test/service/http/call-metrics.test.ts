/** Which ends of calls count as failures; what else is counted of real calls stands in app-metrics.test.ts. */
import { expect, test } from 'vitest';
import { abandon } from '../../../src/call/index.ts';
import { CallMetrics, createRegistry } from '../../../src/service/http/index.ts';
import { callOn } from '../../call/script.ts';
import type { Script } from '../../call/script.ts';
import { HandClock } from '../../engine/hand-clock.ts';

const desk = `
  on: { error: sorry }
  steps:
    main: { say: Hello., next: hangup }
    sorry: { say: Sorry., next: hangup }
`;

function counting(call: Script) {
  const registry = createRegistry();
  const metrics = new CallMetrics(registry, new HandClock());
  return {
    count: () => {
      if (call.last !== undefined) metrics.countEvent(call.last.record, call.last.trace);
    },
    told: async () =>
      (await registry.metrics())
        .split('\n')
        .filter((line) => /^ringflow_calls_(ended|failed)_total/.test(line))
        .map((line) => line.replace(/\{.*reason="(\w+)".*\}|\{.*\}/, ' $1').replace('ringflow_calls_', '')),
  };
}

test('a call that was given up because of a mistake of ours has ended, and failed, once', async () => {
  const call = callOn(desk);
  call.incoming();
  const { count, told } = counting(call);
  count();
  for (const at of [5, 6]) {
    call.last = abandon(call.record, { type: 'wake', at }, 'a bug');
    count();
  }
  expect(await told()).toEqual(['ended_total failed 1', 'failed_total  1']);
});

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

test('recordings count by result and carrier once they have ended', async () => {
  const call = callOn(desk);
  call.incoming();
  call.connected();
  const registry = createRegistry();
  const metrics = new CallMetrics(registry, new HandClock());
  for (const state of ['started', 'completed', 'failed', 'failed'] as const) {
    const { record, trace } = call.happens({ type: 'recording', state });
    metrics.countEvent({ ...record, carrier: 'desk' }, trace);
    metrics.countEvent(record, trace);
  }
  const lines = (await registry.metrics()).split('\n');
  expect(lines.filter((line) => line.startsWith('ringflow_recordings_total')).toSorted()).toEqual([
    'ringflow_recordings_total{project="default",result="done",carrier="desk"} 1',
    'ringflow_recordings_total{project="default",result="done",carrier="platform"} 1',
    'ringflow_recordings_total{project="default",result="failed",carrier="desk"} 2',
    'ringflow_recordings_total{project="default",result="failed",carrier="platform"} 2',
  ]);
});

/** A thousand calls, twenty at a time: each is answered, hears the flow and ends; none is lost, none is left. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { call } from '../../../setup/asterisk/telephone.ts';
import { startRig, type Rig } from './service-rig.ts';

const CALLS = 1_000;
const AT_A_TIME = 20;

const flow = flowOf(`
  on: { error: goodbye }
  steps:
    ask:
      menu:
        prompt: Press 1.
        timeout: 10s
        choices:
          - { key: 1, goto: goodbye }
      on: { exhausted: goodbye }
    goodbye:
      say: Bye.
      next: end
    end:
      hangup:
`);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow] });
});
afterAll(() => rig.stop());

test('none of a thousand calls is lost', async () => {
  const acts = [{ kind: 'wait', ms: 400 }, { kind: 'press', keys: '1' }, { kind: 'until hung up' }] as const;
  await call(rig.asterisk, {
    acts: [...acts],
    calls: { count: CALLS, atATime: AT_A_TIME, perSecond: AT_A_TIME },
  }).over;
  const calls = [...rig.traces.calls.values()];
  await until(() => calls.every(({ isOver }) => isOver));
  expect(calls).toHaveLength(CALLS);
  const reasons = new Set(calls.map(({ record }) => record.context.call.reason));
  expect([...reasons]).toEqual(['normal']);
  // A key may be pressed before the flow asks on a busy machine: it is asked again, and no call takes another way.
  expect(calls.filter(({ steps }) => steps.join(' ') !== 'ask goodbye end')).toEqual([]);
  expect(rig.log.of('error')).toEqual([]);
  await delay(100);
  expect(await rig.asterisk.command('core show channels count')).toContain('0 active channels');
});

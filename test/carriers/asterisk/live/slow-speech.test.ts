/** A speech engine that takes seconds for a text with a value: a key counts at once, and what it made needless is not heard. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { startRig, type Rig } from './service-rig.ts';

const flow = flowOf(`
  on: { error: end }
  steps:
    ask:
      menu:
        prompt: 'slow: you call \${call.to}. For the desk, press 1.'
        choices: [{ key: 1, goto: desk }]
      on: { exhausted: end }
    desk: { say: The desk is closed. }
    end: { hangup: }
`);

/** Speaks with eSpeak NG; texts that begin with "slow" after three seconds. */
const SPEAK =
  'text=$(cat); case "$text" in slow*) sleep 3;; esac; printf %s "$text" | espeak-ng --stdin --stdout';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    flows: [flow],
    configure: ({ speech, ...config }) => ({
      ...config,
      ...(speech && { speech: { ...speech, engine: { kind: 'command', command: ['sh', '-c', SPEAK] } } }),
    }),
  });
});
afterAll(() => rig.stop());

test('a key that is pressed while the question is rendered leads on at once', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700001' });
  const trace = await rig.traces.find('+491700001');
  await trace.untilStep('ask');
  await delay(500);
  await phone.press('1');
  await trace.untilStep('desk');
  const pressed = performance.now();
  const before = phone.heard.length;
  await until(() => phone.heard.length > before);
  expect(performance.now() - pressed).toBeLessThan(2_000);
  await phone.over;
  await until(() => trace.isOver);
  // The question was never played.
  const played = trace.entries.flatMap(({ event }) => (event.type === 'played' ? [event.promptRef] : []));
  expect(played).toHaveLength(1);
});

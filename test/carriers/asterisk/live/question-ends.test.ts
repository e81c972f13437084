/** The time for an answer begins when a question has been heard, however long Asterisk takes to speak it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { startRig, type Rig } from './service-rig.ts';

const flow = flowOf(`
  on: { error: end }
  vars: { code: '1357913579135791357913579135' }
  steps:
    ask:
      menu:
        prompt: [Is, { text: '\${vars.code}', as: characters }, 'right? Press 1.']
        choices: [{ key: 1, goto: thanks }]
        timeout: 1s
        attempts: 1
      on: { exhausted: end }
    thanks: { say: Thank you. }
    end: { hangup: }
`);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow] });
});
afterAll(() => rig.stop());

test('a question that takes longer than its text suggests is heard to its end, and then the time for an answer', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700002' });
  const trace = await rig.traces.find('+491700002');
  await phone.over;
  await until(() => trace.isOver);
  const heard = trace.entries.find(({ event }) => event.type === 'played');
  const given = trace.entries.find(({ notes }) =>
    notes.some((note) => note.kind === 'outcome' && note.outcome === 'silent'),
  );
  expect(heard).toMatchObject({ state: 'ask.heard' });
  expect((given?.event.at ?? 0) - (heard?.event.at ?? 0)).toBeGreaterThanOrEqual(1_000);
});

/** How long parties ring on a real Asterisk: as long as the step says, and not into the next step. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { startRig, type Rig } from './service-rig.ts';

const flow = flowOf(`
  on: { error: end }
  steps:
    desk:
      connect: { to: ['+4930555111', '+4930555112'], ring: 2s }
      on: { no_answer: nobody, busy: end, failed: end }
      next: end
    nobody:
      say: Nobody answers. Please wait for a moment.
    pause: { wait: 10s }
    end: { hangup: }
`);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow], react: () => 'ring on' });
});
afterAll(() => rig.stop());

async function listPartyChannels(): Promise<string[]> {
  const { url, user, password } = rig.asterisk.ari;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await fetch(`${url}/ari/channels`, { headers: { authorization } });
  const channels = (await answer.json()) as { id: string }[];
  return channels.map(({ id }) => id).filter((id) => id.endsWith('.party'));
}

test('each party of a hunt list rings its time, and none rings on behind the step', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700001' });
  const trace = await rig.traces.find('+491700001');
  await until(async () => (await listPartyChannels()).length === 1);
  // A second of tone is fifty packets.
  const before = phone.heard.length;
  await delay(1_500);
  expect(phone.heard.length).toBeGreaterThan(before + 40);
  // µ-law silence is 0xff and 0x7f.
  const bytes = phone.heard.slice(before).flatMap(({ payload }) => [...payload]);
  expect(bytes.some((byte) => (byte | 0x80) !== 0xff)).toBe(true);
  await trace.untilStep('nobody');
  expect(trace.commands.filter((kind) => kind === 'connect')).toHaveLength(2);
  const outcomes = trace.entries.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'outcome' && note.step === 'desk' ? [note.outcome] : [])),
  );
  expect(outcomes).toEqual(['no_answer']);
  await trace.untilStep('pause');
  expect(await listPartyChannels()).toEqual([]);
  await phone.hangUp();
  await until(() => trace.isOver);
});

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

/** The first two of three parties do not answer in their time. */
const hunt = flowOf(`
  on: { error: end }
  steps:
    team:
      connect: { to: ['+4930555111', '+4930555112', '+4930555999'], ring: 2s }
      on: { unreached: nobody }
    talked: { say: Thank you. }
    end: { hangup: }
    nobody: { hangup: Nobody answers. }
`);

let rig: Rig;
let huntRig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow], react: () => 'ring on' });
  huntRig = await startRig({
    flows: [hunt],
    react: (dialled) => (dialled.endsWith('999') ? 'answer' : 'ring on'),
  });
});
afterAll(() => huntRig.stop());
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

test('who answers last talks as long as both like, and the parties before change nothing', async () => {
  const callers = ['+491700011', '+491700012', '+491700013', '+491700014'];
  const calls = await Promise.all(callers.map((from) => huntRig.phones.caller.call({ from })));
  const traces = await Promise.all(callers.map((from) => huntRig.traces.find(from)));
  await until(() => huntRig.phones.agent.taken.length === callers.length);
  // Longer than a party rings.
  await delay(4_000);
  for (const trace of traces) {
    expect(trace.record.context.leg).toBe('bridged');
    expect(trace.commands.filter((kind) => kind === 'connect')).toHaveLength(3);
  }
  for (const party of huntRig.phones.agent.taken) await party.hangUp();
  await Promise.all(calls.map(({ over }) => over));
  await until(() => traces.every(({ isOver }) => isOver));
  for (const trace of traces) expect(trace.steps).toContain('talked');
});

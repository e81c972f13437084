/** One flow that connects, records, holds and resumes on a real Asterisk, by steps and by keys of the caller. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { measureTone, renderTone } from '../../../setup/asterisk/tone.ts';
import type { PhoneCall } from '../../../setup/asterisk/phone-call.ts';
import { startRig, type Rig } from './service-rig.ts';

const flow = flowOf(`
  vars: { kept: '' }
  on: { error: end, end: note }
  steps:
    notice: { say: This call is recorded. }
    desk:
      connect: { to: '+4930555111' }
      on: { bridged: keep, unreached: end }
    keep:
      record: { start: "talk-\${call.id}" }
      on: { not_bridged: end, already_recording: end, name_taken: end, failed: end }
    pause: { hold: }
    music: { wait: 2s }
    again: { resume: }
    talk:
      wait: { for: bridge_end, keys: { '*': hold } }
    stop: { record: { stop: true } }
    settle: { wait: 500ms }
    stored:
      switch: [{ when: 'call.recording_url != ""', goto: bye }]
      next: settle
    bye:
      say: Thank you.
      next: end
    note: { set: { kept: "\${call.recording_url}" } }
    end: { hangup: }
`);

/** Bytes of a recording for each second. */
const BYTES_PER_SECOND = 16_000;
/** Number of the command of the step `keep`. */
const RECORD_COMMAND = 4;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow] });
});
afterAll(() => rig.stop());

/** Speaks a tone on one telephone; returns how long the other one heard it, ms. */
async function measureHeard(from: PhoneCall, by: PhoneCall, hz: number): Promise<number> {
  const at = by.heard.length;
  await from.speak(renderTone(hz, 1_000));
  return measureTone(Buffer.concat(by.heard.slice(at).map(({ payload }) => payload)), hz);
}

test('the party waits while the call is held, hears the caller afterwards, and the recording has both', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700001' });
  const trace = await rig.traces.find('+491700001');
  const agent = await until(() => rig.phones.agent.taken[0]);
  await trace.untilStep('music');
  expect(await measureHeard(phone, agent, 1_000)).toBeLessThan(300);
  await trace.untilStep('talk');
  expect(await measureHeard(phone, agent, 1_000)).toBeGreaterThan(700);
  expect(await measureHeard(agent, phone, 600)).toBeGreaterThan(700);

  await phone.press('*');
  await until(() => trace.record.context.line.isHeld);
  expect(await measureHeard(phone, agent, 1_000)).toBeLessThan(300);
  await phone.press('*');
  await until(() => !trace.record.context.line.isHeld);
  expect(await measureHeard(phone, agent, 1_000)).toBeGreaterThan(700);

  await agent.hangUp();
  await phone.over;
  await until(() => trace.isOver);
  expect(trace.steps).toEqual(
    expect.arrayContaining(['desk', 'keep', 'pause', 'music', 'again', 'talk', 'stop', 'bye', 'end']),
  );
  const states = trace.entries.flatMap(({ event }) => (event.type === 'recording' ? [event.state] : []));
  expect(states).toEqual(['started', 'completed']);
  expect(trace.record.context.vars.kept).toMatch(/\/recordings\//);
  expect(trace.entries.flatMap(({ notes }) => notes).filter(({ kind }) => kind === 'failed')).toEqual([]);
});

test('a recording goes on while the call is held and the party sends no audio', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700003' });
  const trace = await rig.traces.find('+491700003');
  const agent = await until(() => rig.phones.agent.taken[1]);
  await trace.untilStep('talk');
  await phone.press('*');
  await until(() => trace.record.context.line.isHeld);
  // Asterisk ends a recording after four seconds without audio.
  const heard = await measureHeard(phone, agent, 1_000);
  expect(heard).toBe(0);
  await delay(5_000);
  expect(trace.events.filter((type) => type === 'recording')).toHaveLength(1);
  await phone.press('*');
  await until(() => !trace.record.context.line.isHeld);
  expect(await measureHeard(phone, agent, 1_000)).toBeGreaterThan(700);
  expect(await rig.asterisk.command('core show channels concise')).not.toContain('Snoop/');
  await agent.hangUp();
  await phone.over;
  await until(() => trace.isOver);
  const file = readFileSync(`${rig.asterisk.recordings}/${trace.record.id}.${RECORD_COMMAND}.wav`);
  expect(file.length / BYTES_PER_SECOND).toBeGreaterThan(6);
});

test('a party that leaves while the call is held leaves nothing behind', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700004' });
  const trace = await rig.traces.find('+491700004');
  const agent = await until(() => rig.phones.agent.taken[2]);
  await trace.untilStep('talk');
  await phone.press('*');
  await until(() => trace.record.context.line.isHeld);
  await agent.hangUp();
  await phone.over;
  await until(() => trace.isOver);
  await until(async () => (await rig.asterisk.command('core show channels concise')).trim() === '');
  expect(rig.log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

test('the finalizer knows the recording of a talk that the caller has ended', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700002' });
  const trace = await rig.traces.find('+491700002');
  await trace.untilStep('talk');
  await phone.hangUp();
  await until(() => trace.isOver);
  expect(trace.record.context.vars.kept).toMatch(/\/recordings\//);
  expect(trace.entries.at(-1)?.event).toMatchObject({ type: 'disconnected', reason: 'normal' });
});

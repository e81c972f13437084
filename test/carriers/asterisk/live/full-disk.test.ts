/** Messages and recordings on a disk that is full: a real file system of one megabyte. */
import { execFileSync } from 'node:child_process';
import { chownSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { readAsteriskIds } from '../../../setup/asterisk/root.ts';
import { renderTone } from '../../../setup/asterisk/tone.ts';
import { startRig, type CallTrace, type Rig } from './service-rig.ts';

const flow = flowOf(`
  vars: { voice: '' }
  on: { error: broken }
  steps:
    which:
      switch: [{ when: call.to == "+4930555001", goto: record }]
      next: leave
    leave:
      voicemail: { save: voice, longest: 60s, silence: 3s, terminator: '#' }
      on: { silent: nothing, failed: failed }
    left: { outcome: left, next: end }
    nothing: { outcome: nothing, next: end }
    record:
      record: { start: "talk-\${call.id}" }
      on: { not_bridged: failed, already_recording: failed, name_taken: failed, failed: failed }
    talk: { wait: 3s }
    stop:
      record: { stop: true }
      on: { failed: failed }
      next: end
    failed: { outcome: failed, next: end }
    broken: { outcome: broken, next: end }
    end: { hangup: }
`);

const BLOCK = 4_096;
const DISK_BYTES = 1_048_576;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flow] });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', rig.asterisk.recordings]);
  const { uid, gid } = readAsteriskIds();
  chownSync(rig.asterisk.recordings, uid, gid);
});
afterAll(async () => {
  execFileSync('umount', ['--lazy', rig.asterisk.recordings]);
  await rig.stop();
});
afterEach(async () => {
  await until(() => [...rig.traces.calls.values()].every(({ isOver }) => isOver));
  rig.traces.calls.clear();
});

/** Leaves this much space on the disk. */
function fill(freeBytes: number): void {
  for (const name of readdirSync(rig.asterisk.recordings))
    rmSync(join(rig.asterisk.recordings, name), { recursive: true });
  writeFileSync(join(rig.asterisk.recordings, 'filler'), Buffer.alloc(DISK_BYTES - freeBytes - BLOCK));
}

const listStates = ({ entries }: CallTrace) =>
  entries.flatMap(({ event }) => (event.type === 'recording' ? [event.state] : []));

async function leaveMessage(from: string): Promise<CallTrace> {
  const phone = await rig.phones.caller.call({ from });
  const trace = await rig.traces.find(from);
  await until(() => listStates(trace).length > 0);
  await phone.speak(renderTone(1_000, 4_000));
  await phone.press('#');
  await until(() => trace.isOver);
  return trace;
}

test('a disk with space takes a message', async () => {
  fill(DISK_BYTES / 2);
  const trace = await leaveMessage('+491700001');
  expect(trace.record.context.milestones).toEqual(['left']);
});

test.each([
  ['is full counts as silent: Asterisk stores no sound, and tells no error', 0, 'nothing'],
  ['becomes full is kept as far as it was written', 8 * BLOCK, 'left'],
])('a message on a disk that %s', async (_what, freeBytes, outcome) => {
  fill(freeBytes);
  const trace = await leaveMessage('+491700002');
  expect(listStates(trace)).toEqual(['started', 'completed']);
  expect(trace.record.context.milestones).toEqual([outcome]);
});

test('a call whose recording cannot be written goes on', async () => {
  fill(0);
  const phone = await rig.phones.caller.call({ from: '+491700004', to: '+4930555001' });
  await phone.status;
  const trace = await rig.traces.find('+491700004');
  await phone.speak(renderTone(1_000, 2_000));
  await until(() => trace.isOver);
  expect(trace.steps).toEqual(['which', 'record', 'talk', 'stop', 'end']);
});

test('a message on a disk that nobody may write to fails, which the log and the metrics tell', async () => {
  const remount = (mode: string) => execFileSync('mount', ['-o', `remount,${mode}`, rig.asterisk.recordings]);
  remount('ro');
  try {
    const trace = await leaveMessage('+491700005');
    expect(listStates(trace).at(-1)).toBe('failed');
    expect(trace.record.context.milestones).toEqual(['failed']);
    expect(rig.log.of('warn')).toContain('a recording has failed');
    const metrics = await fetch(`${rig.service.url}/metrics`).then((answer) => answer.text());
    expect(metrics).toMatch(
      /^ringflow_recordings_total\{project="default",result="failed",carrier="\w+"\} 1$/m,
    );
  } finally {
    remount('rw');
  }
});

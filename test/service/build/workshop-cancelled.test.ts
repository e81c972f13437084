/** Jobs whose client has gone, on the real thread. */
import { afterEach, expect, test } from 'vitest';
import { BuildWorkers, JobCancelled } from '../../../src/service/build/index.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';

const small = { 'flow.yaml': flowSaying('Hello.') };
/** Tens of thousands of simulated calls: far more work than a test waits for. */
const endless = {
  ...small,
  'a.scenario.yaml': `scenarios:\n${'  - { name: greets, script: [hears: Hello] }\n'.repeat(9_000)}`,
};

const workshops: BuildWorkers[] = [];

afterEach(async () => {
  for (const workshop of workshops.splice(0)) await workshop.close();
});

function open(): BuildWorkers {
  const workshop = new BuildWorkers({ clock: new HandClock(), limits: { waiting: 1 } });
  workshops.push(workshop);
  return workshop;
}

test('BUILD-4 ends the current job when it is cancelled, and does the next one', async () => {
  const workshop = open();
  const client = new AbortController();
  const late = workshop.do({ project: 'shop', signal: client.signal }, 'build', endless);
  const next = workshop.do('shop', 'build', small);
  client.abort();
  await expect(late).rejects.toThrow(JobCancelled);
  expect((await next).versions).toHaveLength(1);
});

test('BUILD-4 removes a cancelled job from the queue, and begins none that was cancelled before', async () => {
  const workshop = open();
  const client = new AbortController();
  const { signal } = client;
  const first = workshop.do('shop', 'build', small);
  const waiting = workshop.do({ project: 'shop', signal }, 'build', endless);
  client.abort();
  await expect(waiting).rejects.toThrow(JobCancelled);
  await expect(workshop.do({ project: 'shop', signal }, 'build', endless)).rejects.toThrow(JobCancelled);
  // The queue holds one job, so this one would be refused if the cancelled one were still there.
  const second = workshop.do('shop', 'build', small);
  expect((await Promise.all([first, second])).map(({ hasErrors }) => hasErrors)).toEqual([false, false]);
});

test('BUILD-4 a cancellation after the result changes nothing', async () => {
  const workshop = open();
  const client = new AbortController();
  const done = await workshop.do({ project: 'shop', signal: client.signal }, 'build', small);
  client.abort();
  expect(done.versions).toHaveLength(1);
  expect((await workshop.do('shop', 'build', small)).versions).toHaveLength(1);
});

test('BUILD-2 a replay that takes too long is told apart from a build', async () => {
  const clock = new HandClock();
  const workshop = new BuildWorkers({ clock });
  workshops.push(workshop);
  const replay = workshop.do('shop', 'previewVersion', { version: '', recording: '' });
  clock.pass(60_000);
  await expect(replay).rejects.toMatchObject({ code: 'replay_too_large' });
});

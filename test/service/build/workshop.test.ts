/** The real thread, on a clock that is driven by hand. */
import { afterEach, describe, expect, test } from 'vitest';
import { BuildWorkers } from '../../../src/service/build/index.ts';
import type { Jobs } from '../../../src/service/build/index.ts';
import { flowOfSteps } from '../../../bench/flow-text.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';

type WorkshopLimits = NonNullable<ConstructorParameters<typeof BuildWorkers>[0]['limits']>;

const small = { 'flow.yaml': flowSaying('Hello.') };
/** Tens of thousands of simulated calls: far more work than a test waits for. */
const endless = {
  ...small,
  'a.scenario.yaml': `scenarios:\n${'  - { name: greets, script: [hears: Hello] }\n'.repeat(9_000)}`,
};

const open: BuildWorkers[] = [];

afterEach(async () => {
  for (const workshop of open.splice(0)) await workshop.close();
});

function opened(limits: Partial<WorkshopLimits> = {}) {
  const clock = new HandClock();
  const workshop = new BuildWorkers({ clock, limits });
  open.push(workshop);
  return { clock, workshop };
}

const refusal = (code: string) => ({ code });

describe('the workshop', () => {
  test('does one job after another, and tells what comes of each', async () => {
    const { workshop } = opened();
    const [trial, drawn, changes] = await Promise.all([
      workshop.do('shop', 'build', small),
      workshop.do('shop', 'draw', { flow: 'desk', files: small, format: 'dot', all: false }),
      workshop.do('shop', 'compare', { flow: 'desk', before: small, after: small, format: 'text' }),
    ]);
    expect(trial.versions.map(({ flow }) => flow)).toEqual(['desk']);
    expect(drawn).toContain('digraph');
    expect(changes).toBe('no change that a caller notices\n');
  });

  test('BUILD-1 refuses more than may wait, and does those that wait', async () => {
    const { workshop } = opened({ waiting: 1 });
    const first = workshop.do('shop', 'build', small);
    const second = workshop.do('shop', 'build', small);
    await expect(workshop.do('shop', 'build', small)).rejects.toMatchObject(refusal('build_queue_full'));
    expect((await Promise.all([first, second])).map(({ hasErrors }) => hasErrors)).toEqual([false, false]);
    expect((await workshop.do('shop', 'build', small)).hasErrors).toBe(false);
  });

  test('BUILD-1 refuses what one project wants at once beyond its part, and has room for others then', async () => {
    const { workshop } = opened({ waiting: 3, waitingOfProject: 1 });
    const done = [workshop.do('shop', 'build', small), workshop.do('shop', 'build', small)];
    await expect(workshop.do('shop', 'build', small)).rejects.toMatchObject(refusal('build_queue_full'));
    done.push(workshop.do('bank', 'build', small));
    await expect(workshop.do('bank', 'build', small)).rejects.toMatchObject(refusal('build_queue_full'));
    expect((await Promise.all(done)).map(({ hasErrors }) => hasErrors)).toEqual([false, false, false]);
    expect((await workshop.do('shop', 'build', small)).hasErrors).toBe(false);
  });

  test('BUILD-2 ends a job that takes too long, and does the next one', async () => {
    const { workshop, clock } = opened();
    const late = workshop.do('shop', 'build', endless);
    const next = workshop.do('shop', 'build', small);
    clock.pass(60_000);
    await expect(late).rejects.toMatchObject(refusal('invalid_bundle'));
    expect((await next).versions).toHaveLength(1);
  });

  test('BUILD-2 ends a job that takes too much memory, and does the next one', async () => {
    const { workshop } = opened({ memoryMb: 48 });
    const many = Array.from({ length: 150 }, (_, at) => [`${at}.flow.yaml`, flowOfSteps(200, `bench-${at}`)]);
    const late = workshop.do('shop', 'build', Object.fromEntries(many) as Record<string, string>);
    await expect(late).rejects.toMatchObject({
      ...refusal('invalid_bundle'),
      message: expect.stringContaining('48 MB') as string,
    });
    expect((await workshop.do('shop', 'build', small)).versions).toHaveLength(1);
  });

  test('BUILD-3 waits for the next job for a while, and begins anew after it', async () => {
    const { workshop, clock } = opened({ idleMs: 7 });
    await workshop.do('shop', 'build', small);
    expect(clock.waits(7)).toBe(true);
    clock.pass(7);
    expect((await workshop.do('shop', 'build', small)).versions).toHaveLength(1);
  });

  test('passes on what a job refuses, and says what is a bug of ours', async () => {
    const { workshop } = opened();
    const drawing = { flow: 'night', files: small, format: 'dot' as const, all: false };
    await expect(workshop.do('shop', 'draw', drawing)).rejects.toMatchObject(refusal('invalid_version'));
    await expect(workshop.do('shop', 'nothing' as keyof Jobs, small)).rejects.toThrow(/a build job failed/);
    expect((await workshop.do('shop', 'build', small)).versions).toHaveLength(1);
  });

  test('refuses what is under way or waits when the service stops, and everything afterwards', async () => {
    const { workshop, clock } = opened({ idleMs: 7 });
    const ended = Promise.allSettled([
      workshop.do('shop', 'build', endless),
      workshop.do('shop', 'build', small),
    ]);
    await workshop.close();
    for (const one of await ended)
      expect(one).toMatchObject({ status: 'rejected', reason: refusal('build_queue_full') });
    await expect(workshop.do('shop', 'build', small)).rejects.toMatchObject(refusal('build_queue_full'));
    expect(clock.waits(7)).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import type { CallRecord, Note } from '../../../src/call/index.ts';
import { flowVersion } from '../../../src/call/index.ts';
import { ALL_COUNTED } from '../../../src/engine/ports/index.ts';
import type { Counts, Flush, Sheet, Width } from '../../../src/engine/ports/index.ts';
import { CallCounter } from '../../../src/service/stats/counter.ts';
import { callRecord } from '../../builders/call-record.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';
import { failingFirst, losingFirst } from '../../engine/store-with.ts';

const FLUSH_MS = 1_000;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const visit = (step: string): Note => ({ kind: 'entered', step, verb: 'say' });

/** A counter on a store; `add` stands before the store's. */
function scene(wrap: (add: Counts['add']) => Counts['add'] = (add) => add) {
  const { counts } = openMemoryStore();
  const clock = new HandClock();
  const log = new RecordingLog();
  const flushes: Flush[] = [];
  const add = wrap((flush) => counts.add(flush));
  const counter = new CallCounter({
    counts: {
      add: (flush) => {
        flushes.push(flush);
        return add(flush);
      },
    },
    clock,
    log,
    node: 'a',
    retentionMs: DAY,
  });
  const happens = (notes: Note[], { at = clock.now(), version = 'v1', flow = 'front-desk' } = {}) => {
    const record: CallRecord = {
      ...callRecord(),
      flow: { name: flow, version: flowVersion(version) },
    };
    counter.traced(record, { seq: 2, at, event: { type: 'wake', at }, notes, commands: [], state: '' });
  };
  const sums = async (width: Width = 'minute', sheet: Sheet = 'steps', flow = 'front-desk') => {
    const series = { project: 'default', flow, sheet, width };
    const found = await counts.read(series, { from: 0, until: clock.now() + DAY });
    return found.flatMap(({ version, sums: of }) =>
      Object.entries(of).map(([name, count]) => `${version} ${name}=${count}`),
    );
  };
  const projectSums = async (width: Width, sheet: Sheet) => (await sums(width, sheet, ALL_COUNTED)).sort();
  return { counter, clock, log, flushes, happens, sums, projectSums };
}

describe('a counter', () => {
  test('STATS-1 adds nothing while calls go on, and all of it a little later', async () => {
    const { counter, clock, happens, sums, flushes } = scene();
    counter.start();
    for (let times = 0; times < 3; times += 1) happens([visit('hello')]);
    happens([visit('hello')], { version: 'v2' });
    expect(flushes).toEqual([]);
    clock.pass(FLUSH_MS);
    expect(await until(async () => ((await sums()).length > 0 ? await sums() : undefined))).toEqual([
      'v1 visit hello=3',
      'v2 visit hello=1',
    ]);
    expect(await sums('hour')).toEqual(await sums());
    expect(flushes).toHaveLength(1);
    await counter.stop();
  });

  test('goes on adding, and adds nothing when nothing has happened', async () => {
    const { counter, clock, happens, sums, flushes } = scene();
    counter.start();
    for (let times = 1; times <= 3; times += 1) {
      happens([visit('hello')]);
      clock.pass(FLUSH_MS);
      await until(async () => (await sums())[0] === `v1 visit hello=${times}`);
      await until(() => clock.waits(FLUSH_MS));
    }
    clock.pass(10 * FLUSH_MS);
    expect(flushes).toHaveLength(3);
    await counter.stop();
    expect(flushes).toHaveLength(3);
  });

  test('puts an event into its minute and its hour, which are kept as long as the others of ten minutes, and of a day', async () => {
    const { counter, clock, happens, flushes } = scene();
    const noon = clock.now();
    happens([visit('hello')], { at: noon - 1 });
    happens([visit('hello')], { at: noon + MINUTE - 1 });
    happens([visit('hello')], { at: noon + MINUTE });
    await counter.flush();
    const told = flushes
      .flatMap(({ added }) => added)
      .map(({ width, at, keptUntil }) => [width, (at - noon) / MINUTE, (keptUntil - noon) / MINUTE]);
    expect(told).toEqual([
      ['minute', -1, 360],
      ['hour', -60, 36 * 60],
      ['minute', 0, 370],
      ['hour', 0, 36 * 60],
      ['minute', 1, 370],
      ['hour', 0, 36 * 60],
    ]);
  });

  test('also adds up how the calls of a project ended, by flow and of all flows together', async () => {
    const { counter, happens, projectSums } = scene();
    happens([{ kind: 'ended', reason: 'normal' }]);
    happens([{ kind: 'ended', reason: 'normal', hungUp: true, step: 'main' }], { version: 'v2' });
    happens([{ kind: 'ended', reason: 'failed', failed: true }], { flow: 'survey' });
    await counter.flush();
    const byFlow = ['front-desk ended=2', 'front-desk hung_up=1', 'survey ended=1', 'survey failed=1'];
    expect(await projectSums('minute', 'flows')).toEqual(byFlow);
    expect(await projectSums('hour', 'flows')).toEqual(byFlow);
    expect(await projectSums('minute', 'project')).toEqual(['* ended=3', '* failed=1', '* hung_up=1']);
  });

  test('STATS-2 adds once what could not be added at first, and what came since after it', async () => {
    const { counter, happens, sums, log } = scene((add) => failingFirst(2, add));
    happens([visit('hello')]);
    await counter.flush();
    happens([visit('hello'), visit('main')]);
    await counter.flush();
    expect(await sums()).toEqual([]);
    await counter.flush();
    expect(await sums()).toEqual(['v1 visit hello=2', 'v1 visit main=1']);
    expect(log.of('warn')).toEqual([
      'cannot write call statistics; they will be retried',
      'cannot write call statistics; they will be retried',
    ]);
  });

  test('STATS-2 adds once what was added without an answer', async () => {
    const { counter, happens, sums } = scene((add) => losingFirst(add));
    happens([visit('hello')]);
    await counter.flush();
    await counter.flush();
    expect(await sums()).toEqual(['v1 visit hello=1']);
  });

  test('STATS-2 counts no more sums than it has room for, says so once, and goes on when there is room', async () => {
    let isAway = true;
    const { counter, happens, log, sums } = scene((add) => (flush) => {
      if (isAway) return Promise.reject(new Error('away'));
      return add(flush);
    });
    for (let step = 0; step < 100_050; step += 1) happens([visit(`s${step}`)]);
    happens([visit('s1')]);
    expect(log.of('error')).toEqual(['some call statistics were dropped']);
    await counter.flush();
    happens([visit('late')]);
    isAway = false;
    await counter.flush();
    expect(await sums()).toHaveLength(100_000);
    expect(await sums()).toContain('v1 visit s1=2');
    happens([visit('later')]);
    await counter.flush();
    expect(await sums()).toContain('v1 visit later=1');
  });

  test('adds many sums in pieces', async () => {
    const { counter, happens, flushes, sums } = scene();
    for (let step = 0; step < 5_000; step += 1) happens([visit(`s${step}`)]);
    await counter.flush();
    const sizes = flushes.map(({ added }) => added.reduce((sum, { sums: some }) => sum + some.length, 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250);
    expect(flushes.map(({ number }) => number)).toEqual(flushes.map((_, nth) => nth + 1));
    expect(await sums()).toHaveLength(5_000);
  });

  test('STATS-3 adds what is left when it stops, and nothing by itself from then on', async () => {
    const { counter, clock, happens, sums, flushes } = scene();
    counter.start();
    happens([visit('hello')]);
    await counter.stop();
    expect(await sums()).toEqual(['v1 visit hello=1']);
    clock.pass(DAY);
    expect(flushes).toHaveLength(1);
  });
});

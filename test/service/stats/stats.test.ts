/** What is read from sums: order, other flows, versions that nobody knows any more, spans of time. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { Sheet, Width } from '../../../src/engine/ports/index.ts';
import { WIDTH_MS } from '../../../src/engine/ports/index.ts';
import { Stats } from '../../../src/service/stats/stats.ts';

const HOUR = WIDTH_MS.hour;
const now = Date.parse('2026-08-01T12:34:56.000Z');
const noon = Date.parse('2026-08-01T12:00:00.000Z');

/** Sums as they are written in tests: `version name=count`. */
function scene() {
  const store = openMemoryStore();
  let number = 0;
  const add = (sums: string[], more: { sheet?: Sheet; width?: Width; at?: number } = {}) => {
    const { sheet = 'calls', width = 'hour', at = noon } = more;
    number += 1;
    const read = sums.map((text) => {
      const [, version = '', name = '', count = ''] = /^(\S+) (.*)=(\d+)$/.exec(text) ?? [];
      return { version, name, count: Number(count) };
    });
    const series = { project: 'default', flow: 'outer', sheet, width };
    const added = [{ ...series, at, keptUntil: Infinity, sums: read }];
    return store.counts.add({ node: 'a', number, now, added });
  };
  const stats = new Stats({ counts: store.counts, flows: store, now: () => now });
  const of = (query: Partial<Parameters<Stats['read']>[0]> = {}) =>
    stats.read({ project: 'default', flow: 'outer', ...query });
  return { store, add, of };
}

const outer = `ringflow: 1
name: outer
languages: [en-US]
on: { error: sorry }
steps:
  zeta: { say: Hello. }
  alpha: { run: { flow: inner } }
  sorry: { say: Sorry., next: hangup }
`;
const inner = `ringflow: 1
name: inner
languages: [en-US]
returns: {}
steps:
  zeta: { say: Inner., next: return }
`;

describe('steps', () => {
  test('stand in the order of the flow, with those of flows that it runs behind', async () => {
    const { store, add, of } = scene();
    const files = [outer, inner].map((text, at) => ({ file: `${at}.yaml`, text }));
    const [first = { file: '', text: '' }] = files;
    const { flow } = compileFlow(first, { others: createFlowCatalogue(files) });
    await store.putFlow('v1', JSON.stringify(flow), Infinity);
    await add(['v1 begun=1']);
    await add(['v1 visit inner/zeta=2', 'v1 visit alpha=1', 'v1 visit gone=1'], { sheet: 'steps' });
    const { versions } = await of();
    expect(versions[0]?.steps.map(({ step, verb, visits }) => [step, verb, visits])).toEqual([
      ['zeta', 'say', 0],
      ['alpha', 'run', 1],
      ['sorry', 'say', 0],
      ['inner/zeta', 'say', 2],
      ['gone', undefined, 1],
    ]);
  });

  test('of a version that nobody knows any more stand in the order of their names', async () => {
    const { add, of } = scene();
    await add(['v9 begun=1']);
    await add(
      [
        'v9 visit b=1',
        'v9 left b of two words=3',
        'v9 left b of two words=1',
        'v9 hung_up b=5',
        'v9 no_input a=2',
        'v9 no_match a=3',
      ],
      { sheet: 'steps' },
    );
    expect((await of()).versions[0]?.steps).toEqual([
      { step: 'a', visits: 0, outcomes: {}, noInput: 2, noMatch: 3, hungUp: 0 },
      { step: 'b', visits: 1, outcomes: { 'of two words': 4 }, noInput: 0, noMatch: 0, hungUp: 5 },
    ]);
  });
});

describe('versions', () => {
  test('with most calls stand first, 20 at most', async () => {
    const { add, of } = scene();
    await add(Array.from({ length: 25 }, (_, at) => `v${at} begun=${at}`));
    const { versions } = await of();
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, at) => `v${24 - at}`),
    );
  });

  test('that are asked for are told in that order, with nothing where there is nothing', async () => {
    const { add, of } = scene();
    await add([
      'v1 begun=5',
      'v1 ended=3',
      'v1 failed=1',
      'v1 hung_up=1',
      'v1 ended normal=3',
      'v1 bridged=2',
    ]);
    const { versions } = await of({ versions: ['v2', 'v1'] });
    expect(versions.map(({ version, calls }) => [version, calls])).toEqual([
      ['v2', { begun: 0, ended: 0, failed: 0, hungUp: 0, talked: 0, served: 0, bridged: 0, byReason: {} }],
      [
        'v1',
        {
          begun: 5,
          ended: 3,
          failed: 1,
          hungUp: 1,
          talked: 0,
          served: 1,
          bridged: 2,
          byReason: { normal: 3 },
          failedPercent: 33.3,
          hungUpPercent: 33.3,
        },
      ],
    ]);
  });

  test('have outcomes by how often they were reached', async () => {
    const { add, of } = scene();
    await add(['v1 ended=4', 'v1 outcome b=1', 'v1 outcome a=1', 'v1 outcome sold=3']);
    expect((await of()).versions[0]?.outcomes).toEqual([
      { name: 'sold', calls: 3, percent: 75 },
      { name: 'a', calls: 1, percent: 25 },
      { name: 'b', calls: 1, percent: 25 },
    ]);
  });
});

describe('the time', () => {
  test('is told in whole buckets, each by itself and all together', async () => {
    const { add, of } = scene();
    await add(['v1 ended=1'], { at: noon - 2 * HOUR });
    await add(['v1 ended=2'], { at: noon - HOUR });
    await add(['v1 ended=4'], { at: noon });
    const { from, to, bucket, versions } = await of({ from: noon - HOUR + 1, bucket: 'hour' });
    expect({ from, to, bucket }).toEqual({ from: noon - HOUR, to: now, bucket: 'hour' });
    expect(versions[0]?.calls.ended).toBe(6);
    expect(versions[0]?.buckets.map(({ at, ended }) => [(at - noon) / HOUR, ended])).toEqual([
      [-1, 2],
      [0, 4],
    ]);
  });

  test.each<[string, object, Width, number]>([
    ['nothing: the last day, in hours', {}, 'hour', noon - 24 * HOUR],
    ['minutes: the last hour of them', { bucket: 'minute' }, 'minute', now - 56_000 - HOUR],
    ['a short time: minutes', { from: noon }, 'minute', noon],
    [
      'a short time that is long ago: hours',
      { from: noon - 9 * HOUR, to: noon - 8 * HOUR },
      'hour',
      noon - 9 * HOUR,
    ],
  ])('where it is said of it %s', async (_what, query, bucket, from) => {
    const { of } = scene();
    expect(await of(query)).toMatchObject({ bucket, from });
  });
});

/** What is read of whole projects: many flows, old sums, and no read for each of them. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { ALL_COUNTED, WIDTH_MS } from '../../../src/engine/ports/index.ts';
import { ProjectStatistics } from '../../../src/service/stats/project-stats.ts';

const now = Date.parse('2026-08-01T12:34:56.000Z');
const noon = Date.parse('2026-08-01T12:00:00.000Z');

function scene({ deployed = [], live = 0 }: { deployed?: string[]; live?: number } = {}) {
  const { counts } = openMemoryStore();
  const asked: string[] = [];
  const reading = new ProjectStatistics({
    counts: {
      read: (series, period) => {
        asked.push(series.sheet);
        return counts.read(series, period);
      },
      sum: (series, period) => {
        asked.push(series.sheet);
        return counts.sum(series, period);
      },
    },
    calls: {
      count: ({ flow }) => {
        asked.push(`live ${flow ?? 'in all'}`);
        return Promise.resolve(live);
      },
    },
    deployments: {
      list: (_project, { limit }) =>
        Promise.resolve(
          deployed
            .slice(0, limit)
            .map((flow) => ({ flow, live: 'v1', history: [], changedAt: 0, changedBy: 'a' })),
        ),
    },
    now: () => now,
  });
  let number = 0;
  const add = (sums: { flow: string; name: string; count: number }[], at = noon) => {
    number += 1;
    const series = { project: 'default', flow: ALL_COUNTED, sheet: 'flows' as const, width: 'hour' as const };
    const added = [
      {
        ...series,
        at,
        keptUntil: Infinity,
        sums: sums.map(({ flow: version, ...sum }) => ({ version, ...sum })),
      },
    ];
    return counts.add({ node: 'a', number, now, added });
  };
  return {
    add,
    asked,
    read: (query: { series?: boolean; from?: number; bucket?: 'minute' } = {}) =>
      reading.read({ project: 'default', ...query }),
  };
}

describe('the flows of a project', () => {
  test('are 200 at most, those with most calls first, and all count in the total', async () => {
    const { add, read } = scene();
    await add(Array.from({ length: 230 }, (_, nth) => ({ flow: `f${nth}`, name: 'begun', count: nth + 1 })));
    const { flows, flowsLeftOut, calls } = await read();
    expect(flows).toHaveLength(200);
    expect(flows[0]).toMatchObject({ flow: 'f229', calls: { begun: 230 } });
    expect({ flowsLeftOut, begun: calls.begun }).toEqual({ flowsLeftOut: 30, begun: (230 * 231) / 2 });
  });

  test('have their series only if it is asked for: one more read, in the order of time', async () => {
    const { add, asked, read } = scene({ deployed: ['quiet'] });
    await add([{ flow: 'busy', name: 'begun', count: 2 }]);
    await add(
      [
        { flow: 'busy', name: 'begun', count: 3 },
        { flow: 'busy', name: 'ended', count: 1 },
      ],
      noon - WIDTH_MS.hour,
    );
    expect((await read()).flows.some(({ series }) => series !== undefined)).toBe(false);
    const before = asked.length;
    const { flows } = await read({ series: true });
    expect(flows.map(({ flow, series }) => ({ flow, series }))).toEqual([
      {
        flow: 'busy',
        series: [
          { at: noon - WIDTH_MS.hour, begun: 3 },
          { at: noon, begun: 2 },
        ],
      },
      { flow: 'quiet', series: [] },
    ]);
    expect(asked.length - before).toBe(before + 1);
    await expect(read({ series: true, from: now - 401 * WIDTH_MS.minute, bucket: 'minute' })).rejects.toThrow(
      'more than 400 minutes',
    );
  });

  test('in service without calls stand behind, by name', async () => {
    const { add, read } = scene({ deployed: ['a', 'b', 'c'] });
    await add([{ flow: 'c', name: 'begun', count: 1 }]);
    expect((await read()).flows.map(({ flow }) => flow)).toEqual(['c', 'a', 'b']);
  });

  test('cost two reads of counts, however many they are, and none of live calls where there are none', async () => {
    const { add, asked, read } = scene();
    await add(Array.from({ length: 50 }, (_, nth) => ({ flow: `f${nth}`, name: 'begun', count: 1 })));
    await read();
    expect(asked).toEqual(['flows', 'project', 'live in all']);
    const busy = scene({ deployed: ['a', 'b'], live: 2 });
    await busy.read();
    expect(busy.asked).toEqual(['flows', 'project', 'live in all', 'live a', 'live b']);
  });

  test('whose calls ended before anybody counted conversations are served', async () => {
    const { add, read } = scene();
    await add([
      { flow: 'a', name: 'ended', count: 10 },
      { flow: 'a', name: 'failed', count: 1 },
      { flow: 'a', name: 'hung_up', count: 2 },
    ]);
    expect((await read()).flows[0]?.calls).toEqual({
      begun: 0,
      ended: 10,
      failed: 1,
      hungUp: 2,
      talked: 0,
      served: 7,
    });
  });

  test('of hours before the period do not count', async () => {
    const { add, read } = scene();
    await add([{ flow: 'a', name: 'begun', count: 7 }], noon - 25 * WIDTH_MS.hour);
    expect(await read()).toMatchObject({ flows: [], calls: { begun: 0 } });
  });
});

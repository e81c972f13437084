/** What every store promises of counts (COUNTS-1 to COUNTS-3 of src/engine/ports/counts.ts), as facts that run against the real thing. */
import { describe, expect, test } from 'vitest';
import { addUp, ALL_COUNTED } from '../../../src/engine/ports/index.ts';
import type {
  BucketAddition,
  Counts,
  Flush,
  Period,
  Series,
  Store,
  Sum,
} from '../../../src/engine/ports/index.ts';
import type { StoreFactory } from './call-store.ts';
import type { Stores } from './call-store/fact.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Redis expires by its own clock, so what is kept is kept from now on. */
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const calls: Series = { project: 'default', flow: 'desk', sheet: 'calls', width: 'minute' };
const recent = { from: now - 10 * MINUTE, until: now + 10 * MINUTE };

const added = (sums: Sum[], more: Partial<BucketAddition> = {}): BucketAddition => ({
  ...calls,
  at: now,
  keptUntil: now + 60 * MINUTE,
  sums,
  ...more,
});
const flush = (number: number, of: BucketAddition[], node = 'a'): Flush => ({ node, number, now, added: of });
const sum = (name: string, count: number, version = 'v1'): Sum => ({ version, name, count });

/** Sorted, for there is no order. */
async function sumsOf(counts: Counts, series = calls, span = recent): Promise<string[]> {
  const found = await counts.read(series, span);
  return found
    .flatMap(({ at, version, sums }) =>
      Object.entries(sums).map(([text, count]) => `${(at - now) / MINUTE} ${version} ${text}=${count}`),
    )
    .sort();
}

/** Declares the suite for one store; one that forgets with the process says so. */
export function countsContract(name: string, factory: StoreFactory, { forgets = false } = {}): void {
  const fact = (title: string, holds: (stores: Stores) => Promise<void>) => {
    test(title, async () => {
      const stores = await factory.create();
      try {
        await holds(stores);
      } finally {
        await stores.close();
      }
    });
  };

  describe(`${name} as one that counts`, () => {
    fact('COUNTS-1 what two nodes add to one sum adds up', async ({ one, two }) => {
      await Promise.all([
        one.counts.add(flush(1, [added([sum('ended', 2), sum('failed', 1)])], 'a')),
        two.counts.add(flush(1, [added([sum('ended', 3), sum('ended', 5, 'v2')])], 'b')),
      ]);
      expect(await sumsOf(one.counts)).toEqual(['0 v1 ended=5', '0 v1 failed=1', '0 v2 ended=5']);
      expect(await sumsOf(two.counts)).toEqual(await sumsOf(one.counts));
    });

    fact('COUNTS-1 of many flushes at once each counts', async ({ one, two }) => {
      const flushing = Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? one : two).counts.add(flush(1, [added([sum('ended', 1)])], `n${at}`)),
      );
      await Promise.all(flushing);
      expect(await sumsOf(one.counts)).toEqual(['0 v1 ended=20']);
    });

    fact('COUNTS-2 a flush that comes again counts once, by whichever way it comes', async ({ one, two }) => {
      const first = flush(1, [added([sum('ended', 2)])]);
      await one.counts.add(first);
      await one.counts.add(first);
      await two.counts.add(first);
      await one.counts.add(flush(2, [added([sum('ended', 1)])]));
      await one.counts.add(first);
      expect(await sumsOf(two.counts)).toEqual(['0 v1 ended=3']);
    });

    fact('series, sheets, widths and buckets are apart', async ({ one }) => {
      const others: Partial<BucketAddition>[] = [
        { project: 'other' },
        { flow: 'desk2' },
        { sheet: 'steps' },
        { sheet: 'flows' },
        { sheet: 'campaign' },
        { flow: ALL_COUNTED },
        { flow: ALL_COUNTED, sheet: 'project' },
        { width: 'hour', at: Math.floor(now / 3_600_000) * 3_600_000 },
        { at: now - 2 * MINUTE },
      ];
      await one.counts.add(
        flush(1, [added([sum('ended', 1)]), ...others.map((more) => added([sum('x', 7)], more))]),
      );
      expect(await sumsOf(one.counts)).toEqual(['-2 v1 x=7', '0 v1 ended=1']);
      expect(await sumsOf(one.counts, { ...calls, flow: 'desk2' })).toEqual(['0 v1 x=7']);
      expect(await sumsOf(one.counts, { ...calls, project: 'nobody' })).toEqual([]);
    });

    fact('a span begins with its first bucket and ends before its last', async ({ one }) => {
      const minutes = [-3, -2, -1, 0];
      await one.counts.add(
        flush(
          1,
          minutes.map((minute) => added([sum('ended', 1)], { at: now + minute * MINUTE })),
        ),
      );
      const span = { from: now - 2 * MINUTE, until: now };
      expect(await sumsOf(one.counts, calls, span)).toEqual(['-1 v1 ended=1', '-2 v1 ended=1'].sort());
      expect(
        await sumsOf(one.counts, calls, { from: span.from + 1, until: now + 1 }),
        'buckets are told by when they begin',
      ).toEqual(['-1 v1 ended=1', '0 v1 ended=1'].sort());
      expect(await sumsOf(one.counts, calls, { from: now, until: now })).toEqual([]);
      expect(await one.counts.sum(calls, { from: now - 3 * MINUTE, until: now })).toEqual([sum('ended', 3)]);
      expect(await one.counts.sum(calls, { from: now, until: now })).toEqual([]);
    });

    fact('the sums of many buckets are those of each of them, together', async ({ one, two }) => {
      const buckets = Array.from({ length: 130 }, (_, nth) => nth);
      await one.counts.add(
        flush(
          1,
          buckets.flatMap((nth) => {
            const sums = [sum('visit a b', nth), sum(`visit ${nth}`, 3), sum('visit a b', 1, 'v2')];
            return [added(sums, { sheet: 'steps', at: now - nth * MINUTE })];
          }),
        ),
      );
      const steps = { ...calls, sheet: 'steps' as const };
      for (const length of [1, 4, 5, 20, 21, 130, 200]) {
        const span = { from: now - (length - 1) * MINUTE, until: now + 1 };
        const some = buckets.slice(0, length);
        const expected = [
          sum('visit a b', some.length, 'v2'),
          ...some.map((nth) => sum(`visit ${nth}`, 3)),
          ...(length > 1 ? [sum('visit a b', (some.length * (some.length - 1)) / 2)] : []),
        ];
        const found = (await two.counts.sum(steps, span)).filter(({ count }) => count > 0);
        const inOrder = (sums: Sum[]) => sums.map((each) => JSON.stringify(each)).sort();
        expect(inOrder(found)).toEqual(inOrder(expected));
      }
    });

    fact(
      'COUNTS-4 a period has the sums of its buckets, wherever it begins and ends',
      async ({ one, two }) => {
        const lately = Math.floor(now / DAY) * DAY;
        const long: BucketAddition[] = [];
        for (let nth = 0; nth < 60; nth += 1) {
          // Some hours in which nothing was counted, and buckets to which two nodes add.
          const at = lately - 50 * HOUR + nth * HOUR;
          if (nth % 7 !== 3)
            long.push(added([sum('x', nth + 1), sum(`h${nth}`, 1, 'v2')], { width: 'hour', at }));
          long.push(added([sum('x', nth + 1)], { at: lately - 25 * MINUTE + nth * MINUTE }));
        }
        await Promise.all([
          one.counts.add(flush(1, long, 'a')),
          two.counts.add(flush(1, long.slice(20, 70), 'b')),
        ]);
        const widths = { hour: { step: HOUR, first: -50 }, minute: { step: MINUTE, first: -25 } };
        for (const [width, { step, first }] of Object.entries(widths) as [
          'hour' | 'minute',
          { step: number; first: number },
        ][])
          for (let from = 0; from < 60; from += 5)
            for (let length = 0; length <= 60; length += 3) {
              const begin = lately + (first + from) * step;
              // Not only where buckets begin.
              const period = { from: begin - (length % 2), until: begin + length * step + (length % 4) };
              await expectSummed(one.counts, { ...calls, width }, period);
            }
        await expectSummed(two.counts, { ...calls, width: 'hour' }, { from: 0, until: now + 9 * DAY });
      },
    );

    fact('COUNTS-4 what is added again and again is in every sum once', async ({ one }) => {
      const at = Math.floor(now / DAY) * DAY - 2 * DAY;
      const whole = { from: at, until: at + DAY };
      for (let times = 1; times <= 3; times += 1) {
        const again = flush(times, [added([sum('x', 2)], { width: 'hour', at: at + times * HOUR })]);
        await one.counts.add(again);
        await one.counts.add(again);
        await one.counts.add(flush(times, [added([sum('x', 1)], { width: 'hour', at: at + HOUR })], 'b'));
        expect(await one.counts.sum({ ...calls, width: 'hour' }, whole)).toEqual([sum('x', 3 * times)]);
      }
    });

    fact('COUNTS-3 the sums of a period are forgotten with its buckets', async ({ one }) => {
      const at = Math.floor(now / DAY) * DAY - 2 * DAY;
      const hours = Array.from({ length: 24 }, (_, nth) => at + nth * HOUR);
      const hour: Series = { ...calls, width: 'hour' };
      await one.counts.add(
        flush(1, [
          ...hours.map((begin) => added([sum('old', 1)], { width: 'hour', at: begin, keptUntil: now + 1 })),
          added([sum('ended', 1)], { width: 'hour', at: at + DAY }),
        ]),
      );
      const period = { from: at, until: at + 2 * DAY };
      while ((await one.counts.read(hour, period)).length > 1) await one.expire(now + 2, 10);
      expect(await one.counts.sum(hour, period)).toEqual([sum('ended', 1)]);
      await one.counts.add(flush(2, [added([sum('late', 1)], { width: 'hour', at })]));
      await expectSummed(one.counts, hour, period);
    });

    fact('names may have spaces and be of any letters, and there may be many', async ({ one }) => {
      const names = ['left main ümläut', 'visit a/b', 'x: ={}', '__proto__'];
      await one.counts.add(flush(1, [added(names.map((text) => sum(text, 1)))]));
      expect(await sumsOf(one.counts)).toEqual(names.map((text) => `0 v1 ${text}=1`).sort());
      const many = Array.from({ length: 5_000 }, (_, at) => sum(`visit s${at}`, 1));
      await one.counts.add(flush(2, [added(many, { sheet: 'steps' })]));
      expect(await sumsOf(one.counts, { ...calls, sheet: 'steps' })).toHaveLength(5_000);
    });

    fact('nothing is added by a flush of nothing', async ({ one }) => {
      await one.counts.add(flush(1, []));
      expect(await sumsOf(one.counts)).toEqual([]);
    });

    fact('COUNTS-3 a bucket is forgotten after its time, and the others are not', async ({ one }) => {
      await one.counts.add(
        flush(1, [
          added([sum('old', 1)], { at: now - MINUTE, keptUntil: now + 1 }),
          added([sum('ended', 1)]),
        ]),
      );
      await forgotten(one);
      expect(await sumsOf(one.counts)).toEqual(['0 v1 ended=1']);
    });

    if (!forgets)
      fact('what was added is there when the store is opened again', async ({ one, reopen }) => {
        await one.counts.add(flush(1, [added([sum('ended', 1)])]));
        const { counts } = await reopen();
        await counts.add(flush(1, [added([sum('ended', 1)])]));
        expect(await sumsOf(counts)).toEqual(['0 v1 ended=1']);
      });
  });
}

/** Holds `sum` against what `read` tells (COUNTS-4). */
async function expectSummed(counts: Counts, series: Series, period: Period): Promise<void> {
  const buckets = await counts.read(series, period);
  const expected = addUp(
    buckets.flatMap(({ version, sums }) =>
      Object.entries(sums).map(([name, count]) => ({ version, name, count })),
    ),
  );
  const inOrder = (sums: Sum[]) => sums.map((each) => JSON.stringify(each)).sort();
  expect(inOrder(await counts.sum(series, period)), JSON.stringify(period)).toEqual(inOrder(expected));
}

/** Redis forgets by itself, the others when they are told the time. */
async function forgotten(store: Store): Promise<void> {
  while ((await sumsOf(store.counts)).length > 1) await store.expire(now + 2, 10);
}

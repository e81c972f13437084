/** What every store promises of counts (K1–K3 of src/ports/counts.ts), as facts that run against the real thing. */
import { describe, expect, test } from 'vitest';
import type { Added, Counts, Flush, Series, Store, Sum } from '../../src/ports/index.ts';
import type { StoreFactory } from './call-store.ts';
import type { Stores } from './call-store/fact.ts';

const MINUTE = 60_000;
/** Redis expires by its own clock, so what is kept is kept from now on. */
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const calls: Series = { project: 'default', flow: 'desk', sheet: 'calls', width: 'minute' };
const recent = { from: now - 10 * MINUTE, until: now + 10 * MINUTE };

const added = (sums: Sum[], more: Partial<Added> = {}): Added => ({
  ...calls,
  at: now,
  keptUntil: now + 60 * MINUTE,
  sums,
  ...more,
});
const flush = (number: number, of: Added[], node = 'a'): Flush => ({ node, number, now, added: of });
const sum = (name: string, count: number, version = 'v1'): Sum => ({ version, name, count });

/** Sorted, for there is no order. */
async function sumsOf(counts: Counts, series = calls, span = recent): Promise<string[]> {
  const found = await counts.read(series, span);
  return found
    .map(({ at, version, name, count }) => `${(at - now) / MINUTE} ${version} ${name}=${count}`)
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
    fact('K1 what two nodes add to one sum adds up', async ({ one, two }) => {
      await Promise.all([
        one.counts.add(flush(1, [added([sum('ended', 2), sum('failed', 1)])], 'a')),
        two.counts.add(flush(1, [added([sum('ended', 3), sum('ended', 5, 'v2')])], 'b')),
      ]);
      expect(await sumsOf(one.counts)).toEqual(['0 v1 ended=5', '0 v1 failed=1', '0 v2 ended=5']);
      expect(await sumsOf(two.counts)).toEqual(await sumsOf(one.counts));
    });

    fact('K1 of many flushes at once each counts', async ({ one, two }) => {
      const flushing = Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? one : two).counts.add(flush(1, [added([sum('ended', 1)])], `n${at}`)),
      );
      await Promise.all(flushing);
      expect(await sumsOf(one.counts)).toEqual(['0 v1 ended=20']);
    });

    fact('K2 a flush that comes again counts once, by whichever way it comes', async ({ one, two }) => {
      const first = flush(1, [added([sum('ended', 2)])]);
      await one.counts.add(first);
      await one.counts.add(first);
      await two.counts.add(first);
      await one.counts.add(flush(2, [added([sum('ended', 1)])]));
      await one.counts.add(first);
      expect(await sumsOf(two.counts)).toEqual(['0 v1 ended=3']);
    });

    fact('series, sheets, widths and buckets are apart', async ({ one }) => {
      const others: Partial<Added>[] = [
        { project: 'other' },
        { flow: 'desk2' },
        { sheet: 'steps' },
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

    fact('K3 a bucket is forgotten after its time, and the others are not', async ({ one }) => {
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

/** Redis forgets by itself, the others when they are told the time. */
async function forgotten(store: Store): Promise<void> {
  while ((await sumsOf(store.counts)).length > 1) await store.expire(now + 2, 10);
}

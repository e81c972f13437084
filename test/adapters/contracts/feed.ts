/** What every feed promises (FEED-1 to FEED-4 of src/engine/ports/feed.ts), as facts that run against the real thing. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIN_FEED_LENGTH } from '../../../src/engine/ports/index.ts';
import type { Feed } from '../../../src/engine/ports/index.ts';

/** Two nodes on one feed, which may be the same where only one process has it. */
export interface Feeds {
  one: Feed;
  two: Feed;
  /** So much time passes that a feed is gone which nobody has opened. */
  forget: (name: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Declares the suite. */
export function feedContract(name: string, create: () => Promise<Feeds>): void {
  describe(`a feed ${name}`, () => {
    let feeds: Feeds;
    beforeEach(async () => {
      feeds = await create();
    });
    afterEach(() => feeds.close());

    const textsBehind = async (after: string, feed = feeds.two, of = 'a') =>
      (await feed.read(of, after, 1_000))?.map(({ text }) => text);

    test('FEED-1 gives what any node adds to every reader in one order', async () => {
      const { one, two } = feeds;
      const from = await two.open('a');
      await Promise.all([one.add('a', ['1', '2']), two.add('a', ['3'])]);
      const read = await textsBehind(from);
      expect(read?.toSorted()).toEqual(['1', '2', '3']);
      expect(read?.indexOf('1')).toBeLessThan(read?.indexOf('2') ?? -1);
      expect(await textsBehind(from, one)).toEqual(read);
    });

    test('FEED-1 of several names are apart', async () => {
      const { one } = feeds;
      const [a, b] = [await one.open('a'), await one.open('b')];
      await one.add('a', ['of a']);
      await one.add('b', ['of b']);
      expect([await textsBehind(a), await textsBehind(b, one, 'b')]).toEqual([['of a'], ['of b']]);
    });

    test('FEED-1 takes any text, and thousands at once', async () => {
      const { one } = feeds;
      const from = await one.open('a');
      const texts = Array.from({ length: 2_000 }, (_, at) => `${at} größe "\n€`);
      await one.add('a', texts);
      const first = (await feeds.two.read('a', from, 1_500)) ?? [];
      expect(first).toHaveLength(1_500);
      const rest = await textsBehind(first.at(-1)?.id ?? '');
      expect([...first.map(({ text }) => text), ...(rest ?? [])]).toEqual(texts);
    });

    test('FEED-2 goes on behind any entry, and tells of one that it does not know', async () => {
      const { one } = feeds;
      const from = await one.open('a');
      await one.add('a', ['1', '2', '3']);
      const [, second] = (await one.read('a', from, 10)) ?? [];
      expect(await textsBehind(second?.id ?? '')).toEqual(['3']);
      expect(await textsBehind('1-1')).toBeUndefined();
      expect(await textsBehind('999999999999999-999999999999999')).toBeUndefined();
    });

    test('FEED-2 tells of a gap where more was added than is kept, FEED-4 which is bounded', async () => {
      const { one } = feeds;
      const from = await one.open('a');
      const many = Array.from({ length: MIN_FEED_LENGTH / 2 }, (_, at) => `${at}`);
      for (let times = 0; times < 3; times += 1) await one.add('a', many);
      expect(await one.read('a', from, 10)).toBeUndefined();
      const here = await one.open('a');
      await one.add('a', ['last']);
      expect(await textsBehind(here)).toEqual(['last']);
    });

    test('FEED-3 is dropped where nobody has it open, and what was before is a gap for who comes later', async () => {
      const { one, two } = feeds;
      expect(await one.isOpen('a')).toBe(false);
      await one.add('a', ['unheard']);
      expect(await one.isOpen('a')).toBe(false);
      const from = await two.open('a');
      expect(await one.isOpen('a')).toBe(true);
      expect(await textsBehind(from)).toEqual([]);
      await feeds.forget('a');
      expect([await one.isOpen('a'), await textsBehind(from)]).toEqual([false, undefined]);
      await one.add('a', ['unheard']);
      await two.open('a');
      expect(await textsBehind(from)).toBeUndefined();
    });

    test('FEED-3 stays open, with its entries, for who opens it again', async () => {
      const from = await feeds.one.open('a');
      await feeds.one.add('a', ['1']);
      const [first] = (await feeds.one.read('a', from, 10)) ?? [];
      expect(await feeds.two.open('a')).toBe(first?.id);
      expect(await textsBehind(from)).toEqual(['1']);
    });
  });
}

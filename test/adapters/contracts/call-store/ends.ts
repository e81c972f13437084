import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '../../../../src/engine/ports/index.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact } from './fact.ts';

/** Reads on behind a place until nothing follows. */
async function rest(store: Store, after = '', limit = 2): Promise<{ ids: string[]; next: string }> {
  const ids: string[] = [];
  for (let place = after; ;) {
    const { calls, next } = await store.ended(place, limit);
    ids.push(...calls.map(({ id }) => id));
    if (next === place) return { ids, next };
    place = next;
  }
}

async function end(store: Store, name: string): Promise<void> {
  await store.commit(commitOf({ id: `default.${name}`, seq: 2, expiresAt: 50_000 }));
}

async function begin(store: Store, ...names: string[]): Promise<void> {
  for (const name of names) await store.commit(commitOf({ id: `default.${name}` }));
}

export const endFacts: Fact[] = [
  {
    title: 'STORE-7 where no call has ended there is nothing behind the beginning',
    async holds({ one }) {
      expect(await one.ended('', 10)).toEqual({ calls: [], next: '' });
      await begin(one, 'a');
      expect(await one.ended('', 10)).toEqual({ calls: [], next: '' });
    },
  },
  {
    title: 'STORE-7 each call that has ended is given once, as last committed, to whoever reads on',
    async holds({ one, two }) {
      const names = Array.from({ length: 9 }, (_, at) => `c${at}`);
      await begin(one, ...names, 'living');
      for (const name of names.slice(0, 5)) await end(two, name);
      const first = await rest(one);
      expect(first.ids.toSorted()).toEqual(names.slice(0, 5).map((name) => `default.${name}`));
      for (const name of names.slice(5)) await end(one, name);
      expect((await rest(two, first.next)).ids.toSorted()).toEqual(
        names.slice(5).map((name) => `default.${name}`),
      );
      const { calls } = await two.ended('', 100);
      expect(calls).toHaveLength(9);
      expect(calls.every(({ seq }) => seq === 2)).toBe(true);
    },
  },
  {
    title: 'STORE-7 what ends later is behind what was read before, in whichever order calls began',
    async holds({ one, two }) {
      await begin(one, 'old', 'new');
      await end(one, 'new');
      const { next } = await rest(two);
      await end(two, 'old');
      expect((await rest(one, next)).ids).toEqual(['default.old']);
    },
  },
  {
    title: 'STORE-7 a call that has ended keeps its place, whatever is committed of it afterwards',
    async holds({ one, two }) {
      await begin(one, 'a');
      await end(one, 'a');
      const { next } = await rest(one);
      await two.commit(commitOf({ id: 'default.a', seq: 3, expiresAt: 60_000 }));
      expect((await rest(one, next)).ids).toEqual([]);
      expect((await one.ended('', 10)).calls).toMatchObject([{ seq: 3 }]);
    },
  },
  {
    title: 'STORE-7 a call that ends with its first event has its place too',
    async holds({ one, two }) {
      await one.commit(commitOf({ id: 'default.a', expiresAt: 50_000 }));
      expect((await rest(two)).ids).toEqual(['default.a']);
    },
  },
  {
    title: 'STORE-7 places go on where they were when everything before was forgotten',
    async holds({ one, two }) {
      await begin(one, 'a', 'b');
      await end(one, 'a');
      const { next } = await rest(one);
      expect(await one.expire(50_000, 10)).toBe(1);
      expect((await rest(one)).ids).toEqual([]);
      await end(two, 'b');
      expect((await rest(one, next)).ids).toEqual(['default.b']);
    },
  },
  {
    title: 'STORE-7 who reads while others commit misses nothing',
    async holds({ one, two }) {
      const names = Array.from({ length: 40 }, (_, at) => `c${at}`);
      await begin(one, ...names);
      const ending = Promise.all(names.map((name, at) => end(at % 2 === 0 ? one : two, name)));
      const seen: string[] = [];
      let place = '';
      const state = { isOver: false };
      void ending.finally(() => {
        state.isOver = true;
      });
      while (!state.isOver) {
        const read = await rest(one, place, 3);
        seen.push(...read.ids);
        place = read.next;
        await endOfTurn();
      }
      await ending;
      seen.push(...(await rest(two, place)).ids);
      expect(seen.toSorted()).toEqual(names.map((name) => `default.${name}`).toSorted());
    },
  },
];

import { expect } from 'vitest';
import { callId } from '../../../../src/call/index.ts';
import { hangup } from '../../../builders/call-record.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact, Stores } from './fact.ts';

const id = callId('default.call-1');

/** Node a holds the lane of two commands until 10 000; node b takes it at 10 000. */
async function takenOver({ one, two }: Stores) {
  await one.commit(commitOf({ node: 'a', commands: [1, 2], leaseUntil: 10_000 }));
  return two.claim('b', 10_000, 20_000, 10);
}

export const laneFacts: Fact[] = [
  {
    title: 'STORE-3 commands are handed out in the order of their numbers',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1, 2] }));
      await one.commit(commitOf({ seq: 2, commands: [3, 10] }));
      const numbers = (await one.load(id))?.outbox.map(({ number }) => number);
      expect(numbers).toEqual([1, 2, 3, 10]);
      expect(await one.settle(id, 1, 'a')).toEqual([2, 3, 10].map((number) => hangup(id, number)));
      expect(await one.settle(id, 2, 'a')).toEqual([3, 10].map((number) => hangup(id, number)));
      expect(await one.settle(id, 3, 'a')).toEqual([hangup(id, 10)]);
      expect(await one.settle(id, 10, 'a')).toEqual([]);
    },
  },
  {
    title: 'STORE-3 a commit without commands on an empty outbox leaves the lane idle',
    async holds({ one }) {
      expect(await one.commit(commitOf())).toEqual({ outcome: 'committed', lane: 'idle' });
    },
  },
  {
    title: 'STORE-3 a node that commits while another holds the lane learns that it is theirs',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1] }));
      const result = await two.commit(commitOf({ node: 'b', seq: 2, commands: [2] }));
      expect(result).toEqual({ outcome: 'committed', lane: 'theirs' });
      expect(await one.settle(id, 1, 'a')).toEqual([hangup(id, 2)]);
    },
  },
  {
    title: 'STORE-3 a node that does not hold the lane cannot settle',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1, 2] }));
      expect(await two.settle(id, 1, 'b')).toEqual([]);
      expect((await one.load(id))?.outbox).toHaveLength(2);
    },
  },
  {
    title: 'STORE-3 an emptied outbox frees the lane for the next node that commits',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1] }));
      await one.settle(id, 1, 'a');
      expect(await one.renew(id, 'a', 50_000)).toBe(false);
      expect(await one.nextDueAt()).toBeUndefined();
      const result = await two.commit(commitOf({ node: 'b', seq: 2, commands: [2] }));
      expect(result).toEqual({ outcome: 'committed', lane: 'mine' });
    },
  },
  {
    title: 'STORE-3 a commit that settles the last command frees the lane, whoever holds it',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1] }));
      const result = await two.commit(commitOf({ node: 'b', seq: 2, settled: 1 }));
      expect(result).toEqual({ outcome: 'committed', lane: 'idle' });
      expect(await one.nextDueAt()).toBeUndefined();
      expect(await one.settle(id, 1, 'a')).toEqual([]);
      const next = await two.commit(commitOf({ node: 'b', seq: 3, commands: [2] }));
      expect(next).toEqual({ outcome: 'committed', lane: 'mine' });
    },
  },
  {
    title: 'STORE-3 a commit that settles one command and adds another leaves the lane with its holder',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1] }));
      const result = await two.commit(commitOf({ node: 'b', seq: 2, settled: 1, commands: [2] }));
      expect(result).toEqual({ outcome: 'committed', lane: 'theirs' });
      expect(await one.settle(id, 1, 'a')).toEqual([hangup(id, 2)]);
    },
  },
  {
    title: 'STORE-3 settling what a commit has settled gives what is left',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1, 2] }));
      await one.commit(commitOf({ seq: 2, settled: 1 }));
      expect(await one.settle(id, 1, 'a')).toEqual([hangup(id, 2)]);
    },
  },
  {
    title: 'STORE-3 settling a command settles those before it',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1, 2, 3] }));
      expect(await one.settle(id, 2, 'a')).toEqual([hangup(id, 3)]);
      expect((await one.load(id))?.outbox).toEqual([hangup(id, 3)]);
    },
  },
  {
    title: 'STORE-3 a commit that settles all before it and adds a command renews the lane of its holder',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1], leaseUntil: 10_000 }));
      const result = await one.commit(commitOf({ seq: 2, settled: 1, commands: [2], leaseUntil: 12_000 }));
      expect(result).toEqual({ outcome: 'committed', lane: 'mine' });
      expect(await one.nextDueAt()).toBe(12_000);
      expect(await one.settle(id, 2, 'a')).toEqual([]);
    },
  },
  {
    title: 'a call that is not stored can neither be settled nor renewed',
    async holds({ one }) {
      expect(await one.settle(id, 1, 'a')).toEqual([]);
      expect(await one.renew(id, 'a', 50_000)).toBe(false);
    },
  },
  {
    title: 'STORE-4 a lane is safe from claims until its lease runs out, and a renewed one longer',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1], leaseUntil: 10_000 }));
      expect(await two.claim('b', 9_999, 20_000, 10)).toEqual([]);
      expect(await one.renew(id, 'a', 15_000)).toBe(true);
      expect(await two.claim('b', 14_999, 20_000, 10)).toEqual([]);
      expect(await two.claim('b', 15_000, 20_000, 10)).toHaveLength(1);
    },
  },
  {
    title: 'STORE-4 a further commit of the holder lengthens the lease and never shortens it',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1], leaseUntil: 10_000 }));
      await one.commit(commitOf({ seq: 2, leaseUntil: 12_000 }));
      expect(await one.nextDueAt()).toBe(12_000);
      await one.commit(commitOf({ seq: 3, leaseUntil: 11_000 }));
      expect(await one.nextDueAt()).toBe(12_000);
    },
  },
  {
    title: 'STORE-4 a commit does not take a lane whose lease has run out: only a claim does',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1], leaseUntil: 10_000 }));
      const late = commitOf({ node: 'b', seq: 2, commands: [2], leaseUntil: 90_000 });
      expect(await two.commit(late)).toEqual({ outcome: 'committed', lane: 'theirs' });
      expect(await one.renew(id, 'a', 20_000)).toBe(true);
    },
  },
  {
    title: 'STORE-4 a stalled lane goes to the node that claims it, with what is in the outbox',
    async holds(stores) {
      const [claimed] = await takenOver(stores);
      expect(claimed).toMatchObject({ lane: true, outbox: [hangup(id, 1), hangup(id, 2)] });
      expect(await stores.two.settle(id, 1, 'b')).toEqual([hangup(id, 2)]);
    },
  },
  {
    title: 'STORE-4 the former holder can neither settle nor renew, and learns that the lane is theirs',
    async holds(stores) {
      await takenOver(stores);
      const { one } = stores;
      expect(await one.renew(id, 'a', 99_000)).toBe(false);
      expect(await one.settle(id, 1, 'a')).toEqual([]);
      expect((await one.load(id))?.outbox).toHaveLength(2);
      expect(await one.nextDueAt()).toBe(20_000);
      const result = await one.commit(commitOf({ node: 'a', seq: 2, commands: [3], leaseUntil: 99_000 }));
      expect(result).toEqual({ outcome: 'committed', lane: 'theirs' });
      expect(await one.nextDueAt()).toBe(20_000);
    },
  },
  {
    title: 'STORE-4 of two nodes that claim a stalled lane at once one gets it',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'gone', commands: [1], leaseUntil: 10_000 }));
      const [a, b] = await Promise.all([
        one.claim('a', 10_000, 20_000, 10),
        two.claim('b', 10_000, 20_000, 10),
      ]);
      expect([...a, ...b]).toHaveLength(1);
      const holds = { a: await one.renew(id, 'a', 30_000), b: await two.renew(id, 'b', 30_000) };
      expect(holds).toEqual({ a: a.length === 1, b: b.length === 1 });
    },
  },
  {
    title: 'STORE-4 a node too slow to renew may claim its own lane back, once',
    async holds({ one }) {
      await one.commit(commitOf({ node: 'a', commands: [1], leaseUntil: 10_000 }));
      expect(await one.claim('a', 10_000, 20_000, 10)).toMatchObject([{ lane: true }]);
      expect(await one.claim('a', 10_000, 20_000, 10)).toEqual([]);
    },
  },
];

import { expect } from 'vitest';
import { callId } from '../../../../src/call/index.ts';
import type { Claimed } from '../../../../src/engine/ports/index.ts';
import { hangup } from '../../../builders/call-record.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact } from './fact.ts';

const id = callId('default.call-1');
const ids = (claimed: Claimed[]) => claimed.map(({ record }) => record.id);

export const claimFacts: Fact[] = [
  {
    title: 'STORE-5 a call is due at its deadline and not before',
    async holds({ one }) {
      const commit = commitOf({ wakeAt: 5_000 });
      await one.commit(commit);
      expect(await one.claim('a', 4_999, 10_000, 10)).toEqual([]);
      expect(await one.claim('a', 5_000, 10_000, 10)).toEqual([
        { record: commit.record, outbox: [], lane: false },
      ]);
    },
  },
  {
    title: 'STORE-5 a call without deadline and commands is never due',
    async holds({ one }) {
      await one.commit(commitOf({ wakeAt: 5_000 }));
      await one.commit(commitOf({ seq: 2 }));
      expect(await one.claim('a', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      expect(await one.nextDueAt()).toBeUndefined();
    },
  },
  {
    title:
      'STORE-5 a claimed call is hidden from every claim until the lease has run out, then handed out again',
    async holds({ one, two }) {
      await one.commit(commitOf({ wakeAt: 5_000 }));
      expect(ids(await one.claim('a', 6_000, 8_000, 10))).toEqual([id]);
      expect(await one.claim('a', 7_999, 20_000, 10)).toEqual([]);
      expect(await two.claim('b', 7_999, 20_000, 10)).toEqual([]);
      expect(await two.nextDueAt()).toBe(8_000);
      expect(ids(await two.claim('b', 8_000, 10_000, 10))).toEqual([id]);
    },
  },
  {
    title: 'STORE-5 the commit that follows a claim sets the deadline anew',
    async holds({ one }) {
      await one.commit(commitOf({ wakeAt: 5_000 }));
      await one.claim('a', 5_000, 50_000, 10);
      await one.commit(commitOf({ seq: 2, wakeAt: 7_000 }));
      expect(await one.nextDueAt()).toBe(7_000);
      expect(ids(await one.claim('a', 7_000, 50_000, 10))).toEqual([id]);
    },
  },
  {
    title: 'STORE-5 a deadline claimed by one node leaves the lane with another',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'a', commands: [1], wakeAt: 5_000, leaseUntil: 10_000 }));
      expect(await two.claim('b', 5_000, 30_000, 10)).toMatchObject([
        { lane: false, outbox: [hangup(id, 1)] },
      ]);
      expect(await one.settle(id, 1, 'a')).toEqual([]);
      expect(await one.nextDueAt()).toBe(30_000);
    },
  },
  {
    title:
      'STORE-5 a node that holds a claimed deadline does not keep a stalled lane from being claimed, nor the reverse',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'gone', commands: [1], wakeAt: 5_000, leaseUntil: 6_000 }));
      expect(await one.claim('a', 5_000, 30_000, 10)).toMatchObject([{ lane: false }]);
      expect(await two.claim('b', 6_000, 40_000, 10)).toMatchObject([{ lane: true }]);
      expect(await one.claim('a', 30_000, 60_000, 10)).toMatchObject([{ lane: false }]);
    },
  },
  {
    title: 'STORE-5 deadline and stalled lane of one call are claimed together',
    async holds({ one, two }) {
      await one.commit(commitOf({ node: 'gone', commands: [1], wakeAt: 5_000, leaseUntil: 6_000 }));
      expect(await one.claim('a', 6_000, 30_000, 10)).toMatchObject([{ lane: true }]);
      expect(await two.claim('b', 29_999, 60_000, 10)).toEqual([]);
    },
  },
  {
    title:
      'STORE-5 a claim takes no more than its limit, the longest due first, and leaves the rest to others',
    async holds({ one, two }) {
      for (const [number, wakeAt] of [5_003, 5_001, 5_004, 5_002].entries()) {
        await one.commit(commitOf({ id: `default.c${number}`, wakeAt }));
      }
      expect(ids(await one.claim('a', 6_000, 9_000, 2))).toEqual(['default.c1', 'default.c3']);
      expect(ids(await two.claim('b', 6_000, 9_000, 10))).toEqual(['default.c0', 'default.c2']);
    },
  },
  {
    title: 'STORE-5 every due call goes to exactly one of two nodes that claim at once',
    async holds({ one, two }) {
      const calls = Array.from({ length: 40 }, (_, number) => `default.c${number}`);
      await Promise.all(calls.map((call) => one.commit(commitOf({ id: call, wakeAt: 5_000 }))));
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, turn) =>
          turn % 2 === 0 ? one.claim('a', 5_000, 9_000, 5) : two.claim('b', 5_000, 9_000, 5),
        ),
      );
      expect(ids(claims.flat()).sort()).toEqual(calls.sort());
    },
  },
  {
    title: 'the next due time is the earliest of all deadlines and leases',
    async holds({ one, two }) {
      await one.commit(commitOf({ id: 'default.lane', commands: [1], wakeAt: 9_000, leaseUntil: 7_000 }));
      await one.commit(commitOf({ id: 'default.timer', wakeAt: 8_000 }));
      expect(await two.nextDueAt()).toBe(7_000);
      await one.settle(callId('default.lane'), 1, 'a');
      expect(await two.nextDueAt()).toBe(8_000);
    },
  },
];

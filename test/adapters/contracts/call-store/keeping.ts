import { expect } from 'vitest';
import { callId } from '../../../../src/call/index.ts';
import { hangup } from '../../../builders/call-record.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact } from './fact.ts';

const id = callId('default.call-1');

export const keepingFacts: Fact[] = [
  {
    title: 'STORE-6 what was reported as done is there when the store is opened again',
    async holds({ one, two, reopen }) {
      const last = commitOf({ seq: 2, node: 'b', commands: [2], wakeAt: 5_000 });
      await one.commit(commitOf({ node: 'a', commands: [1], leaseUntil: 10_000 }));
      await two.commit(last);
      await one.settle(id, 1, 'a');
      await one.renew(id, 'a', 12_000);
      await one.putFlow('v1', '{"name":"front-desk"}', 5_000);
      const store = await reopen();
      expect(await store.load(id)).toEqual({ record: last.record, outbox: [hangup(id, 2)] });
      expect((await store.trace(id)).map(({ seq }) => seq)).toEqual([1, 2]);
      expect(await store.getFlow('v1')).toBe('{"name":"front-desk"}');
      expect(await store.claim('c', 11_999, 20_000, 10)).toMatchObject([{ lane: false }]);
      expect(await store.claim('c', 12_000, 20_000, 10)).toMatchObject([{ lane: true }]);
    },
  },
  {
    title: 'STORE-6 close finishes the writes that were asked for before',
    async holds({ one, two }) {
      const done = one.commit(commitOf());
      await one.close();
      expect(await done).toMatchObject({ outcome: 'committed' });
      expect(await two.load(id)).toBeDefined();
    },
  },
  {
    title:
      'STORE-2 a record is rewritten where it has the same sequence number, and nothing else of the call changes',
    async holds({ one, two }) {
      const commit = commitOf({ commands: [1], wakeAt: 5_000, awaits: 'message:1', expiresAt: 9_000 });
      await one.commit(commit);
      const { record } = commit;
      const other = { ...record, context: { ...record.context, vars: { tier: 'gold' } } };
      expect(await two.rewrite({ ...other, seq: 2 })).toBe(false);
      expect(await two.rewrite({ ...other, id: callId('default.other') })).toBe(false);
      expect(await one.load(id)).toEqual({ record, outbox: [hangup(id, 1)] });
      expect(await two.rewrite(other)).toBe(true);
      expect(await one.load(id)).toEqual({ record: other, outbox: [hangup(id, 1)] });
      expect(await one.trace(id)).toHaveLength(1);
      expect(await one.findWaiting('message:1')).toBe(id);
      expect(await one.nextDueAt()).toBe(5_000);
      expect((await one.list({ state: 'ended' }, { limit: 2 })).calls).toEqual([other]);
      const next = commitOf({ seq: 2 });
      expect(await one.commit(next)).toMatchObject({ outcome: 'committed' });
      expect(await two.rewrite(other)).toBe(false);
      expect((await one.load(id))?.record).toEqual(next.record);
      expect(await two.expire(8_000, 10)).toBe(0);
    },
  },
  {
    title: 'the trace is in the order of the events, and each call has its own',
    async holds({ one, two }) {
      const commits = Array.from({ length: 12 }, (_, at) => commitOf({ seq: at + 1, node: `n${at}` }));
      for (const commit of commits) await one.commit(commit);
      await one.commit(commitOf({ id: 'default.other' }));
      expect(await two.trace(id)).toEqual(commits.map(({ trace }) => trace));
      expect(await two.trace(callId('default.other'))).toHaveLength(1);
    },
  },
  {
    title:
      'the call that waits for something is found by it, of several the one that began last, until it does not',
    async holds({ one, two }) {
      const other = callId('default.other');
      await one.commit(commitOf({ awaits: 'message:1' }));
      expect(await two.findWaiting('message:1')).toBe(id);
      await two.commit(commitOf({ id: other, startedAt: 1_001, awaits: 'message:1' }));
      expect(await one.findWaiting('message:1')).toBe(other);
      await one.commit(commitOf({ id: other, startedAt: 1_001, seq: 2 }));
      expect(await two.findWaiting('message:1')).toBe(id);
      await one.commit(commitOf({ seq: 2, awaits: 'message:2' }));
      expect(await two.findWaiting('message:1')).toBeUndefined();
    },
  },
  {
    title: 'an expired call is forgotten whole, and its id may begin anew',
    async holds({ one, two }) {
      await one.commit(commitOf({ commands: [1], wakeAt: 5_000, expiresAt: 7_000 }));
      expect(await one.expire(6_999, 10)).toBe(0);
      expect(await two.expire(7_000, 10)).toBe(1);
      expect(await one.load(id)).toBeUndefined();
      expect(await one.trace(id)).toEqual([]);
      expect(await one.nextDueAt()).toBeUndefined();
      expect(await one.commit(commitOf())).toEqual({ outcome: 'committed', lane: 'idle' });
      expect(await one.trace(id)).toHaveLength(1);
    },
  },
  {
    title: 'a call that has not ended never expires',
    async holds({ one }) {
      await one.commit(commitOf());
      expect(await one.expire(Number.MAX_SAFE_INTEGER, 10)).toBe(0);
      expect(await one.load(id)).toBeDefined();
    },
  },
  {
    title: 'expire forgets no more than its limit',
    async holds({ one }) {
      for (const call of ['x', 'y', 'z']) await one.commit(commitOf({ id: call, expiresAt: 1 }));
      expect(await one.expire(1, 2)).toBe(2);
      expect(await one.expire(1, 2)).toBe(1);
      expect(await one.expire(1, 2)).toBe(0);
    },
  },
  {
    title: 'a flow comes back as it was put, putting its version again changes nothing',
    async holds({ one, two }) {
      await one.putFlow('v1', '{ "name": "ä" }', 5_000);
      await two.putFlow('v1', 'something else', 5_000);
      expect(await two.getFlow('v1')).toBe('{ "name": "ä" }');
      expect(await two.getFlow('v2')).toBeUndefined();
    },
  },
  {
    title: 'a flow is kept until the latest time for which it was put',
    async holds({ one, two }) {
      await one.putFlow('v1', 'flow', 6_000);
      await two.putFlow('v1', 'flow', 5_000);
      await one.putFlow('v2', 'flow', 5_000);
      await two.putFlow('v2', 'flow', 6_000);
      await one.expire(5_999, 10);
      expect(await Promise.all([one.getFlow('v1'), two.getFlow('v2')])).toEqual(['flow', 'flow']);
      await two.expire(6_000, 10);
      expect(await Promise.all([one.getFlow('v1'), two.getFlow('v2')])).toEqual([undefined, undefined]);
    },
  },
  {
    title: 'a flow is kept as long as a call that began on it is stored (R7)',
    async holds({ one, two }) {
      await one.putFlow('v1', 'flow', 1);
      await one.commit(commitOf());
      await one.expire(5_000, 10);
      expect(await two.getFlow('v1')).toBe('flow');
      await two.commit(commitOf({ seq: 2, expiresAt: 7_000 }));
      await two.expire(6_999, 10);
      expect(await two.getFlow('v1')).toBe('flow');
      expect(await one.expire(7_000, 10)).toBe(1);
      expect(await one.getFlow('v1')).toBeUndefined();
    },
  },
  {
    title: 'a healthy store can be written',
    async holds({ one, two }) {
      await Promise.all([one.check(), two.check(), one.check()]);
      expect(await one.nextDueAt()).toBeUndefined();
    },
  },
  {
    title: '500 calls at once are kept apart, while two nodes work on them',
    async holds({ one, two }) {
      const run = async (call: string, turn: number) => {
        const [first, second] = turn % 2 === 0 ? [one, two] : [two, one];
        await first.commit(commitOf({ id: call, node: 'a', commands: [1, 2] }));
        await second.commit(
          commitOf({ id: call, node: 'b', seq: 2, commands: [3], context: { step: call } }),
        );
        return first.settle(callId(call), 1, 'a');
      };
      const calls = Array.from({ length: 500 }, (_, number) => `default.call-${number}`);
      const left = await Promise.all(calls.map(run));
      expect(left).toEqual(calls.map((call) => [hangup(call, 2), hangup(call, 3)]));
      for (const call of calls) {
        const stored = await two.load(callId(call));
        expect(stored?.record.context.step).toBe(call);
        expect(stored?.outbox).toEqual([hangup(call, 2), hangup(call, 3)]);
      }
    },
  },
];

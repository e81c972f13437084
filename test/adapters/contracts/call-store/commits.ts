import { expect } from 'vitest';
import { callId } from '../../../../src/call/index.ts';
import { callRecord, hangup } from '../../../builders/call-record.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Fact, Stores } from './fact.ts';

const id = callId('default.call-1');

/** Everything that a commit may change, as the second node sees it. */
async function everything({ two }: Stores) {
  return { call: await two.load(id), trace: await two.trace(id), due: await two.nextDueAt() };
}

export const commitFacts: Fact[] = [
  {
    title: 'a call that was never stored is undefined and has no trace',
    async holds({ one }) {
      expect(await one.load(id)).toBeUndefined();
      expect(await one.trace(id)).toEqual([]);
      expect(await one.nextDueAt()).toBeUndefined();
    },
  },
  {
    title: 'STORE-1 a commit stores record, commands, due time and trace together',
    async holds(stores) {
      const commit = commitOf({ commands: [1, 2], wakeAt: 5_000 });
      expect(await stores.one.commit(commit)).toEqual({ outcome: 'committed', lane: 'mine' });
      expect(await everything(stores)).toEqual({
        call: { record: commit.record, outbox: commit.commands },
        trace: [commit.trace],
        due: 5_000,
      });
    },
  },
  {
    title: 'STORE-1 a later commit replaces record and due time, and adds to outbox and trace',
    async holds(stores) {
      const first = commitOf({ commands: [1], wakeAt: 5_000 });
      const second = commitOf({ seq: 2, commands: [2], context: { step: 'main' } });
      await stores.one.commit(first);
      await stores.one.commit(second);
      expect(await everything(stores)).toEqual({
        call: { record: second.record, outbox: [hangup(id, 1), hangup(id, 2)] },
        trace: [first.trace, second.trace],
        due: 10_000,
      });
    },
  },
  {
    title: 'STORE-1 a command settled by a commit is gone with it',
    async holds({ one }) {
      await one.commit(commitOf({ commands: [1, 2] }));
      expect(await one.commit(commitOf({ seq: 2, settled: 1 }))).toEqual({
        outcome: 'committed',
        lane: 'mine',
      });
      expect((await one.load(id))?.outbox).toEqual([hangup(id, 2)]);
    },
  },
  {
    title: 'STORE-1 a commit settles every command up to the number it names, and none of its own',
    async holds({ one, two }) {
      await one.commit(commitOf({ commands: [1, 2, 3] }));
      await one.commit(commitOf({ seq: 2, settled: 2, commands: [4] }));
      expect((await two.load(id))?.outbox).toEqual([hangup(id, 3), hangup(id, 4)]);
      await one.commit(commitOf({ seq: 3, settled: 4, commands: [5] }));
      expect((await two.load(id))?.outbox).toEqual([hangup(id, 5)]);
    },
  },
  {
    title: 'STORE-2 of two commits from the same sequence number one wins and the other changes nothing',
    async holds(stores) {
      await stores.one.commit(commitOf({ commands: [1], wakeAt: 5_000 }));
      const winner = commitOf({ seq: 2, node: 'a', commands: [2], wakeAt: 6_000 });
      await stores.one.commit(winner);
      const before = await everything(stores);
      const loser = commitOf({ seq: 2, node: 'b', commands: [3], settled: 1, wakeAt: 1, expiresAt: 1 });
      expect(await stores.two.commit(loser)).toEqual({ outcome: 'conflict' });
      expect(await everything(stores)).toEqual(before);
      expect(before.call?.record).toEqual(winner.record);
      expect(await stores.two.expire(10, 10)).toBe(0);
    },
  },
  {
    title: 'STORE-2 of two writers that race one wins, whoever it is',
    async holds({ one, two }) {
      await one.commit(commitOf());
      const rivals = { a: commitOf({ seq: 2, node: 'a' }), b: commitOf({ seq: 2, node: 'b' }) };
      const [first, second] = await Promise.all([one.commit(rivals.a), two.commit(rivals.b)]);
      expect([first.outcome, second.outcome].sort()).toEqual(['committed', 'conflict']);
      const winner = first.outcome === 'committed' ? rivals.a : rivals.b;
      expect((await one.trace(id)).at(-1)).toEqual(winner.trace);
    },
  },
  {
    title: 'STORE-2 of two nodes that create the same call one wins',
    async holds({ one, two }) {
      const results = await Promise.all([
        one.commit(commitOf({ node: 'a', commands: [1] })),
        two.commit(commitOf({ node: 'b', commands: [1] })),
      ]);
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['committed', 'conflict']);
      expect((await one.load(id))?.outbox).toEqual([hangup(id, 1)]);
      expect(await one.trace(id)).toHaveLength(1);
    },
  },
  {
    title:
      'STORE-2 a commit that skips a sequence number, or comes for a call that is not stored, is a conflict',
    async holds({ one }) {
      expect(await one.commit(commitOf({ seq: 2 }))).toEqual({ outcome: 'conflict' });
      expect(await one.load(id)).toBeUndefined();
      await one.commit(commitOf());
      expect(await one.commit(commitOf({ seq: 3 }))).toEqual({ outcome: 'conflict' });
      expect((await one.load(id))?.record.seq).toBe(1);
    },
  },
  {
    title: 'STORE-2 commits of one call asked for in one turn are applied in that order',
    async holds({ one }) {
      const commits = [1, 2, 3].map((seq) => one.commit(commitOf({ seq })));
      const results = await Promise.all(commits);
      expect(results.map(({ outcome }) => outcome)).toEqual(['committed', 'committed', 'committed']);
    },
  },
  {
    title: 'what the caller does to a record after the commit does not matter, nor to one that was loaded',
    async holds({ one }) {
      const commit = commitOf({ commands: [1] });
      const done = one.commit(commit);
      commit.record.context.step = 'spoiled';
      await done;
      const loaded = await one.load(id);
      expect(loaded?.record).toEqual(callRecord());
      loaded!.record.context.step = 'spoiled';
      loaded!.outbox.length = 0;
      expect(await one.load(id)).toEqual({ record: callRecord(), outbox: [hangup(id, 1)] });
    },
  },
  {
    title: 'JSON comes back as it was given: unicode, control characters, empty and nested values',
    async holds({ one }) {
      const vars = {
        empty: '',
        text: 'Grüß Gott, 日本語, 👩‍👩‍👧, \u0000\u001f\u2028 "quoted" \\ \ud800',
        digits: '0042',
        number: -0.1,
        truth: false,
      };
      const commit = commitOf({ context: { vars } });
      commit.record.state = { main: { listening: {} }, list: [null, [], {}] };
      await one.commit(commit);
      expect((await one.load(id))?.record).toEqual(commit.record);
    },
  },
];

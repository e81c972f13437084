import fc from 'fast-check';
import { expect } from 'vitest';
import { callId } from '../../../../src/call/index.ts';
import type { Claimed, NodeId, Store } from '../../../../src/engine/ports/index.ts';
import { commitOf } from '../../../builders/commit.ts';
import type { Stores } from './fact.ts';
import { ModelStore } from './model.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

type Step = fc.AsyncCommand<ModelStore, Stores>;

const calls = ['x', 'y', 'z'].map(callId);
const call = fc.constantFrom(...calls);
const node = fc.constantFrom<NodeId[]>('a', 'b');
/** Few different times, so that they meet. */
const time = fc.integer({ min: 0, max: 12 });
/** Numbers of commands, some not given yet, some settled already. */
const number = fc.integer({ min: 1, max: 5 });
const rarely = fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0);

const commit = fc
  .record({
    call,
    node,
    isStale: rarely,
    howMany: fc.integer({ min: 0, max: 2 }),
    leaseUntil: time,
    optional: fc.record({ settled: number, wakeAt: time, expiresAt: time }, { requiredKeys: [] }),
  })
  .map(({ call, node, isStale, howMany, leaseUntil, optional }) =>
    step(`${node} commits ${call}`, { isStale, howMany, leaseUntil, ...optional }, async (model, stores) => {
      const seq = model.seq(call) + (isStale ? 0 : 1);
      const commands = Array.from({ length: howMany }, (_, at) => model.nextNumber(call) + at);
      const commit = commitOf({ id: call, node, seq, commands, leaseUntil, ...optional });
      expect(await at(stores, node).commit(commit)).toEqual(model.commit(commit));
    }),
  );

const settle = fc.record({ call, node, number }).map(({ call, node, number }) =>
  step(`${node} settles ${call}`, { number }, async (model, stores) => {
    expect(await at(stores, node).settle(call, number, node)).toEqual(model.settle(call, number, node));
  }),
);

const renew = fc.record({ call, node, until: time }).map(({ call, node, until }) =>
  step(`${node} renews ${call}`, { until }, async (model, stores) => {
    expect(await at(stores, node).renew(call, node, until)).toBe(model.renew(call, node, until));
  }),
);

const claim = fc.record({ node, now: time, until: time }).map(({ node, now, until }) =>
  step(`${node} claims`, { now, until }, async (model, stores) => {
    const claimed = await at(stores, node).claim(node, now, until, 10);
    expect(byCall(claimed)).toEqual(byCall(model.claim(node, now, until)));
  }),
);

const expire = fc.record({ node, now: time }).map(({ node, now }) =>
  step(`${node} expires`, { now }, async (model, stores) => {
    expect(await at(stores, node).expire(now, 10)).toBe(model.expire(now));
  }),
);

function step(name: string, details: object, run: Step['run']): Step {
  return {
    check: () => true,
    async run(model, stores) {
      await run(model, stores);
      await compare(model, stores);
    },
    toString: () => `${name} ${JSON.stringify(details)}`,
  };
}

/** What can be read must be the same after every step, for both nodes. */
async function compare(model: ModelStore, { one, two }: Stores): Promise<void> {
  for (const store of [one, two]) {
    expect(await store.nextDueAt()).toBe(model.nextDueAt());
    for (const state of ['live', 'ended'] as const) {
      const calls = model.list(state);
      expect(await store.list({ state }, { limit: 10 })).toEqual({ calls });
      expect(await store.count({ state })).toBe(calls.length);
    }
    for (const call of calls) {
      expect(await store.load(call)).toEqual(model.load(call));
      expect(await store.trace(call)).toEqual(model.trace(call));
    }
  }
}

function at({ one, two }: Stores, node: NodeId): Store {
  return node === 'a' ? one : two;
}

function byCall(claimed: Claimed[]): Claimed[] {
  return claimed.toSorted((first, second) => first.record.id.localeCompare(second.record.id));
}

const anySteps = fc.commands([commit, commit, commit, settle, settle, claim, claim, renew, expire], {
  maxCommands: 40,
  size: 'max',
});

/** A fact of its own kind: it needs a new store for every sequence that it tries. */
export const modelFact = {
  title:
    'STORE-1 to STORE-5 two nodes that do anything in any order are answered as the reference model answers',
  async holds({ create }: { create: () => Promise<Stores> }): Promise<void> {
    const sequence = fc.asyncProperty(anySteps, async (steps) => {
      const real = await create();
      try {
        await fc.asyncModelRun(() => ({ model: new ModelStore(), real }), steps);
      } finally {
        await real.close();
      }
    });
    await fc.assert(sequence, { numRuns: scaleRuns(30) });
  },
};

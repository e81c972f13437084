import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { callId, projectId } from '../../../src/call/index.ts';
import type { CallFilter } from '../../../src/engine/ports/index.ts';
import { Quotas } from '../../../src/service/management/index.ts';
import type { Enrolled } from '../../../src/service/management/index.ts';
import { commitOf } from '../../builders/commit.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const platform = { appId: 'env:RINGFLOW_PROJECT_A', appKey: 'env:RINGFLOW_PROJECT_A' };
const shop = (concurrentCalls?: number): Enrolled => ({
  id: 'shop',
  revision: 1,
  project: { platform, ...(concurrentCalls !== undefined && { limits: { concurrentCalls } }) },
  tokens: [],
});

/** What the store counts; a test decides when it answers. */
let stored = 0;
let asked: CallFilter[] = [];
let answering = Promise.resolve();
let clock = new HandClock();

beforeEach(() => {
  stored = 0;
  asked = [];
  answering = Promise.resolve();
  clock = new HandClock();
});

async function quotasOf(limit?: number): Promise<Quotas> {
  const count = async (filter: CallFilter) => {
    asked.push(filter);
    const counted = stored;
    await answering;
    return counted;
  };
  const quotas = new Quotas({ count }, clock);
  quotas.applyLimits([shop(limit)]);
  await quotas.recount();
  return quotas;
}

const id = (number: number) => callId(`shop.c${number}`);

function begin(quotas: Quotas, number: number): void {
  const { record, trace } = commitOf({ id: id(number) });
  quotas.traced({ ...record, project: projectId('shop') }, trace);
}

function end(quotas: Quotas, number: number, at = 5_000): void {
  const { record, trace } = commitOf({ id: id(number), seq: 2 });
  quotas.traced({ ...record, project: projectId('shop'), endedAt: at }, { ...trace, at });
}

/** Nodes on one store, which counts what goes on; a call may end on any of them. */
class Nodes {
  readonly live = new Map<number, { startedAt: number; by: number }>();
  readonly #nodes: { quotas: Quotas; countedAt: number }[];
  #begun = 0;

  constructor(count: number, limit: number) {
    this.#nodes = Array.from({ length: count }, () => {
      const quotas = new Quotas({ count: () => Promise.resolve(this.live.size) }, clock);
      quotas.applyLimits([shop(limit)]);
      return { quotas, countedAt: -Infinity };
    });
  }

  #node(at: number) {
    const node = this.#nodes[at % this.#nodes.length];
    if (node === undefined) throw new Error('there are nodes');
    return node;
  }

  async recount(at: number): Promise<void> {
    const node = this.#node(at);
    node.countedAt = clock.now();
    await node.quotas.recount();
  }

  /** A call that comes in, and is stored at once; says how many the node could know of. */
  begin(at: number): { isIn: boolean; known: number } {
    const { quotas, countedAt } = this.#node(at);
    const by = at % this.#nodes.length;
    const known = [...this.live.values()].filter((one) => one.by === by || one.startedAt <= countedAt).length;
    const number = (this.#begun += 1);
    const isIn = quotas.admit('shop', id(number));
    if (isIn) {
      this.live.set(number, { startedAt: clock.now(), by });
      const { record, trace } = commitOf({ id: id(number) });
      quotas.traced({ ...record, project: projectId('shop'), startedAt: clock.now() }, trace);
    }
    return { isIn, known };
  }

  end(at: number): void {
    const calls = [...this.live];
    const [number, call] = calls[at % Math.max(1, calls.length)] ?? [];
    if (number === undefined || call === undefined) return;
    this.live.delete(number);
    const { record, trace } = commitOf({ id: id(number), seq: 2 });
    const ended = { ...record, project: projectId('shop'), startedAt: call.startedAt, endedAt: clock.now() };
    this.#node(at).quotas.traced(ended, { ...trace, at: clock.now() });
  }
}

describe('a limit on calls at once that several nodes keep', () => {
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom('begin', 'begin', 'begin', 'end', 'end', 'recount' as const),
      at: fc.nat({ max: 1_000 }),
    }),
    { maxLength: 400, size: 'max' },
  );

  test('QUOTA-4 is exceeded only by calls that a node could not know of, and never beyond the limit times the nodes', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 5 }),
        async (all, count, limit) => {
          clock = new HandClock();
          const nodes = new Nodes(count, limit);
          for (let node = 0; node < count; node += 1) await nodes.recount(node);
          for (const { what, at } of all) {
            clock.pass(1);
            if (what === 'recount') await nodes.recount(at);
            else if (what === 'end') nodes.end(at);
            else {
              const { isIn, known } = nodes.begin(at);
              if (isIn) expect(known).toBeLessThan(limit);
            }
            expect(nodes.live.size).toBeLessThanOrEqual(count * limit);
          }
        },
      ),
      { numRuns: scaleRuns(300) },
    );
  });

  test('is kept to the call once every node has counted', async () => {
    const nodes = new Nodes(3, 2);
    for (const node of [0, 1, 2]) await nodes.recount(node);
    for (let at = 0; at < 30; at += 1) nodes.begin(at);
    expect(nodes.live.size, 'as many as may be at the worst').toBe(6);
    clock.pass(1_000);
    for (const node of [0, 1, 2]) await nodes.recount(node);
    for (let ended = 0; ended < 4; ended += 1) {
      expect([0, 1, 2].map((node) => nodes.begin(node).isIn)).toEqual([false, false, false]);
      nodes.end(0);
      clock.pass(1_000);
      for (const node of [0, 1, 2]) await nodes.recount(node);
    }
    expect(nodes.live.size).toBe(2);
    nodes.end(0);
    clock.pass(1_000);
    for (const node of [0, 1, 2]) await nodes.recount(node);
    expect([0, 0].map((node) => nodes.begin(node).isIn)).toEqual([true, false]);
  });

  test('gets no room by calls that begin on one node and end on another', async () => {
    const nodes = new Nodes(2, 3);
    for (const node of [0, 1]) await nodes.recount(node);
    for (let at = 0; at < 20; at += 1) {
      clock.pass(10);
      expect(nodes.begin(0).isIn).toBe(at < 3);
      nodes.end(1);
    }
    expect(Array.from({ length: 5 }, () => nodes.begin(1).isIn)).toEqual([true, true, true, false, false]);
  });
});

describe('a limit on calls at once', () => {
  test('lets as many in as it says, and the next one when one has ended', async () => {
    const quotas = await quotasOf(2);
    expect([1, 2, 3].map((one) => quotas.admit('shop', id(one)))).toEqual([true, true, false]);
    begin(quotas, 1);
    begin(quotas, 2);
    expect(quotas.admit('shop', id(3))).toBe(false);
    end(quotas, 1);
    expect([3, 4].map((one) => quotas.admit('shop', id(one)))).toEqual([true, false]);
  });

  test('counts a call once, however often its beginning is decided', async () => {
    const quotas = await quotasOf(2);
    expect([1, 1, 1, 2].map((one) => quotas.admit('shop', id(one)))).toEqual([true, true, true, true]);
    expect(quotas.admit('shop', id(3))).toBe(false);
  });

  test('counts the calls of other nodes, as the store has them', async () => {
    stored = 5;
    const quotas = await quotasOf(6);
    expect(asked).toEqual([{ project: 'shop', state: 'live' }]);
    expect([1, 2].map((one) => quotas.admit('shop', id(one)))).toEqual([true, false]);
    begin(quotas, 1);
    stored = 3;
    await quotas.recount();
    expect([2, 3, 4, 5].map((one) => quotas.admit('shop', id(one)))).toEqual([true, true, true, false]);
  });

  test('of nothing lets nothing in, and where there is none everything comes in without being counted', async () => {
    expect((await quotasOf(0)).admit('shop', id(1))).toBe(false);
    asked = [];
    const free = await quotasOf();
    expect([1, 2].map((one) => free.admit('shop', id(one)))).toEqual([true, true]);
    begin(free, 1);
    expect(free.admit('elsewhere', id(2))).toBe(true);
    expect(asked).toEqual([]);
  });

  test('that is changed holds from then on for the calls that go on', async () => {
    const quotas = await quotasOf(1);
    quotas.admit('shop', id(1));
    begin(quotas, 1);
    expect(quotas.admit('shop', id(2))).toBe(false);
    quotas.applyLimits([shop(2)]);
    expect(quotas.admit('shop', id(2))).toBe(true);
    quotas.applyLimits([]);
    expect(quotas.admit('shop', id(3))).toBe(true);
  });

  test('forgets a call that was let in and never began', async () => {
    const quotas = await quotasOf(1);
    expect(quotas.admit('shop', id(1))).toBe(true);
    clock.pass(31_000);
    await quotas.recount();
    expect(quotas.admit('shop', id(2))).toBe(true);
  });

  test('QUOTA-3 is not told by a count that a call overtook, unless that goes on', async () => {
    const quotas = await quotasOf(2);
    for (const late of [false, true]) {
      if (late) clock.pass(6_000);
      let answer: () => void = () => undefined;
      answering = new Promise((resolve) => (answer = resolve));
      stored = 2;
      const counting = quotas.recount();
      end(quotas, late ? 8 : 9);
      answer();
      await counting;
      expect(quotas.admit('shop', id(late ? 2 : 1))).toBe(!late);
    }
  });
});

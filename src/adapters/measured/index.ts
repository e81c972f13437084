/** A store that tells how long it took. Nothing waits for what is told, and an answer is the same object. */
import { performance } from 'node:perf_hooks';
import type { Store } from '../../engine/ports/index.ts';

/** What was asked, how long the answer took, and whether it was one. */
export type Told = (what: string, seconds: number, isDone: boolean) => void;

/** The store, telling of what calls wait for. */
export function measuredStore(store: Store, told: Told): Store {
  const timed = timing(told);
  return {
    registry: store.registry,
    counts: store.counts,
    load: (call) => timed('load', store.load(call)),
    commit: (commit) => timed('commit', store.commit(commit)),
    claim: (...due) => timed('claim', store.claim(...due)),
    settle: (...of) => timed('settle', store.settle(...of)),
    renew: (...lease) => timed('renew', store.renew(...lease)),
    nextDueAt: () => store.nextDueAt(),
    waitingFor: (awaited) => store.waitingFor(awaited),
    trace: (call) => store.trace(call),
    list: (filter, page) => store.list(filter, page),
    count: (filter) => store.count(filter),
    ended: (after, limit) => store.ended(after, limit),
    rewrite: (record) => store.rewrite(record),
    putFlow: (...flow) => store.putFlow(...flow),
    getFlow: (version) => store.getFlow(version),
    check: () => store.check(),
    expire: (...ended) => store.expire(...ended),
    close: () => store.close(),
  };
}

function timing(told: Told) {
  return <Result>(what: string, working: Promise<Result>): Promise<Result> => {
    const from = performance.now();
    working.then(
      () => {
        told(what, secondsSince(from), true);
      },
      () => {
        told(what, secondsSince(from), false);
      },
    );
    return working;
  };
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000;
}

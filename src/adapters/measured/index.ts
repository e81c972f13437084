/** Measures how long a store takes. Nothing waits for the measurement, and results are passed on as they are. */
import { performance } from 'node:perf_hooks';
import { forwardStore } from '../../engine/ports/index.ts';
import type { Store } from '../../engine/ports/index.ts';

/** Called with each request, its duration and its success. */
export type OnMeasured = (what: string, seconds: number, isDone: boolean) => void;

/** The store, telling of what calls wait for. */
export function createMeasuredStore(store: Store, told: OnMeasured): Store {
  const timed = timing(told);
  return {
    ...forwardStore(store),
    load: (call) => timed('load', store.load(call)),
    commit: (commit) => timed('commit', store.commit(commit)),
    claim: (...due) => timed('claim', store.claim(...due)),
    settle: (...of) => timed('settle', store.settle(...of)),
    renew: (...lease) => timed('renew', store.renew(...lease)),
  };
}

function timing(told: OnMeasured) {
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

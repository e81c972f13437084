/** Measures the duration of store operations without delaying them. */
import { performance } from 'node:perf_hooks';
import { forwardStore } from '../../engine/ports/index.ts';
import type { Store } from '../../engine/ports/index.ts';

/** Called with each operation, its duration and its success. */
export type OnMeasured = (what: string, seconds: number, isDone: boolean) => void;

/** Wraps a store to measure the operations that calls wait for. */
export function createMeasuredStore(store: Store, onMeasured: OnMeasured): Store {
  const timed = createTimer(onMeasured);
  return {
    ...forwardStore(store),
    load: (call) => timed('load', store.load(call)),
    commit: (commit) => timed('commit', store.commit(commit)),
    claim: (...due) => timed('claim', store.claim(...due)),
    settle: (...of) => timed('settle', store.settle(...of)),
    renew: (...lease) => timed('renew', store.renew(...lease)),
  };
}

function createTimer(onMeasured: OnMeasured) {
  return <Result>(what: string, working: Promise<Result>): Promise<Result> => {
    const from = performance.now();
    working.then(
      () => {
        onMeasured(what, secondsSince(from), true);
      },
      () => {
        onMeasured(what, secondsSince(from), false);
      },
    );
    return working;
  };
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000;
}

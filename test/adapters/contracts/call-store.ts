/**
 * What every call store promises (STORE-1 to STORE-7 of src/engine/ports/call-store.ts), as facts that run against the real thing.
 * An adapter's test is a factory, a list of named deviations, and what only that adapter promises.
 */
import { describe, test } from 'vitest';
import { claimFacts } from './call-store/claims.ts';
import { commitFacts } from './call-store/commits.ts';
import { endFacts } from './call-store/ends.ts';
import type { Fact, Stores } from './call-store/fact.ts';
import { keepingFacts } from './call-store/keeping.ts';
import { listingFacts } from './call-store/listing.ts';
import { laneFacts } from './call-store/lanes.ts';
import { modelFact } from './call-store/model-fact.ts';
import { pagingFacts } from './call-store/paging.ts';

export type { Stores } from './call-store/fact.ts';

export interface StoreFactory {
  /** An empty store, apart from every other one. */
  create: () => Promise<Stores>;
}

export interface Deviation {
  /** Title of the fact that does not hold. */
  fact: string;
  reason: string;
}

/** Declares the suite for one store. */
export function callStoreContract(name: string, factory: StoreFactory, deviations: Deviation[] = []): void {
  const facts = [
    ...commitFacts,
    ...laneFacts,
    ...claimFacts,
    ...keepingFacts,
    ...listingFacts,
    ...pagingFacts,
    ...endFacts,
  ];
  for (const { fact } of deviations) {
    if (!facts.some(({ title }) => title === fact)) throw new Error(`no fact is called "${fact}"`);
  }
  describe(`${name} as a call store`, () => {
    for (const fact of facts) declare(fact, factory, deviations);
    test(modelFact.title, () => modelFact.holds(factory));
  });
}

/** A deviation is a fact too: the day that it holds after all it is to be taken off the list. */
function declare({ title, holds }: Fact, factory: StoreFactory, deviations: Deviation[]): void {
  const deviation = deviations.find(({ fact }) => fact === title);
  const run = async () => {
    const stores = await factory.create();
    try {
      await holds(stores);
    } finally {
      await stores.close();
    }
  };
  if (deviation === undefined) test(title, run);
  else test.fails(`not so, since ${deviation.reason}: ${title}`, run);
}

import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { callStoreContract } from './contracts/call-store.ts';
import type { Stores } from './contracts/call-store.ts';
import { countsContract } from './contracts/counts.ts';
import { registryContract } from './contracts/registry.ts';

/** Two nodes in one process: both use the one store there is. */
function create(): Promise<Stores> {
  const store = openMemoryStore();
  return Promise.resolve({
    one: store,
    two: store,
    reopen: () => Promise.resolve(openMemoryStore()),
    close: () => store.close(),
  });
}

callStoreContract('the memory store', { create }, [
  {
    fact: 'STORE-6 what was reported as done is there when the store is opened again',
    reason: 'it forgets with the process',
  },
]);
registryContract('the memory store', { create }, { forgets: true });
countsContract('the memory store', { create }, { forgets: true });

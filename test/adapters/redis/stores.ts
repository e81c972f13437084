import { openRedisStore } from '../../../src/adapters/store-redis/index.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { callStoreContract } from '../contracts/call-store.ts';
import type { Stores } from '../contracts/call-store.ts';
import { countsContract } from '../contracts/counts.ts';
import { registryContract } from '../contracts/registry.ts';

let opened = 0;

/** Two nodes are two connections; each body of data has a prefix of its own. */
async function storesAt(address: string): Promise<Stores> {
  opened += 1;
  const open = () =>
    openRedisStore({ address: `${address}?prefix=t${opened}&partitions=4`, log: new RecordingLog() });
  const stores = await Promise.all([open(), open()]);
  const [one, two] = stores;
  const closeAll = () => Promise.all(stores.map((store) => store.close()));
  return {
    one,
    two,
    async reopen() {
      await closeAll();
      const store = await open();
      stores.push(store);
      return store;
    },
    async close() {
      await closeAll();
    },
  };
}

/** All contracts of a store, kept by a server that is started for the file. */
export function storeContracts(name: string, addressOf: () => string): void {
  const factory = { create: () => storesAt(addressOf()) };
  callStoreContract(name, factory);
  registryContract(name, factory);
  countsContract(name, factory);
}

import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import { callStoreContract } from './contracts/call-store.ts';
import type { Stores } from './contracts/call-store.ts';
import { countsContract } from './contracts/counts.ts';
import { registryContract } from './contracts/registry.ts';
import { temporaryFile } from './sqlite-file.ts';

/** Two nodes are two connections to one file. */
function create(): Promise<Stores> {
  const { file, remove } = temporaryFile();
  const open = [openSqliteStore({ file }), openSqliteStore({ file })] as const;
  const opened = [...open];
  const closeAll = async () => {
    for (const store of opened) await store.close();
  };
  return Promise.resolve({
    one: open[0],
    two: open[1],
    async reopen() {
      await closeAll();
      const store = openSqliteStore({ file });
      opened.push(store);
      return store;
    },
    async close() {
      await closeAll();
      remove();
    },
  });
}

callStoreContract('the SQLite store', { create });
registryContract('the SQLite store', { create });
countsContract('the SQLite store', { create });

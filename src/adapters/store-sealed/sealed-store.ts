/**
 * Store with encrypted input of callers, variables and commands of flows, and documents of operators (I7). Owns: nothing;
 * sealed-call.ts and sealed-registry.ts define what is sealed.
 *
 * SEALED-1 Identity, progress and due times of calls stay readable, so that traces work without the key.
 * SEALED-2 Unsealed data is read as it is, so that a key can be introduced while calls are live.
 * SEALED-3 A record that cannot be opened affects no other call: it is logged and left for a node that has the key.
 * SEALED-4 The same applies to a record of a later release: it is left for a node of that release.
 */
import type { CallRecord } from '../../call/index.ts';
import { forwardStore } from '../../engine/ports/index.ts';
import type { Log, Store } from '../../engine/ports/index.ts';
import { sealCommit, sealRecord, openCall, openCommand, openRecord } from './sealed-call.ts';
import { createSealedRegistry } from './sealed-registry.ts';
import type { RegistryOptions } from './sealed-registry.ts';
import type { SealedOptions } from './sealed-spool.ts';

/** Wraps a store. `load` and `settle` also throw `sealed` for data that no key opens. */
export function createSealedStore(store: Store, options: SealedOptions & RegistryOptions): Store {
  const { keys, log } = options;
  return {
    // `ended` returns sealed records, so that one that cannot be opened does not block its reader.
    ...forwardStore(store),
    registry: createSealedRegistry(store.registry, options),
    async load(call) {
      const stored = await store.load(call);
      return stored && openCall(stored, keys);
    },
    commit: (commit) => store.commit(keys.ids.length === 0 ? commit : sealCommit(commit, keys)),
    async claim(...due) {
      const claimed = await store.claim(...due);
      return claimed.flatMap((one) => tryOpen(one.record, log, () => openCall(one, keys)));
    },
    async settle(call, ...of) {
      return (await store.settle(call, ...of)).map((command) => openCommand(command, call, keys));
    },
    async list(filter, page) {
      const { calls, ...next } = await store.list(filter, page);
      return {
        calls: calls.flatMap((record) => tryOpen(record, log, () => openRecord(record, keys))),
        ...next,
      };
    },
    rewrite: (record) => store.rewrite(sealRecord(record, keys)),
  };
}

/** Returns the opened data, or nothing and logs the failure. */
function tryOpen<Result>(record: CallRecord, log: Log, open: () => Result): Result[] {
  try {
    return [open()];
  } catch (error) {
    const { id: call, project, flow, context } = record;
    const place = { project, call, flow: flow.name, step: context.step };
    log.error({ ...place, err: error }, 'a call cannot continue on this node');
    return [];
  }
}

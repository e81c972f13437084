/**
 * A store in which what callers entered, what flows keep and send of it, and what operators have set up cannot be read
 * without the key (I7). Owns: nothing; which part of a call is sealed says sealed-call.ts, how documents are sealed-registry.ts.
 *
 * SEALED-1 What tells which call it is, how far it has come and what is due stays readable, so that traces are without the key.
 * SEALED-2 What was not sealed is read as it is: a key can be introduced while calls are under way.
 * SEALED-3 A record that cannot be opened harms no other call: it is told to the log, and left for a node that has the key.
 * SEALED-4 So it is with one that a later release has written: it is left for a node that runs that.
 */
import type { CallRecord } from '../../call/index.ts';
import { forwardStore } from '../../engine/ports/index.ts';
import type { Store } from '../../engine/ports/index.ts';
import { sealCommit, sealRecord, openCall, openCommand, openRecord } from './sealed-call.ts';
import { createSealedRegistry } from './sealed-registry.ts';
import type { RegistryOptions } from './sealed-registry.ts';
import type { SealedOptions } from './sealed-spool.ts';

/** The store with a seal before it. Beside what the store throws, `load` and `settle` throw `sealed` for what they cannot open. */
export function createSealedStore(store: Store, options: SealedOptions & RegistryOptions): Store {
  const { keys, log } = options;

  function openReadable<Result>(
    { id: call, project, flow, context }: CallRecord,
    open: () => Result,
  ): Result[] {
    try {
      return [open()];
    } catch (error) {
      const place = { project, call, flow: flow.name, step: context.step };
      log.error({ ...place, err: error }, 'a call cannot go on here');
      return [];
    }
  }

  return {
    // `ended` passes records on as they are: whoever reads on may not stumble over one that cannot be opened here.
    ...forwardStore(store),
    registry: createSealedRegistry(store.registry, options),
    async load(call) {
      const stored = await store.load(call);
      return stored && openCall(stored, keys);
    },
    commit: (commit) => store.commit(keys.ids.length === 0 ? commit : sealCommit(commit, keys)),
    async claim(...due) {
      const claimed = await store.claim(...due);
      return claimed.flatMap((one) => openReadable(one.record, () => openCall(one, keys)));
    },
    async settle(call, ...of) {
      return (await store.settle(call, ...of)).map((command) => openCommand(command, call, keys));
    },
    async list(filter, page) {
      const { calls, ...next } = await store.list(filter, page);
      return {
        calls: calls.flatMap((record) => openReadable(record, () => openRecord(record, keys))),
        ...next,
      };
    },
    rewrite: (record) => store.rewrite(sealRecord(record, keys)),
  };
}

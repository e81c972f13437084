/** Opens the storage of a service from its settings: the spool, the store, and what nodes share through it. */
import { systemClock } from '../../adapters/clock-system/index.ts';
import { MemoryFeed } from '../../adapters/feed-memory/index.ts';
import { openSpool } from '../../adapters/spool-file/index.ts';
import { openMemoryStore } from '../../adapters/store-memory/index.ts';
import { openRedisStore } from '../../adapters/store-redis/index.ts';
import {
  announceKeys,
  KeyRing,
  createSealedSpool,
  createSealedStore,
} from '../../adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../adapters/store-sqlite/index.ts';
import { hasPrivateIds } from '../campaigns/index.ts';
import type { Config } from '../config/config.ts';
import { ANSWER_TIMEOUT_MS } from '../../engine/index.ts';
import type { Clock, Feed, Log, Spool, Store, Turns } from '../../engine/ports/index.ts';

/** Time to wait for a locked store, ms: as long as the platform waits for our response, to avoid a retry. */
const LOCK_PATIENCE_MS = ANSWER_TIMEOUT_MS - 500;

interface OpenedStores {
  store: Store;
  /** Shared rate limits; absent: each node limits by itself. */
  turns?: Turns;
  /** Feed of live events. */
  feed: Feed;
  clock: Clock;
}

/** Opens both, the spool first since another node may own it; it is closed again if the store cannot be opened. */
export async function openStores(
  config: Config,
  log: Log,
): Promise<OpenedStores & { spool: Spool | undefined }> {
  const keys = new KeyRing(config.secretKeys);
  const spool = config.spool && createSealedSpool(openSpool(config.spool), { keys, log });
  try {
    const kept = await openStore(config, { keys, log });
    return { spool, ...kept };
  } catch (error) {
    await spool?.close().catch(() => undefined);
    throw error;
  }
}

async function openStore(
  { store }: Config,
  { keys, log }: { keys: KeyRing; log: Log },
): Promise<OpenedStores> {
  const alone = { feed: new MemoryFeed(systemClock), clock: systemClock };
  if (store.kind === 'memory') return { store: openMemoryStore(), ...alone };
  const sealing = { keys, log, hidesIds: hasPrivateIds };
  if (store.kind === 'sqlite') {
    const embedded = openSqliteStore({ file: store.file, busyTimeoutMs: LOCK_PATIENCE_MS });
    return { store: await sealStore(embedded, sealing), ...alone };
  }
  const shared = await openRedisStore({ address: store.address, log });
  const clock = { ...systemClock, now: () => shared.now() };
  return { store: await sealStore(shared, sealing), turns: shared.turns, feed: shared.feed, clock };
}

/** Wraps the store with encryption after declaring the active key; closes the store if a key is missing. */
async function sealStore(store: Store, sealing: Parameters<typeof createSealedStore>[1]): Promise<Store> {
  try {
    await announceKeys(store.registry, sealing.keys);
    return createSealedStore(store, sealing);
  } catch (error) {
    await store.close();
    throw error;
  }
}

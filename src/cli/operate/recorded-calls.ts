/** Opens the store of a service and reads its calls. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { openRedisStore } from '../../adapters/store-redis/index.ts';
import { createSealedStore, KeyRing } from '../../adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../adapters/store-sqlite/index.ts';
import { callId } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { parseStore, readSecretKeys } from '../../service/config/config.ts';
import type { StoreSetting } from '../../service/config/config.ts';
import type { CallFilter, Log, Store } from '../../engine/ports/index.ts';
import { readRecordingFrom } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { readDevKey } from '../author/dev-key.ts';
import { takeFirst } from './pages.ts';

/** Default store. */
export const DEFAULT_STORE = 'sqlite:ringflow.sqlite';

/** Help of `--store`. */
export const STORE_HELP = `store of the service (RINGFLOW_STORE, default ${DEFAULT_STORE})`;

/** Page size of store reads. */
const PAGE = 200;

/** An open store. */
export interface OpenStore {
  store: Store;
  /** Address without the password. */
  place: string;
}

/**
 * Opens a store, uses it and closes it. A SQLite file is opened read-only by default, so that this also works next to a
 * running service and on a read-only file system.
 */
export async function useStore<Result>(
  flag: string | undefined,
  use: (open: OpenStore) => Promise<Result>,
  { readOnly = true } = {},
): Promise<Result> {
  const setting = storeSetting(flag);
  const store = await openStore(setting, readOnly);
  try {
    // The address of a Redis may hold a password.
    return await use({ store, place: setting.replace(/\/\/[^@/]*@/, '//') });
  } finally {
    await store.close();
  }
}

/** Returns the store setting: the flag, then the environment or the file that it names, then the default. */
export function storeSetting(flag: string | undefined): string {
  return flag ?? addSettingFiles(process.env).RINGFLOW_STORE ?? DEFAULT_STORE;
}

/** Opens a store like `useStore`, with calls decrypted; reports how many calls cannot be decrypted. */
export async function useOpenedStore<Result>(
  { flag, io }: { flag: string | undefined; io: Io },
  use: (open: OpenStore) => Promise<Result>,
): Promise<Result> {
  const keys = keysFor(parseStore(storeSetting(flag)));
  let failed = 0;
  const log: Log = { ...silent, error: () => (failed += 1) };
  const result = await useStore(flag, ({ store, place }) =>
    // `hidesIds` matters for documents only, which are not read here.
    use({ store: createSealedStore(store, { keys, log, hidesIds: () => false }), place }),
  );
  if (failed > 0)
    io.err(`${failed} more cannot be decrypted: set RINGFLOW_SECRET_KEY to the key of the service\n`);
  return result;
}

/** Returns the keys of the service that uses the store: the configured ones, or the one that `dev` keeps next to its store. */
export function keysFor(store: StoreSetting | undefined): KeyRing {
  const secrets = readSecretKeys(addSettingFiles(process.env));
  const devKey = secrets.length === 0 ? readDevKey(store) : undefined;
  return new KeyRing(devKey === undefined ? secrets : [devKey]);
}

/** Yields all calls that match a filter, newest first. */
export async function* selectCalls(store: Store, filter: CallFilter): AsyncGenerator<CallRecord> {
  let after: string | undefined;
  do {
    const { calls, next } = await store.list(filter, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* calls;
    after = next;
  } while (after !== undefined);
}

/** Returns the newest calls that match a filter, at most `most`. */
export function readNewest(store: Store, filter: CallFilter, most: number): Promise<CallRecord[]> {
  return takeFirst(selectCalls(store, filter), most);
}

/** Reads recordings of calls, with flow settings from the local environment. */
export function readRecordings(store: Store, calls: Iterable<CallRecord>): Promise<Recording> {
  return readRecordingFrom({ source: store, env: process.env }, calls);
}

/** Reads a call from a store. Throws a `CommandFailure` if there is none. */
export async function loadCall({ store, place }: OpenStore, id: string): Promise<CallRecord> {
  const stored = await store.load(callId(id));
  const hint = id.includes('.') ? '' : `: ids are <project>.<voice id>, such as default.${id}`;
  if (stored === undefined) throw new CommandFailure(`${place} has no call "${id}"${hint}`, 1);
  return stored.record;
}

async function openStore(setting: string, readOnly: boolean): Promise<Store> {
  const store = parseStore(setting);
  if (store?.kind === 'redis') return openRedisStore({ address: store.address, log: silent });
  if (store?.kind !== 'sqlite' || !existsSync(store.file))
    throw new CommandFailure(`no store ${setting}: set one with --store sqlite:FILE or redis://HOST:PORT`);
  return openSqliteStore({ file: store.file, readOnly });
}

const ignore = () => undefined;
/** Log of stores that commands use; commands report problems themselves. */
export const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

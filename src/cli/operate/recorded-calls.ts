/** Calls in the store of a service, read by commands that come after them. */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { openRedisStore } from '../../adapters/store-redis/index.ts';
import { createSealedStore } from '../../adapters/store-sealed/index.ts';
import { openSqliteStore } from '../../adapters/store-sqlite/index.ts';
import { callId } from '../../call/index.ts';
import type { CallRecord } from '../../call/index.ts';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { parseStore } from '../../service/config/config.ts';
import type { CallFilter, Log, Store } from '../../engine/ports/index.ts';
import { readRecordingFrom } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { keysFor } from './store-keys.ts';

/** Default store. */
export const DEFAULT_STORE = 'sqlite:ringflow.sqlite';

/** Help of `--store`. */
export const STORE_HELP = `store of the service (RINGFLOW_STORE, default ${DEFAULT_STORE})`;

/** Page size of store reads. */
const PAGE = 200;

/** A store that was opened to be read. */
export interface OpenStore {
  store: Store;
  /** Its address without a password. */
  place: string;
}

/**
 * Does something with a store, and closes it. A file is only read, so that it works beside a service that writes, and where
 * nobody can write any more; unless something is to be changed.
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

/** Which store is meant: the flag says, else the environment or the file that it names. */
export function storeSetting(flag: string | undefined): string {
  return flag ?? addSettingFiles(process.env).RINGFLOW_STORE ?? DEFAULT_STORE;
}

/** The same with what callers entered in it, for which there has to be the key; says how many calls it does not open. */
export async function useOpenedStore<Result>(
  { flag, io }: { flag: string | undefined; io: Io },
  use: (open: OpenStore) => Promise<Result>,
): Promise<Result> {
  const keys = keysFor(parseStore(storeSetting(flag)));
  let closed = 0;
  const log: Log = { ...silent, error: () => (closed += 1) };
  const result = await useStore(flag, ({ store, place }) =>
    // Calls alone are read, no documents.
    use({ store: createSealedStore(store, { keys, log, hidesIds: () => false }), place }),
  );
  if (closed > 0)
    io.err(`${closed} more cannot be decrypted: set RINGFLOW_SECRET_KEY to the key of the service\n`);
  return result;
}

/** All calls that a filter leaves, the newest first. */
export async function* selectCalls(store: Store, filter: CallFilter): AsyncGenerator<CallRecord> {
  let after: string | undefined;
  do {
    const { calls, next } = await store.list(filter, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* calls;
    after = next;
  } while (after !== undefined);
}

/** The newest of them, at most so many. */
export async function readNewest(store: Store, filter: CallFilter, most: number): Promise<CallRecord[]> {
  const found: CallRecord[] = [];
  for await (const record of selectCalls(store, filter)) {
    found.push(record);
    if (found.length >= most) break;
  }
  return found;
}

/** Calls as they were recorded, with the settings of the place where this runs, as a service here would have them. */
export function readRecordings(store: Store, calls: Iterable<CallRecord>): Promise<Recording> {
  return readRecordingFrom({ source: store, env: process.env }, calls);
}

/** One call of a store. */
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
/** For a store that is used by a command, which tells itself what goes wrong. */
export const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

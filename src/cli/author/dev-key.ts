import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config, StoreSetting } from '../../service/config/config.ts';
import { CommandFailure, describeError } from '../shared/io.ts';

/** Adds a key for secrets to settings without one: `dev` keeps its own next to its SQLite file. */
export function addDevKey(config: Config): Config {
  const { secretKeys, store } = config;
  if (secretKeys.length > 0 || store.kind !== 'sqlite') return config;
  return { ...config, secretKeys: [ensureKey(`${store.file}.key`)] };
}

/** Reads the key that `dev` keeps next to a store; undefined if there is none or this user may not read it. */
export function readDevKey(store: StoreSetting | undefined): string | undefined {
  if (store?.kind !== 'sqlite') return undefined;
  try {
    return readFileSync(`${store.file}.key`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function ensureKey(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CommandFailure(`the key of the store cannot be saved: ${describeError(error)}`);
  }
}

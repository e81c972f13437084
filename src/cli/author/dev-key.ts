import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config, StoreSetting } from '../../service/config/config.ts';
import { CommandFailure } from '../shared/io.ts';

/** The settings with a key for secrets; where none is set, `dev` keeps one of its own beside its file. */
export function addDevKey(config: Config): Config {
  const { secretKeys, store } = config;
  if (secretKeys.length > 0 || store.kind !== 'sqlite') return config;
  return { ...config, secretKeys: [ensureKey(`${store.file}.key`)] };
}

/** The key that `dev` has kept beside a store; undefined where there is none that this user may read. */
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
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new CommandFailure(`the key of the store cannot be kept: ${reason}`);
  }
}

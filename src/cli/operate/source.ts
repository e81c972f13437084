/** Where commands that look at calls find them: in a store, or at a service that runs. */
import process from 'node:process';
import type { Command } from 'commander';
import { CommandFailure } from '../shared/io.ts';
import { DEFAULT_STORE } from './recorded-calls.ts';
import { withSettingFiles } from '../../service/config/secret-files.ts';
import { isLoggedIn } from './credentials.ts';
import { withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** Where the calls are. */
export interface SourceFlags extends ServiceFlags {
  store?: string;
}

/** What the help says of `--store` where a service can be asked instead. */
export const STORE_OR_SERVICE = `read from this store (RINGFLOW_STORE; default: the service of "ringflow login", else ${DEFAULT_STORE})`;

/** Adds the flags. */
export function withSource(command: Command): Command {
  return withService(command.option('--store <store>', STORE_OR_SERVICE));
}

/**
 * Whether calls are asked for at a service: where one is named, by a flag or, if no store is named, in the environment or by
 * `login`.
 * Throws a `CommandFailure` where flags name both.
 */
export function isAtService(
  { store, url }: Pick<SourceFlags, 'store' | 'url'>,
  environment = withSettingFiles(process.env),
): boolean {
  if (store !== undefined && url !== undefined)
    throw new CommandFailure('--store cannot be combined with --url');
  if (store !== undefined || url !== undefined) return url !== undefined;
  if (environment.RINGFLOW_STORE !== undefined) return false;
  return environment.RINGFLOW_URL !== undefined || isLoggedIn(environment);
}

/** Selects the source of calls: a store or a running service. */
import process from 'node:process';
import type { Command } from 'commander';
import { CommandFailure } from '../shared/io.ts';
import { DEFAULT_STORE } from './recorded-calls.ts';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { isLoggedIn } from './credentials.ts';
import { addServiceFlags } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** Flags that select a store or a service. */
export interface SourceFlags extends ServiceFlags {
  store?: string;
}

/** Help of `--store` for commands that can also read from a service. */
export const STORE_OR_SERVICE = `read from this store (RINGFLOW_STORE; default: the service of "ringflow login", else ${DEFAULT_STORE})`;

/** Adds the flags that select a store or a service. */
export function addSourceFlags(command: Command): Command {
  return addServiceFlags(command.option('--store <store>', STORE_OR_SERVICE));
}

/**
 * True when calls are read from a service: `--url` names one, or no store is configured and the environment or `login` names
 * one. Throws a `CommandFailure` for both flags.
 */
export function isAtService(
  { store, url }: Pick<SourceFlags, 'store' | 'url'>,
  environment = addSettingFiles(process.env),
): boolean {
  if (store !== undefined && url !== undefined)
    throw new CommandFailure('--store cannot be combined with --url');
  if (store !== undefined || url !== undefined) return url !== undefined;
  if (environment.RINGFLOW_STORE !== undefined) return false;
  return environment.RINGFLOW_URL !== undefined || isLoggedIn(environment);
}

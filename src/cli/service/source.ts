/** Where commands that look at calls find them: in a store, or at a service that runs. */
import process from 'node:process';
import type { Command } from 'commander';
import { CommandFailure } from '../io.ts';
import { STORE_HELP } from '../recorded-calls.ts';
import { withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** Where the calls are. */
export interface SourceFlags extends ServiceFlags {
  store?: string;
}

/** Adds the flags. */
export function withSource(command: Command): Command {
  return withService(command.option('--store <store>', STORE_HELP));
}

/**
 * Whether calls are asked for at a service: where one is named, by a flag or, if no store is named, in the environment.
 * Throws a `CommandFailure` where flags name both.
 */
export function isAtService({ store, url }: SourceFlags, environment = process.env): boolean {
  if (store !== undefined && url !== undefined)
    throw new CommandFailure('say where the calls are by --store or by --url, not by both');
  if (store !== undefined || url !== undefined) return url !== undefined;
  if (environment.RINGFLOW_STORE !== undefined) return false;
  return environment.RINGFLOW_URL !== undefined;
}

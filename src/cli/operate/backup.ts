import { formatCount } from '../../language/text/index.ts';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { backUpSqlite, restoreSqlite } from '../../adapters/store-sqlite/index.ts';
import { parseStore } from '../../service/config/config.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { STORE_HELP, storeSetting } from './recorded-calls.ts';

interface Flags {
  store?: string;
  replace?: boolean;
  json?: boolean;
}

/** `ringflow backup`: copies the SQLite store of a running service. */
export function registerBackup(program: Command, io: Io): void {
  program
    .command('backup')
    .description('back up the SQLite store of a running service')
    .argument('<file>', 'backup file; an existing file is replaced once the backup is complete')
    .option('--store <store>', STORE_HELP)
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 backed up, 2 one of the files cannot be used.\n\nExample:\n  ringflow backup /backup/ringflow.sqlite --store sqlite:/var/lib/ringflow/ringflow.sqlite',
    )
    .action((copy: string, flags: Flags) => {
      const file = findStoreFile(flags);
      if (!existsSync(file)) throw new CommandFailure(`no store ${file}`);
      const held = backUpSqlite(file, copy);
      printResult({ ...held, file: copy }, `${copy} contains ${renderContents(held)}`, { flags, io });
    });
}

/** `ringflow restore`: replaces the SQLite store of a stopped service by a backup. */
export function registerRestore(program: Command, io: Io): void {
  program
    .command('restore')
    .description('restore the SQLite store of a stopped service from a backup')
    .argument('<file>', 'backup file')
    .option('--store <store>', STORE_HELP)
    .option('--replace', 'rename an existing store and keep it')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      '\nCalls continue from their state in the backup. Do not restore a backup older than 24 hours.\n\nExit code: 0 restored, 2 one of the files cannot be used, or a service is using the store.\n\nExample:\n  ringflow restore /backup/ringflow.sqlite --store sqlite:/var/lib/ringflow/ringflow.sqlite --replace',
    )
    .action((copy: string, flags: Flags) => {
      const file = findStoreFile(flags);
      if (!existsSync(copy)) throw new CommandFailure(`no backup ${copy}`);
      if (existsSync(file) && flags.replace !== true)
        throw new CommandFailure(`the store ${file} already exists: add --replace to rename and keep it`);
      const { replaced, ...held } = restoreSqlite(copy, file);
      const kept = replaced === undefined ? '' : `; the previous store is now ${replaced}`;
      printResult(
        { ...held, file, ...(replaced !== undefined && { replaced }) },
        `${file} contains ${renderContents(held)}${kept}`,
        { flags, io },
      );
    });
}

function findStoreFile({ store: flag }: Flags): string {
  const setting = storeSetting(flag);
  const store = parseStore(setting);
  if (store?.kind === 'sqlite') return store.file;
  const isRedis = store?.kind === 'redis';
  throw new CommandFailure(
    isRedis
      ? 'backup and restore work with SQLite; for Redis see docs/operations.md'
      : `--store is "${setting}": expected sqlite:FILE`,
  );
}

function renderContents({ calls, live }: { calls: number; live: number }): string {
  return `${formatCount(calls, 'call')}, ${live} of them live`;
}

function printResult(result: object, line: string, { flags, io }: { flags: Flags; io: Io }): void {
  io.out(flags.json === true ? `${JSON.stringify(result)}\n` : `${line}\n`);
}

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

/** `ringflow backup`: the SQLite file of a service as it is at one moment, while it serves. */
export function registerBackup(program: Command, io: Io): void {
  program
    .command('backup')
    .description('copy the SQLite file of a service, while it serves')
    .argument('<file>', 'where to; what stands there is replaced once the copy is whole')
    .option('--store <store>', STORE_HELP)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 copied, 2 one of the files cannot be used.\n\nExample:\n  ringflow backup /backup/ringflow.sqlite --store sqlite:/var/lib/ringflow/ringflow.sqlite',
    )
    .action((copy: string, flags: Flags) => {
      const file = fileOf(flags);
      if (!existsSync(file)) throw new CommandFailure(`there is no store ${file}`);
      const held = backUpSqlite(file, copy);
      print({ ...held, file: copy }, `${copy} holds ${inWords(held)}`, { flags, io });
    });
}

/** `ringflow restore`: such a copy in the place of the file, while no service has it. */
export function registerRestore(program: Command, io: Io): void {
  program
    .command('restore')
    .description('put a copy in the place of the SQLite file of a service that is stopped')
    .argument('<file>', 'a copy, as backup makes it')
    .option('--store <store>', STORE_HELP)
    .option('--replace', 'where there is a file already: keep it under another name')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nCalls go on from where they were then. Do not restore what is older than 24 hours.\n\nExit code: 0 restored, 2 one of the files cannot be used, or a service has it.\n\nExample:\n  ringflow restore /backup/ringflow.sqlite --store sqlite:/var/lib/ringflow/ringflow.sqlite --replace',
    )
    .action((copy: string, flags: Flags) => {
      const file = fileOf(flags);
      if (!existsSync(copy)) throw new CommandFailure(`there is no copy ${copy}`);
      if (existsSync(file) && flags.replace !== true)
        throw new CommandFailure(
          `there is a store ${file} already: add --replace to keep it under another name`,
        );
      const { replaced, ...held } = restoreSqlite(copy, file);
      const kept = replaced === undefined ? '' : `; what was there is ${replaced} now`;
      print(
        { ...held, file, ...(replaced !== undefined && { replaced }) },
        `${file} holds ${inWords(held)}${kept}`,
        {
          flags,
          io,
        },
      );
    });
}

function fileOf({ store: flag }: Flags): string {
  const setting = storeSetting(flag);
  const store = parseStore(setting);
  if (store?.kind === 'sqlite') return store.file;
  const isRedis = store?.kind === 'redis';
  throw new CommandFailure(
    isRedis
      ? 'this copies SQLite files; how Redis is backed up stands in docs/operations.md'
      : `--store is "${setting}": expected sqlite:FILE`,
  );
}

function inWords({ calls, live }: { calls: number; live: number }): string {
  return `${formatCount(calls, 'call')}, ${live} of them under way`;
}

function print(result: object, line: string, { flags, io }: { flags: Flags; io: Io }): void {
  io.out(flags.json === true ? `${JSON.stringify(result)}\n` : `${line}\n`);
}

import { formatCount } from '../../language/text/index.ts';
import process from 'node:process';
import type { Command } from 'commander';
import { announceKeys, KeyRing, reseal } from '../../adapters/store-sealed/index.ts';
import type { Resealed } from '../../adapters/store-sealed/index.ts';
import { hasPrivateIds } from '../../service/campaigns/index.ts';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { readSecretKeys } from '../../service/config/config.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { STORE_HELP, useStore } from './recorded-calls.ts';
import type { OpenStore } from './recorded-calls.ts';

const HELP = `
RINGFLOW_SECRET_KEY (or the file named by RINGFLOW_SECRET_KEY_FILE) contains the keys, one per line: the new key first, then
every earlier key. The service can stay up if all of its nodes already have the new key first.

Exit code: 0 only the first key is needed from now on, 1 some entries were in use: run it again in a minute, 2 no store or no key.

Example:
  RINGFLOW_SECRET_KEY_FILE=/run/secrets/ringflow-keys ringflow reseal --store sqlite:ringflow.sqlite`;

/** `ringflow reseal`: re-encrypts a store with the first key, so that the others can be removed. */
export function registerReseal(program: Command, io: Io): void {
  program
    .command('reseal')
    .description('re-encrypt a store with the first key, so that the other keys can be removed')
    .option('--store <store>', STORE_HELP)
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', HELP)
    .action(async ({ store, json }: { store?: string; json?: true }) => {
      const keys = new KeyRing(readSecretKeys(addSettingFiles(process.env)));
      if (keys.isEmpty)
        throw new CommandFailure('no key: set RINGFLOW_SECRET_KEY or RINGFLOW_SECRET_KEY_FILE');
      const done = await useStore(store, (open) => resealStore(open, keys), { readOnly: false });
      const { calls, documents, left } = done;
      io.out(
        json
          ? `${JSON.stringify(done)}\n`
          : `${formatCount(calls, 'call')} and ${formatCount(documents, 'document')} re-encrypted\n`,
      );
      if (left > 0)
        throw new CommandFailure(`not re-encrypted, because in use: ${left}; run this again in a minute`, 1);
    });
}

/** Announces the first key before it re-encrypts, so that a service without that key does not start meanwhile. */
async function resealStore({ store }: OpenStore, keys: KeyRing): Promise<Resealed> {
  await announceKeys(store.registry, keys);
  return reseal(store, { keys, hidesIds: hasPrivateIds });
}

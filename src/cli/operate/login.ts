import process from 'node:process';
import type { Command } from 'commander';
import { withSettingFiles } from '../../service/config/secret-files.ts';
import type { Io } from '../shared/io.ts';
import { openClient } from './client.ts';
import { forgetCredentials, keepCredentials, serviceUrl } from './credentials.ts';
import { askForKey } from './key-prompt.ts';

interface Whoami {
  id: string;
  name: string;
  grants: { project: string; role: string }[];
}

/** `ringflow login`: which service the other commands use, and with which key. */
export function registerLogin(program: Command, io: Io): void {
  program
    .command('login')
    .description('keep the address of a service and a key for it')
    .requiredOption('--url <url>', 'address of the service')
    .addHelpText(
      'after',
      '\nThe key, or a token of the identity provider of the service, is asked for, or read from stdin, or taken from RINGFLOW_TOKEN\n(or the file that RINGFLOW_TOKEN_FILE names).\nExit code: 0 kept, 1 the key is not valid there, 2 no answer.\n\nExample:\n  ringflow login --url https://ivr.example.com',
    )
    .action(async ({ url }: { url: string }) => {
      const credentials = {
        url: serviceUrl(url),
        key: withSettingFiles(process.env).RINGFLOW_TOKEN?.trim() ?? (await askForKey(process.stdin, io)),
      };
      const who = await openClient(credentials, io)<Whoami>('GET', '/whoami');
      const file = keepCredentials(credentials);
      const roles = who.grants.map(
        ({ project, role }) => `${role} of ${project === '*' ? 'all projects' : project}`,
      );
      io.out(`Logged in at ${credentials.url} as "${who.name}", ${roles.join(', ')}. Kept in ${file}.\n`);
    });
}

/** `ringflow logout`: both are forgotten. */
export function registerLogout(program: Command, io: Io): void {
  program
    .command('logout')
    .description('forget the service and the key')
    .action(() => {
      forgetCredentials();
      io.out('Forgotten.\n');
    });
}

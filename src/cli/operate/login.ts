import process from 'node:process';
import type { Command } from 'commander';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import type { Io } from '../shared/io.ts';
import { openClient } from './client.ts';
import { deleteCredentials, saveCredentials, parseServiceUrl } from './credentials.ts';
import { askForKey } from './key-prompt.ts';

interface Whoami {
  id: string;
  name: string;
  grants: { project: string; role: string }[];
}

/** `ringflow login`: saves the service and the key that other commands use. */
export function registerLogin(program: Command, io: Io): void {
  program
    .command('login')
    .description('save the URL of a service and a key for it')
    .requiredOption('--url <url>', 'URL of the service')
    .addHelpText(
      'after',
      '\nPrompts for the key, or for a token of its identity provider; reads it from stdin if piped, or from RINGFLOW_TOKEN\n(or the file named by RINGFLOW_TOKEN_FILE).\nExit code: 0 saved, 1 the service rejected the key, 2 no response.\n\nExample:\n  ringflow login --url https://ivr.example.com',
    )
    .action(async ({ url }: { url: string }) => {
      const credentials = {
        url: parseServiceUrl(url),
        key: addSettingFiles(process.env).RINGFLOW_TOKEN?.trim() ?? (await askForKey(process.stdin, io)),
      };
      const who = await openClient(credentials, io)<Whoami>('GET', '/whoami');
      const file = saveCredentials(credentials);
      const roles = who.grants.map(
        ({ project, role }) => `${role} of ${project === '*' ? 'all projects' : project}`,
      );
      io.out(`Logged in at ${credentials.url} as "${who.name}", ${roles.join(', ')}. Saved to ${file}.\n`);
    });
}

/** `ringflow logout`: deletes both. */
export function registerLogout(program: Command, io: Io): void {
  program
    .command('logout')
    .description('delete the saved URL and key')
    .action(() => {
      deleteCredentials();
      io.out('Logged out.\n');
    });
}

/**
 * URL and key of the service: from the command line, then from the environment, then as saved by `login` in a file that only
 * its owner can read.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { isSet, parseUrl } from '../../service/config/values.ts';
import { CommandFailure } from '../shared/io.ts';

export interface Credentials {
  /** Base URL of the service, without a trailing slash. */
  url: string;
  /** A key of the service, or a token of its identity provider. */
  key: string;
}

type Environment = Record<string, string | undefined>;

/** Returns URL and key. Throws a `CommandFailure` that names what is missing. */
export function findCredentials(
  { url }: Partial<Pick<Credentials, 'url'>>,
  environment: Environment = addSettingFiles(process.env),
): Credentials {
  const kept = readCredentials(environment);
  const address = url ?? environment.RINGFLOW_URL ?? kept?.url;
  if (address === undefined)
    throw new CommandFailure('not logged in: run "ringflow login --url URL", or set RINGFLOW_URL');
  const base = parseServiceUrl(address);
  const key = environment.RINGFLOW_TOKEN?.trim() ?? (kept?.url === base ? kept.key : undefined);
  if (key === undefined)
    throw new CommandFailure(`no key for ${base}: run "ringflow login --url ${base}", or set RINGFLOW_TOKEN`);
  return { url: base, key };
}

/** Parses the URL of a service. Throws a `CommandFailure` for an invalid one. */
export function parseServiceUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined)
    throw new CommandFailure(`"${text}" is not a service URL: expected one such as https://ivr.example.com`);
  return url;
}

/** True when credentials are saved. Throws a `CommandFailure` if the file cannot be read. */
export function isLoggedIn(environment: Environment = process.env): boolean {
  return readCredentials(environment) !== undefined;
}

/** Saves the credentials; returns the path of the file. */
export function saveCredentials(credentials: Credentials, environment: Environment = process.env): string {
  const file = credentialsFile(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  // writeFileSync does not change the permissions of an existing file.
  chmodSync(file, 0o600);
  return file;
}

/** Deletes the saved credentials. */
export function deleteCredentials(environment: Environment = process.env): void {
  rmSync(credentialsFile(environment), { force: true });
}

function readCredentials(environment: Environment): Credentials | undefined {
  const file = credentialsFile(environment);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const { url, key } = JSON.parse(text) as Partial<Credentials>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch {
    // Reported below, like any other invalid content.
  }
  throw new CommandFailure(`${file} cannot be read: remove it and run "ringflow login" again`);
}

function credentialsFile({ XDG_CONFIG_HOME, APPDATA }: Environment): string {
  const file = join('ringflow', 'credentials.json');
  if (process.platform === 'win32')
    return join(isSet(APPDATA) ? APPDATA : join(homedir(), 'AppData', 'Roaming'), file);
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', file);
  return join(isSet(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config'), file);
}

/** Flags shared by commands that use a service. */
import type { Command } from 'commander';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openClient } from './client.ts';
import type { Ask } from './client.ts';
import { findCredentials } from './credentials.ts';
import type { Credentials } from './credentials.ts';

/** Flags of commands that use a service. */
export type UrlFlags = Partial<Pick<Credentials, 'url'>>;

/** Flags of commands that use a project of a service. */
export interface ServiceFlags extends UrlFlags {
  project: string;
}

/** Adds the flag for where the service is. */
export function addUrlFlag(command: Command): Command {
  return command.option(
    '--url <url>',
    'URL of the service (RINGFLOW_URL; default: the one of "ringflow login")',
  );
}

/** Adds the flags for where it is and which project is meant. */
export function addServiceFlags(command: Command): Command {
  return addUrlFlag(command).option('--project <id>', 'id of the project', 'default');
}

/** The service that the flags mean. Throws a `CommandFailure` where it is not known, or no key for it. */
export function openApi(flags: UrlFlags, io: Io, headers?: Record<string, string>): Ask {
  return openClient(findCredentials(flags), io, headers);
}

/** The same, by the address of the project that the flags mean. */
export function openProject(flags: ServiceFlags, io: Io, headers?: Record<string, string>): Ask {
  const ask = openApi(flags, io, headers);
  return (method, path, body) => ask(method, `/projects/${encodeURIComponent(flags.project)}${path}`, body);
}

/** A time that a flag gives, ms since the epoch. Throws a `CommandFailure` where it is none. */
export function readTime(text: string, flag: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new CommandFailure(
      `${flag} is "${text}": expected a time such as 2026-08-01 or 2026-08-01T09:00+02:00`,
    );
  return time;
}

/** Collects `name=value` pairs of a flag that may be repeated. */
export function addParam(pair: string, params: Record<string, string> = {}): Record<string, string> {
  const at = pair.indexOf('=');
  if (at < 1) throw new CommandFailure(`--param is "${pair}": expected name=value`);
  return { ...params, [pair.slice(0, at)]: pair.slice(at + 1) };
}

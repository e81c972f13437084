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

/** Flag of commands that can print JSON. */
export interface JsonFlag {
  json?: true;
}

/** Flags of commands that proceed although something was refused. */
export interface ForceFlags {
  force?: true;
  reason?: string;
}

/** Renders the exit codes of a command that uses a service, for its help. */
export function renderExitCodes(done = 'done', refused = 'refused'): string {
  return `\nExit code: 0 ${done}, 1 ${refused}, 2 invalid usage, or no response.`;
}

/** Adds the flag for the URL of the service. */
export function addUrlFlag(command: Command): Command {
  return command.option(
    '--url <url>',
    'URL of the service (RINGFLOW_URL; default: the one of "ringflow login")',
  );
}

/** Adds the flags for the service and the project. */
export function addServiceFlags(command: Command): Command {
  return addUrlFlag(command).option('--project <id>', 'id of the project', 'default');
}

/** Returns a client of the service. Throws a `CommandFailure` if its URL or key is unknown. */
export function openApi(flags: UrlFlags, io: Io, headers?: Record<string, string>): Ask {
  return openClient(findCredentials(flags), io, headers);
}

/** Returns a client whose paths are below the project. Throws a `CommandFailure` if the URL or key is unknown. */
export function openProject(flags: ServiceFlags, io: Io, headers?: Record<string, string>): Ask {
  const ask = openApi(flags, io, headers);
  return (method, path, body) => ask(method, `/projects/${encodeURIComponent(flags.project)}${path}`, body);
}

/** Returns a parser of a flag's time: ms since the epoch. It throws a `CommandFailure` for anything else. */
export function timeParser(flag: string): (text: string) => number {
  return (text) => {
    const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(time))
      throw new CommandFailure(
        `${flag} is "${text}": expected a time such as 2026-08-01 or 2026-08-01T09:00+02:00`,
      );
    return time;
  };
}

/** Returns the reason for `--force`. Throws a `CommandFailure` if one of the two flags is missing. */
export function readForce({ force, reason }: ForceFlags): { reason: string } | undefined {
  if (force === undefined && reason !== undefined) throw new CommandFailure('--reason requires --force');
  if (force === undefined) return undefined;
  if (reason === undefined || reason === '')
    throw new CommandFailure('--force requires --reason "…", which is written to the audit log');
  return { reason };
}

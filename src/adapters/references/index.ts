/**
 * Secrets by reference, as projects name them: `env:NAME` in the environment of this node, `file:/path` on its disk.
 *
 * Whoever may name one is not thereby shown the rest: of the environment only what is meant for projects is handed in
 * here, of the disk only one directory is read.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { OperationalError } from '../../engine/ports/index.ts';

interface ReferenceOptions {
  /** The part of the environment that may be named. */
  environment: Readonly<Record<string, string>>;
  /** The directory below which files may be named. */
  directory: string;
}

export interface References {
  /** Gives the secret. Throws an `OperationalError`, `no_secret`, which tells what to do and nothing of the secret. */
  read: (reference: string) => string;
  /** Why it cannot be read here, for people; undefined: it can. */
  unreadable: (reference: string) => string | undefined;
}

/** As long as a credential may be. */
const LONGEST = 1_000;

export function openReferences({ environment, directory }: ReferenceOptions): References {
  const look = (reference: string): Found => {
    const [, kind, place = ''] = /^(env|file):(.+)$/s.exec(reference) ?? [];
    const text = kind === 'file' ? readIn(directory, place) : variableIn(environment, place);
    const secret = text?.replace(/\r?\n$/, '');
    if (secret !== undefined && isCredential(secret)) return { secret };
    return { why: `${reference}: ${whyNot({ kind, text, directory })}` };
  };
  return {
    read(reference) {
      const found = look(reference);
      if ('secret' in found) return found.secret;
      throw new OperationalError('no_secret', found.why, { retryable: false });
    },
    unreadable(reference) {
      const found = look(reference);
      return 'why' in found ? found.why : undefined;
    },
  };
}

type Found = { secret: string } | { why: string };

function isCredential(text: string): boolean {
  return text.length <= LONGEST && /^[\x21-\x7e]+$/.test(text);
}

function variableIn(environment: ReferenceOptions['environment'], name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Returns the content of the file; undefined when it cannot be read, or is outside the directory once links are followed. */
function readIn(directory: string, path: string): string | undefined {
  try {
    const way = relative(realpathSync(directory), realpathSync(path));
    const isOutside = way === '' || way === '..' || way.startsWith('../') || isAbsolute(way);
    return isOutside ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

interface Missing {
  kind: string | undefined;
  text: string | undefined;
  directory: string;
}

function whyNot({ kind, text, directory }: Missing): string {
  if (text !== undefined) return `what is there is no credential of 1 to ${LONGEST} printable characters`;
  if (kind === 'file') return `no file that can be read below ${directory} (--secrets-dir)`;
  return 'no such variable is set on this node';
}

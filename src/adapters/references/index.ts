/**
 * Reads the secrets to which projects refer: `env:NAME` in the environment of this node, `file:/path` on its disk.
 *
 * A reference cannot reveal anything else: only variables meant for projects and files in one directory can be read.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { OperationalError } from '../../engine/ports/index.ts';

interface ReferenceOptions {
  /** Variables that may be read. */
  environment: Readonly<Record<string, string>>;
  /** Directory below which files may be read. */
  directory: string;
}

export interface References {
  /** Returns the secret. Throws an `OperationalError` `no_secret`, which says what to do and reveals nothing. */
  read: (reference: string) => string;
  /** Returns the reason why it cannot be read here, for people; undefined if it can. */
  unreadable: (reference: string) => string | undefined;
}

/** Maximum length of a credential. */
const MAX_LENGTH = 1_000;

export function openReferences({ environment, directory }: ReferenceOptions): References {
  const look = (reference: string): Found => {
    const [, kind, place = ''] = /^(env|file):(.+)$/s.exec(reference) ?? [];
    const text = kind === 'file' ? readBelow(directory, place) : readVariable(environment, place);
    const secret = text?.replace(/\r?\n$/, '');
    if (secret !== undefined && isCredential(secret)) return { secret };
    return { why: `${reference}: ${explainMissing({ kind, text, directory })}` };
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
  return text.length <= MAX_LENGTH && /^[\x21-\x7e]+$/.test(text);
}

function readVariable(environment: ReferenceOptions['environment'], name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Returns the content of a file; undefined if it cannot be read or is outside the directory after resolving links. */
function readBelow(directory: string, path: string): string | undefined {
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

function explainMissing({ kind, text, directory }: Missing): string {
  if (text !== undefined) return `the value is not a credential of 1 to ${MAX_LENGTH} printable characters`;
  if (kind === 'file') return `no readable file below ${directory} (--secrets-dir)`;
  return 'this variable is not set on this node';
}

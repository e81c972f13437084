/** Finds flow and scenario files. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { dirname, join, sep, resolve } from 'node:path';
import { toReadError, readText } from './read.ts';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFlowCatalogue } from '../../language/compiler/index.ts';
import { findClosest } from '../../language/diagnostics/index.ts';
import { isFlowFile } from '../../language/text/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';

/**
 * False for names to skip: installed packages, Git data, files that the file system recovered, editor locks
 * (`.#flow.yaml`), and names with two leading dots, which Kubernetes reserves for the folders behind the links of a
 * mounted ConfigMap (`..data`, `..2026_01_05_09_00_00.123`).
 */
export function isSearchedName(name: string): boolean {
  return !['node_modules', '.git', 'lost+found'].includes(name) && !/^(\.\.|\.#)/.test(name);
}

/**
 * Finds the files that paths denote: a file denotes itself, a folder every file below it that `matches`, sorted by
 * path. Links are followed; a file with several paths is found once, by the path with the fewest links. Unreadable
 * matches (a pipe, a broken link) are included, so that the reader reports them. Throws `no_such_path` and
 * `unreadable_file`.
 */
export function findFiles(paths: string[], matches: (path: string) => boolean): string[] {
  const found = new Map<string, string>();
  for (const path of paths) {
    const files = isFolder(path) ? new Search(matches).filesBelow(path) : [[identify(path), path] as const];
    for (const [identity, file] of files) if (!found.has(identity)) found.set(identity, file);
  }
  return [...found.values()];
}

/** Returns the path of a file without links, or the path itself if the file cannot be reached. */
export function identify(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

class Search {
  readonly #matches: (path: string) => boolean;
  /** Identity of a file → its path. */
  readonly #found = new Map<string, string>();
  /** Searched folders, by their paths without links, so that each is searched once. */
  readonly #searched = new Set<string>();
  /** Links, which are followed last, so that a file is found at its own place rather than by a link. */
  readonly #links: string[] = [];

  constructor(matches: (path: string) => boolean) {
    this.#matches = matches;
  }

  filesBelow(folder: string): [identity: string, path: string][] {
    this.#search(folder, realpathSync(folder));
    // Following a link can append further links.
    for (const link of this.#links) this.#follow(link);
    return [...this.#found].sort(([, a], [, b]) => (a < b ? -1 : 1));
  }

  #search(folder: string, real: string): void {
    if (this.#searched.has(real)) return;
    this.#searched.add(real);
    for (const entry of readEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.#links.push(path);
      else if (entry.isDirectory()) this.#search(path, join(real, entry.name));
      else this.#add(path, join(real, entry.name));
    }
  }

  #follow(link: string): void {
    const target = identify(link);
    if (!leadsToFolder(link)) this.#add(link, target);
    else if (!isCircle(link)) this.#search(link, target);
  }

  #add(path: string, identity: string): void {
    if (this.#matches(path) && !this.#found.has(identity)) this.#found.set(identity, path);
  }
}

/** Lists the entries of a folder, without names to skip. Throws `unreadable_file`. */
export function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isSearchedName(name));
  } catch (cause) {
    throw toReadError(folder, cause);
  }
}

/** True if a link leads to a folder that contains it, whose files are found without it. */
export function isCircle(link: string): boolean {
  const target = identify(link);
  const own = identify(dirname(link));
  return own === target || own.startsWith(target.endsWith(sep) ? target : target + sep);
}

/** True for a folder or a link to one. */
export function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    throw toReadError(path, cause);
  }
}

/** Returns the canonical `file:` URL for a path or URL; undefined if it is not a local file. */
export function toFileUrl(file: string): string | undefined {
  try {
    if (file.startsWith('file:')) return pathToFileURL(fileURLToPath(file)).href;
  } catch {
    // A file on another host has no local path.
    return undefined;
  }
  return /^[a-z]{2,}:/i.test(file) ? undefined : pathToFileURL(resolve(file)).href;
}

/** Returns the path of a `file:` URL; undefined for other URLs and files on other hosts. */
export function toFilePath(uri: string): string | undefined {
  const local = uri.startsWith('file:') ? toFileUrl(uri) : undefined;
  return local && fileURLToPath(local);
}

/** Finds the file of a flow by name, anywhere below a folder. Throws `no_such_path` and `no_such_flow`. */
export function findFlowByName(name: string, folder: string): string {
  const files = findFiles([folder], isFlowFile);
  const flows = createFlowCatalogue(files.map((file) => ({ file, text: readText(file) })));
  const clashing = flows.listClashes(name);
  if (clashing.length > 0)
    throw noSuchFlowError(`several flows are named "${name}": ${clashing.join(', ')}; give the path of one`);
  const found = flows.file(name)?.file;
  if (found === undefined)
    throw noSuchFlowError(`there is no flow "${name}" in ${folder}: ${suggestName(name, flows.names)}`);
  return found;
}

/**
 * Finds a flow file by a path or a `file:` URL, or by a folder that contains only one flow. Throws `no_such_path` and
 * `no_such_flow`.
 */
export function findFlowAt(place: string | URL): string {
  const path = typeof place === 'string' ? place : fileURLToPath(place);
  const [file, ...others] = findFiles([path], isFlowFile);
  if (file === undefined) throw noSuchFlowError(`there is no flow in ${path}`);
  if (others.length > 0)
    throw noSuchFlowError(`${path} contains ${others.length + 1} flows: give the path of one of them`);
  return file;
}

function suggestName(name: string, names: readonly string[]): string {
  const near = findClosest(name, names);
  if (near !== undefined) return `did you mean "${near}"?`;
  return names.length === 0 ? 'it contains no flows' : `it contains ${names.join(', ')}`;
}

function noSuchFlowError(message: string): OperationalError {
  return new OperationalError('no_such_flow', message, { retryable: false });
}

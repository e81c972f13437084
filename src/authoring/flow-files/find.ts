/** Finds flow and scenario files. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { basename, dirname, join, sep, resolve } from 'node:path';
import { toReadError } from './read.ts';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** In a folder, a flow is `flow.yaml` or `<name>.flow.yaml`. */
export function isFlowFile(path: string): boolean {
  return /^(.+\.)?flow\.ya?ml$/.test(basename(path));
}

/** A scenario file is `<name>.scenario.yaml`. */
export function isScenarioFile(path: string): boolean {
  return /\.scenario\.ya?ml$/.test(basename(path));
}

/**
 * False for names that are not meant for people: installed packages, a repository's own data, what a file system has
 * salvaged, the lock of an editor (`.#flow.yaml`), and names that begin with two dots, which Kubernetes reserves for the
 * folders behind the links of a mounted ConfigMap (`..data`, `..2026_01_05_09_00_00.123`).
 */
export function isSearchedName(name: string): boolean {
  return !['node_modules', '.git', 'lost+found'].includes(name) && !/^(\.\.|\.#)/.test(name);
}

/**
 * Finds the files that paths mean: a file means itself, a folder everything below it that `matches`, in order of path.
 * Links are followed; a file with several paths is found once, by the path with the fewest links. Unreadable matches (a
 * pipe, a broken link) are found too, so that the reader reports them. Throws `no_such_path` and `unreadable_file`.
 */
export function findFiles(paths: string[], matches: (path: string) => boolean): string[] {
  const found = new Map<string, string>();
  for (const path of paths) {
    const files = isFolder(path) ? new Search(matches).filesBelow(path) : [[identify(path), path] as const];
    for (const [identity, file] of files) if (!found.has(identity)) found.set(identity, file);
  }
  return [...found.values()];
}

/** The same name for every path to a file: its path without links, or the path itself where the file cannot be reached. */
export function identify(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A search below one folder. */
class Search {
  readonly #matches: (path: string) => boolean;
  /** Identity of a file → the path that leads to it. */
  readonly #found = new Map<string, string>();
  /** Folders that were searched, by their paths without links, so that each is searched once. */
  readonly #searched = new Set<string>();
  /** Links are followed last, so that a file is found where it lies rather than by a link to it. */
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

/** Lists the entries of a folder that are meant for people. Throws `unreadable_file`. */
export function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isSearchedName(name));
  } catch (cause) {
    throw toReadError(folder, cause);
  }
}

/** True if a link leads to a folder that contains the link: its files are found without it. */
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

/** The address of a file: the same for each way to write its path, or its address; undefined for what is no file. */
export function toFileUrl(file: string): string | undefined {
  try {
    if (file.startsWith('file:')) return pathToFileURL(fileURLToPath(file)).href;
  } catch {
    // One on another host, which has no path here.
    return undefined;
  }
  return /^[a-z]{2,}:/i.test(file) ? undefined : pathToFileURL(resolve(file)).href;
}

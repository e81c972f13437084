/**
 * Reports changes of flow files and of files that they may name.
 *
 * Owns: a watcher for each folder of a tree. On Linux, a recursive watcher misses a file that another one replaces,
 * which is how many editors save. Does not own: reading the files.
 *
 *   1 A new folder is watched from then on, and counts as a change.
 *   2 A removed folder counts as a change, even if the removal of its files was not seen.
 *   3 A link counts as changed when it, or a link on its way, leads elsewhere, and when the file at its end changes.
 *     That is how Kubernetes replaces all files of a ConfigMap at once.
 */
import { existsSync, lstatSync, realpathSync, statSync, watch, readlinkSync } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname, join, resolve, sep, parse } from 'node:path';
import { isScenarioFile } from '../../language/text/index.ts';
import { readEntries, isCircle, isSearchedName, leadsToFolder } from './find.ts';

/** Changes within this time are one change, since editors save in several steps, ms. */
const SETTLE_MS = 100;
/** The same for readers that can simply read again, ms. */
const GLANCE_MS = 30;

/**
 * Calls `changed` after files below the folder that can be part of a flow were written, created or removed. Returns a
 * function that stops watching. If the folder can no longer be watched, `changed` is called a last time.
 */
export function watchFlows(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isPartOfFlow, settleMs: SETTLE_MS }, changed);
}

/** Watches like `watchFlows`, scenario files included, with a shorter settling time. */
export function watchFiles(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isRead, settleMs: GLANCE_MS }, changed);
}

interface Watched {
  folder: string;
  matters: (name: string) => boolean;
  settleMs: number;
}

function watchFor(watched: Watched, changed: () => void): () => void {
  const tree = new Tree({ ...watched, folder: resolve(watched.folder) }, changed);
  return () => {
    tree.close();
  };
}

class Tree {
  readonly #watched: Watched;
  readonly #changed: () => void;
  /** Folder in the tree → its watcher. Each real folder is watched once, regardless of links. */
  readonly #folders = new Map<string, { watcher: FSWatcher; real: string }>();
  /** Folder with a waypoint → its watcher. */
  readonly #outposts = new Map<string, FSWatcher>();
  /** Paths whose change can redirect a link in the tree. */
  readonly #waypoints = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(watched: Watched, changed: () => void) {
    this.#watched = watched;
    this.#changed = changed;
    this.#addAll();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closeAll();
  }

  #closeAll(): void {
    for (const { watcher } of this.#folders.values()) watcher.close();
    for (const watcher of this.#outposts.values()) watcher.close();
    for (const known of [this.#folders, this.#outposts, this.#waypoints]) known.clear();
  }

  #addAll(): void {
    const { folder } = this.#watched;
    // A link that is being replaced is briefly missing.
    if (isLink(folder) || !existsSync(folder)) this.#addWaypoints(folder);
    this.#add(folder);
  }

  /** Watches a folder before reading it, so that no change is missed in between. */
  #add(folder: string): void {
    const watcher = this.#watch(folder, (path) => {
      this.#handleChange(path);
    });
    this.#folders.set(folder, { watcher, real: realpathSync(folder) });
    for (const entry of readEntries(folder))
      if (entry.isDirectory() || entry.isSymbolicLink()) this.#watchEntry(join(folder, entry.name));
  }

  #watch(folder: string, see: (path: string, kind: string) => void): FSWatcher {
    const watcher = watch(folder, (kind, name) => {
      if (name !== null) see(join(folder, name), kind);
    });
    return watcher.on('error', this.#changed);
  }

  #handleChange(path: string): void {
    const wasFolder = this.#unwatch(path);
    const isFolder = this.#watchEntry(path);
    const isOver = !existsSync(this.#watched.folder);
    if (wasFolder || isFolder || isOver || this.#watched.matters(path)) this.#scheduleChange();
  }

  /** Watches an entry that exists or was created, if it is a folder; returns whether it is. */
  #watchEntry(path: string): boolean {
    if (!isSearchedName(basename(path))) return false;
    try {
      if (isLink(path)) this.#addWaypoints(path);
      if (!leadsToFolder(path) || isCircle(path) || this.#isWatched(path)) return false;
      this.#add(path);
    } catch (error) {
      this.#unwatch(path);
      // A path that is gone needs no watcher, and an unreadable one is reported by its reader.
      if (existsSync(path) && !isUnreadable(error)) throw error;
    }
    return true;
  }

  #isWatched(path: string): boolean {
    const real = realpathSync(path);
    return this.#folders.values().some((known) => known.real === real);
  }

  /** Watches every waypoint of a link that can lead to files of a flow. */
  #addWaypoints(link: string): void {
    if (leadsToFile(link) && !this.#watched.matters(link)) return;
    for (const waypoint of listWaypoints(link)) {
      this.#waypoints.add(waypoint);
      const folder = dirname(waypoint);
      if (!this.#outposts.has(folder))
        this.#outposts.set(
          folder,
          this.#watch(folder, (path, kind) => {
            this.#handleWaypoint(path, kind);
          }),
        );
    }
  }

  /** Restarts all watchers after a link was replaced, since it may lead to other folders. */
  #handleWaypoint(path: string, kind: string): void {
    if (!this.#waypoints.has(path)) return;
    this.#scheduleChange();
    if (kind !== 'rename') return;
    this.#closeAll();
    try {
      this.#addAll();
    } catch (error) {
      if (existsSync(this.#watched.folder) && !isUnreadable(error)) throw error;
    }
  }

  #unwatch(path: string): boolean {
    const gone = [...this.#folders].filter(([folder]) => folder === path || folder.startsWith(path + sep));
    for (const [folder, { watcher }] of gone) {
      watcher.close();
      this.#folders.delete(folder);
    }
    return gone.length > 0;
  }

  #scheduleChange(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, this.#watched.settleMs);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function leadsToFile(link: string): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return false;
  }
}

function isUnreadable(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'EACCES' || code === 'EPERM' || code === 'unreadable_file' || code === 'no_such_path';
}

/** True for a flow, and for files that flows name, such as tables. */
function isPartOfFlow(name: string): boolean {
  return isRead(name) && !isScenarioFile(name);
}

function isRead(name: string): boolean {
  return /\.(csv|ya?ml)$/.test(name);
}

/** Linux follows at most this many links for one path, which also ends circles. */
const MAX_LINKS = 40;

/**
 * Lists every path whose change can redirect a link: the link itself, each further link on its way, and its end or the
 * first missing part. For `flow.yaml` of a mounted ConfigMap these are `flow.yaml`, `..data` and the file in the folder
 * behind that. Their folders are not links.
 */
function listWaypoints(link: string): string[] {
  const waypoints: string[] = [];
  let folder = realpathSync(dirname(link));
  let names = [basename(link)];
  while (waypoints.length < MAX_LINKS) {
    const [name, ...others] = names;
    if (name === undefined) break;
    const path = join(folder, name);
    const kind = readKind(path);
    if (kind === 'link' || kind === 'missing' || others.length === 0) waypoints.push(path);
    if (kind === 'missing') break;
    if (kind === 'other') [folder, names] = [path, others];
    else {
      const target = resolve(folder, readlinkSync(path));
      const { root } = parse(target);
      [folder, names] = [root, [...target.slice(root.length).split(sep).filter(Boolean), ...others]];
    }
  }
  return waypoints;
}

function readKind(path: string): 'link' | 'missing' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'missing';
  return stats.isSymbolicLink() ? 'link' : 'other';
}

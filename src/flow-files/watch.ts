/**
 * Tells when flow files change, or files that they may name.
 *
 * Owns: a watcher for each folder of a tree. One for the whole tree loses, on Linux, a file that another one replaces,
 * which is how many editors save. Does not own: what is then read.
 *
 * 1. A folder that comes to be is watched from then on, and what may be in it counts as changed.
 * 2. A folder that goes counts as changed, even where its files went with it unseen.
 */
import { existsSync, lstatSync, readdirSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { isScenarioFile } from './find.ts';

/** Editors save in several steps; what happens within this time is one change, ms. */
const SETTLE_MS = 100;
/** The same for whoever only looks: what is read too early is read again, and nothing has come of it. */
const GLANCE_MS = 30;

/**
 * Calls `changed` after files below the folder that can be part of a flow were written, made or removed; the returned
 * function ends it. When the folder cannot be watched any longer, `changed` is called a last time, to find that out.
 */
export function watchFlows(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isPartOfFlow, settleMs: SETTLE_MS }, changed);
}

/** The same, of scenario files too, for those who only look at them. */
export function watchFiles(folder: string, changed: () => void): () => void {
  return watchFor({ folder, matters: isRead, settleMs: GLANCE_MS }, changed);
}

interface Watched {
  folder: string;
  matters: (name: string) => boolean;
  settleMs: number;
}

function watchFor(watched: Watched, changed: () => void): () => void {
  const tree = new Tree(watched, changed);
  return () => {
    tree.close();
  };
}

class Tree {
  readonly #watched: Watched;
  readonly #changed: () => void;
  /** Path of a folder → what watches it. */
  readonly #folders = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  constructor(watched: Watched, changed: () => void) {
    this.#watched = watched;
    this.#changed = changed;
    this.#add(watched.folder);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#folders.values()) watcher.close();
  }

  /** Watches first and looks then, so that nothing comes in between. */
  #add(folder: string): void {
    const watcher = watch(folder, (kind, name) => {
      if (name !== null) this.#see(join(folder, name), kind);
    });
    watcher.on('error', this.#changed);
    this.#folders.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) this.#follow(join(folder, entry.name));
  }

  #see(path: string, kind: string): void {
    const isOtherFolder = kind === 'rename' && this.#follow(path);
    if (isOtherFolder || this.#watched.matters(path) || !existsSync(this.#watched.folder)) this.#settle();
  }

  /** Something of this name has come or gone: whether it was a folder or is one now. */
  #follow(path: string): boolean {
    const wasFolder = this.#drop(path);
    if (!isFolder(path) || !isLookedInto(basename(path))) return wasFolder;
    try {
      this.#add(path);
    } catch (error) {
      if (existsSync(path)) throw error;
      this.#drop(path);
    }
    return true;
  }

  #drop(path: string): boolean {
    const gone = [...this.#folders].filter(([folder]) => folder === path || folder.startsWith(path + sep));
    for (const [folder, watcher] of gone) {
      watcher.close();
      this.#folders.delete(folder);
    }
    return gone.length > 0;
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, this.#watched.settleMs);
  }
}

/** Installed packages are no flows of one's own, and many. */
function isLookedInto(folder: string): boolean {
  return folder !== 'node_modules' && folder !== '.git';
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A flow, or what flows name: tables, other parts. */
function isPartOfFlow(name: string): boolean {
  return isRead(name) && !isScenarioFile(name);
}

function isRead(name: string): boolean {
  return /\.(csv|ya?ml)$/.test(name);
}

/**
 * `ringflow test --watch`: reruns the scenarios affected by a saved file.
 *
 * Owns: which folders are watched, what was read, the filter. Does not own: how scenarios run.
 *
 * RERUN-1 A save reruns the scenario files that changed or whose flow changed; everything else stays compiled.
 * RERUN-2 A removed scenario file is reported; one that returns counts as new.
 * RERUN-3 Errors in the files are printed, and watching continues.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { findFiles, isScenarioFile, watchFiles } from '../../authoring/flow-files/index.ts';
import { describeError } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { casePrinter, printRun } from './test-report.ts';
import { runRead } from './test-run.ts';
import type { Wanted } from './test-run.ts';
import { SuiteFiles } from './test-suites.ts';
import type { ReadSuites } from './test-suites.ts';

/** Source of key presses: a terminal delivers each key at once. */
export type Keys = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };

const HELP = 'a run all, f filter by name, q quit\n';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const backspaces = ['\u0008', '\u007f'];

/** Runs all scenarios, then reruns what changes; resolves when the user quits. */
export async function watchTests(
  paths: string[],
  wanted: Wanted,
  { io, keys }: { io: Io; keys: Keys },
): Promise<void> {
  const watching = new Watching(paths, wanted, io);
  watching.runAll();
  const done = Promise.withResolvers<undefined>();
  const type = (typed: string | Buffer) => {
    for (const key of String(typed)) if (!watching.press(key)) done.resolve(undefined);
  };
  keys.setRawMode?.(true);
  keys.on('data', type).resume();
  try {
    await done.promise;
  } finally {
    keys.off('data', type).pause();
    keys.setRawMode?.(false);
    watching.stop();
  }
}

class Watching {
  readonly #paths: string[];
  readonly #wanted: Wanted;
  readonly #io: Io;
  #suites = new SuiteFiles();
  /** Folder → function that stops watching it. */
  readonly #folders = new Map<string, () => void>();
  #filter: string;
  /** Filter being typed. */
  #typing: string | undefined;

  constructor(paths: string[], wanted: Wanted, io: Io) {
    this.#paths = paths;
    this.#wanted = wanted;
    // One stream keeps the order of the output.
    this.#io = {
      ...io,
      err: (text) => {
        io.out(text);
      },
    };
    this.#filter = wanted.filter ?? '';
  }

  runAll(): void {
    this.#run((read) => read);
  }

  runChanged(): void {
    this.#run((read) => {
      const changed = new Set(read.changed);
      for (const file of read.gone) this.#io.out(`gone  ${file}\n`);
      if (changed.size + read.gone.length === 0) return undefined;
      return { ...read, suites: read.suites.filter(({ file }) => changed.has(file)) };
    });
  }

  /** Handles a key; returns false to quit. */
  press(key: string): boolean {
    if (key === CTRL_C || key === CTRL_D) return false;
    if (this.#typing !== undefined) this.#type(this.#typing, key);
    else if (key === 'q') return false;
    else if (key === 'a') this.#filterBy('');
    else if (key === 'f') {
      this.#typing = '';
      this.#io.err('filter: ');
    }
    return true;
  }

  stop(): void {
    for (const unwatch of this.#folders.values()) unwatch();
  }

  #type(typed: string, key: string): void {
    if (key === '\r' || key === '\n') {
      this.#typing = undefined;
      this.#io.err('\n');
      this.#filterBy(typed);
    } else {
      this.#typing = backspaces.includes(key) ? typed.slice(0, -1) : typed + key;
      this.#io.err(`\r\u001b[Kfilter: ${this.#typing}`);
    }
  }

  #filterBy(filter: string): void {
    this.#filter = filter;
    this.runAll();
  }

  #run(select: (read: ReadSuites) => ReadSuites | undefined): void {
    try {
      const all = this.#suites.read(findFiles(this.#paths, isScenarioFile));
      this.#watch(all.files);
      const read = select(all);
      if (read === undefined) return;
      printRun(runRead(read, { ...this.#wanted, filter: this.#filter }, casePrinter(this.#io)), this.#io);
    } catch (error) {
      // A file that could not be read may return unchanged and must then be rerun.
      this.#suites = new SuiteFiles();
      this.#io.err(`not run: ${describeError(error)}\n`);
    }
    this.#io.err(HELP);
  }

  /** Watches the given paths and the folders of all files that were read. */
  #watch(files: string[]): void {
    const folders = [...this.#paths.map(findFolder), ...files.map((file) => dirname(file))].filter((folder) =>
      existsSync(folder),
    );
    for (const folder of folders) {
      if ([...this.#folders.keys()].some((known) => isWatchedBy(known, folder))) continue;
      const unwatch = watchFiles(folder, () => {
        this.runChanged();
      });
      this.#folders.set(folder, unwatch);
    }
  }
}

function findFolder(path: string): string {
  return statSync(path).isDirectory() ? path : dirname(path);
}

/** True if a watcher of the folder covers the path; it ignores installed packages. */
function isWatchedBy(folder: string, path: string): boolean {
  const within = relative(folder, path).split(sep);
  return !within.includes('..') && !within.includes('node_modules');
}

/**
 * Flows as they were compiled, for whoever asks again and again.
 *
 * Owns: what was compiled, and what was read for it. Does not own: when a file changes; it looks each time it is asked.
 *
 * KEPT-1 A flow is compiled anew exactly when its file, a file that it looked for, there or not, or a flow beside it that it
 *    may run reads otherwise than it did.
 */
import { dirname, join } from 'node:path';
import type { FlowFile, ReadSiblingFile } from '../../language/compiler/index.ts';
import { createFileReader } from './beside.ts';
import { loadFlows, readRunnableFlows } from './load.ts';
import type { LoadedFlows } from './load.ts';
import { tryReadText } from './read.ts';

interface Kept {
  loaded: LoadedFlows;
  /** Paths of the files that were looked for. */
  files: readonly string[];
  isFresh: () => boolean;
}

export class KeptFlows {
  readonly #kept = new Map<string, Kept>();

  /** Returns the compiled flow file in its current state; undefined if it does not exist. */
  load(file: string): LoadedFlows | undefined {
    const known = this.#kept.get(file);
    if (known?.isFresh() === true) return known.loaded;
    const kept = load(file);
    if (kept === undefined) this.#kept.delete(file);
    else this.#kept.set(file, kept);
    return kept?.loaded;
  }

  /** Paths of the files on which it depends what comes of a flow file, as far as they were looked for so far. */
  listFiles(file: string): readonly string[] {
    return this.#kept.get(file)?.files ?? [];
  }
}

function load(file: string): Kept | undefined {
  const before = readWithOthers(file);
  if (before === undefined) return undefined;
  const readings = new Readings();
  const loaded = loadFlows([file], (path) => readings.createReader(path));
  const state = JSON.stringify(before);
  return {
    loaded,
    files: [...before.map((one) => one.file), ...readings.files],
    isFresh: () => JSON.stringify(readWithOthers(file)) === state && readings.areFresh(),
  };
}

/** The flow and those that it may run, as they are now; undefined when it cannot be read. */
function readWithOthers(file: string): FlowFile[] | undefined {
  const text = tryReadText(file);
  return text === undefined ? undefined : [{ file, text }, ...readRunnableFlows([{ file, text }])];
}

/** Files that were read for flows, with their texts. */
class Readings {
  /** Paths of the files. */
  readonly files: string[] = [];
  readonly #all: { read: ReadSiblingFile; path: string; text: string | undefined }[] = [];

  createReader(file: string): ReadSiblingFile {
    const read = createFileReader(file);
    return (path) => {
      const text = read(path);
      this.#all.push({ read, path, text });
      this.files.push(join(dirname(file), path));
      return text;
    };
  }

  areFresh(): boolean {
    return this.#all.every(({ read, path, text }) => read(path) === text);
  }
}

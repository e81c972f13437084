/**
 * Cache of compiled flows.
 *
 * Owns: the compiled flows, and the files that were read for them. Does not own: file watching; every request checks
 * the files.
 *
 * KEPT-1 A flow is recompiled exactly when the content of its file, of a file that it looked for (present or not), or
 *    of a flow beside it that it may run has changed.
 */
import { dirname, join } from 'node:path';
import type { FlowFile, ReadSiblingFile } from '../../language/compiler/index.ts';
import { createFileReader, tryReadText } from './read.ts';
import { loadFlows, readRunnableFlows } from './load.ts';
import type { LoadedFlows } from './load.ts';

interface Kept {
  loaded: LoadedFlows;
  /** Paths of the files that were read or looked for. */
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

  /** Returns the paths of the files that the result for a flow file depends on, as far as known. */
  listFiles(file: string): readonly string[] {
    return this.#kept.get(file)?.files ?? [];
  }
}

function load(file: string): Kept | undefined {
  const before = readWithOthers(file);
  if (before === undefined) return undefined;
  const readings = new Readings();
  const loaded = loadFlows([file], { beside: (path) => readings.createReader(path) });
  const state = JSON.stringify(before);
  return {
    loaded,
    files: [...before.map((one) => one.file), ...readings.files],
    isFresh: () => JSON.stringify(readWithOthers(file)) === state && readings.areFresh(),
  };
}

/** Reads the flow and those that it may run; undefined if it cannot be read. */
function readWithOthers(file: string): FlowFile[] | undefined {
  const text = tryReadText(file);
  return text === undefined ? undefined : [{ file, text }, ...readRunnableFlows([{ file, text }])];
}

/** Records the files that were read for flows. */
class Readings {
  readonly files: string[] = [];
  readonly #all: { read: ReadSiblingFile; path: string; text: string | undefined }[] = [];

  createReader(file: string): ReadSiblingFile {
    const read = createFileReader(file);
    const recordRead = (path: string) => {
      const text = read(path);
      this.#all.push({ read, path, text });
      this.files.push(join(dirname(file), path));
      return text;
    };
    return Object.assign(recordRead, { explain: read.explain, identify: read.identify });
  }

  areFresh(): boolean {
    return this.#all.every(({ read, path, text }) => read(path) === text);
  }
}

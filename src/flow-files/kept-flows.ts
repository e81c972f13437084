/**
 * Flows as they were compiled, for whoever asks again and again.
 *
 * Owns: what was compiled, and what was read for it. Does not own: when a file changes; it looks each time it is asked.
 *
 * K1 A flow is compiled anew exactly when its file, a file that it looked for, there or not, or a flow beside it that it
 *    may run reads otherwise than it did.
 */
import { readFileSync } from 'node:fs';
import type { ReadBeside } from '../compiler/index.ts';
import { filesBeside } from './beside.ts';
import { loadFlows, runnableBeside } from './load.ts';
import type { LoadedFlows } from './load.ts';

interface Kept {
  loaded: LoadedFlows;
  isFresh: () => boolean;
}

export class KeptFlows {
  readonly #kept = new Map<string, Kept>();

  /** What comes of a flow file now; undefined when there is none. */
  at(file: string): LoadedFlows | undefined {
    const known = this.#kept.get(file);
    if (known?.isFresh() === true) return known.loaded;
    const kept = load(file);
    if (kept === undefined) this.#kept.delete(file);
    else this.#kept.set(file, kept);
    return kept?.loaded;
  }
}

function load(file: string): Kept | undefined {
  const before = stateOf(file);
  if (before === undefined) return undefined;
  const readings = new Readings();
  const loaded = loadFlows([file], (path) => readings.beside(path));
  return { loaded, isFresh: () => stateOf(file) === before && readings.areFresh() };
}

/** The file and the flows that it may run, as one text; undefined when it cannot be read. */
function stateOf(file: string): string | undefined {
  const text = textOf(file);
  return text === undefined ? undefined : JSON.stringify([text, runnableBeside([{ file, text }])]);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** What was read beside flows, and how it read. */
class Readings {
  readonly #all: { read: ReadBeside; path: string; text: string | undefined }[] = [];

  beside(file: string): ReadBeside {
    const read = filesBeside(file);
    return (path) => {
      const text = read(path);
      this.#all.push({ read, path, text });
      return text;
    };
  }

  areFresh(): boolean {
    return this.#all.every(({ read, path, text }) => read(path) === text);
  }
}

/** Files that a flow names, such as tables. */
import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadBeside } from '../compiler/index.ts';

/** Of a longer file only so much is read, which is more than a compiler takes. */
const LONGEST_BYTES = 4 * 1024 * 1024;

/** Gives what reads the files that a flow file names. */
export type Beside = (flowFile: string) => ReadBeside;

/**
 * Reads files in the folder of a flow file, given by path or `file:` address, and below it; those that are named from
 * the folder around that, `../…`, in and below that one. A link that leads out of it leads nowhere.
 */
export function filesBeside(flowFile: string): ReadBeside {
  return (name) => {
    try {
      const path = flowFile.startsWith('file:') ? fileURLToPath(flowFile) : flowFile;
      const folder = realpathSync(dirname(path));
      const file = realpathSync(join(folder, name));
      const around = name.startsWith('../') ? dirname(folder) : folder;
      const isInside = file.startsWith(around.endsWith(sep) ? around : around + sep);
      if (!isInside) return undefined;
      // Before it is opened: a pipe would keep us waiting for its writer.
      const stats = statSync(file);
      return stats.isFile() ? beginningOf(file, stats.size) : undefined;
    } catch {
      return undefined;
    }
  };
}

function beginningOf(path: string, size: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, LONGEST_BYTES));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

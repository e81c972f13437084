/** Files that a flow names, such as tables. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadBeside } from '../compiler/index.ts';

/** Longest file that is read for a flow. */
const LONGEST_BYTES = 1024 * 1024;

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
      return isInside && statSync(file).size <= LONGEST_BYTES ? readFileSync(file, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  };
}

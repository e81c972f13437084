/** Files that a flow names, such as tables. */
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadSiblingFile } from '../../language/compiler/index.ts';
import { readText } from './read.ts';

/** Gives what reads the files that a flow file names. */
export type Beside = (flowFile: string) => ReadSiblingFile;

/**
 * Reads files in the folder of a flow file, given by path or `file:` address, and below it; those that are named from
 * the folder around that, `../…`, in and below that one. A link that leads out of it leads nowhere.
 */
export function createFileReader(flowFile: string): ReadSiblingFile {
  return (name) => {
    try {
      const path = flowFile.startsWith('file:') ? fileURLToPath(flowFile) : flowFile;
      const folder = realpathSync(dirname(path));
      const file = realpathSync(join(folder, name));
      const around = name.startsWith('../') ? dirname(folder) : folder;
      const isInside = file.startsWith(around.endsWith(sep) ? around : around + sep);
      return isInside ? readText(file) : undefined;
    } catch {
      return undefined;
    }
  };
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FlowFile } from '../compiler/index.ts';
import { isFlowFile } from '../flow-files/index.ts';

/** The flows that one in an editor can run: those in its folder, and in the folders beside that, as they are saved. */
export function flowsBeside(uri: string): FlowFile[] {
  if (!uri.startsWith('file:')) return [];
  const folder = dirname(fileURLToPath(uri));
  const found = [
    ...globSync('*.{yaml,yml}', { cwd: folder }).map((name) => join(folder, name)),
    ...globSync('*/*.{yaml,yml}', { cwd: dirname(folder) }).map((name) => join(dirname(folder), name)),
  ];
  return [...new Set(found)].filter(isFlowFile).sort().flatMap(readFlow);
}

/** A file that is gone by now, or cannot be read, is none. */
function readFlow(file: string): FlowFile[] {
  try {
    return [{ file, text: readFileSync(file, 'utf8') }];
  } catch {
    return [];
  }
}

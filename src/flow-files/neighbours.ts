/** The flows that lie beside others and can be run by them. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FlowFile } from '../compiler/index.ts';
import { filesBeside } from './beside.ts';
import { isFlowFile } from './find.ts';

/** The flows in the folders of these files, and in the folders beside those, as they are saved. */
export function flowsBeside(files: readonly string[]): FlowFile[] {
  const folders = unique(files.map((file) => dirname(file)));
  const around = unique(folders.map((folder) => join(folder, '..')));
  const found = [
    ...folders.flatMap((folder) => inFolder(folder, '*.{yaml,yml}')),
    ...around.flatMap((folder) => inFolder(folder, '*/*.{yaml,yml}')),
  ];
  return unique(found).filter(isFlowFile).sort().flatMap(readFlow);
}

function inFolder(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).map((name) => join(folder, name));
}

/** A file that is gone by now, or cannot be read, is none. */
function readFlow(file: string): FlowFile[] {
  try {
    return [{ file, text: readFileSync(file, 'utf8'), read: filesBeside(file) }];
  } catch {
    return [];
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

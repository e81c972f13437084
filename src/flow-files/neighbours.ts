/** The flows that lie beside others and can be run by them. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FlowFile } from '../compiler/index.ts';
import { filesBeside } from './beside.ts';
import type { Beside } from './beside.ts';
import { isFlowFile } from './find.ts';

/** The flows in the folders of these files, and farther off those in the folders beside them, as they are saved. */
export function flowsBeside(files: readonly string[], beside: Beside = filesBeside): FlowFile[] {
  const folders = unique(files.map((file) => dirname(file)));
  const around = unique(folders.map((folder) => join(folder, '..')));
  const far = around.flatMap((folder) => inFolder(folder, '*/*.{yaml,yml}'));
  const near = folders.flatMap((folder) => inFolder(folder, '*.{yaml,yml}'));
  const found = new Map<string, Neighbour>();
  for (const file of far) found.set(resolve(file), { file, isFar: true });
  for (const file of near) found.set(resolve(file), { file, isFar: false });
  return [...found.values()].filter(({ file }) => isFlowFile(file)).flatMap((one) => readFlow(one, beside));
}

type Neighbour = Required<Pick<FlowFile, 'file' | 'isFar'>>;

function inFolder(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder })
    .sort()
    .map((name) => join(folder, name));
}

/** A file that is gone by now, or cannot be read, is none. */
function readFlow({ file, isFar }: Neighbour, beside: Beside): FlowFile[] {
  try {
    return [{ file, text: readFileSync(file, 'utf8'), read: beside(file), isFar }];
  } catch {
    return [];
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

/** The flows that lie beside others and can be run by them. */
import { dirname, join } from 'node:path';
import type { FlowFile } from '../../language/compiler/index.ts';
import { createFileReader } from './beside.ts';
import type { Beside } from './beside.ts';
import { readEntries, identify, isFlowFile, leadsToFolder, isScenarioFile } from './find.ts';
import { tryReadText } from './read.ts';
import { fileURLToPath } from 'node:url';

/** The flows in the folders of these files, and farther off those in the folders beside them, as they are saved. */
export function readFlowsBeside(files: readonly string[], beside: Beside = createFileReader): FlowFile[] {
  const folders = removeDuplicates(files.map((file) => dirname(file)));
  const around = removeDuplicates(folders.map((folder) => join(folder, '..')));
  const far = around.flatMap((folder) => listFolders(folder).flatMap(listFlowFiles));
  const near = folders.flatMap(listFlowFiles);
  // A flow to which several paths lead is one.
  const found = new Map<string, Neighbour>();
  for (const file of far) found.set(identify(file), { file, isFar: true });
  for (const file of near) found.set(identify(file), { file, isFar: false });
  return [...found.values()].flatMap((one) => readFlow(one, beside));
}

type Neighbour = Required<Pick<FlowFile, 'file' | 'isFar'>>;

function listFlowFiles(folder: string): string[] {
  return listNames(folder)
    .filter(isFlowFile)
    .map((name) => join(folder, name));
}

function listFolders(folder: string): string[] {
  return listNames(folder)
    .map((name) => join(folder, name))
    .filter(leadsToFolder);
}

/** The names in a folder, in order; none where it cannot be read. */
function listNames(folder: string): string[] {
  try {
    return readEntries(folder)
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** Reads a flow; none if the file is gone or unreadable. */
function readFlow({ file, isFar }: Neighbour, beside: Beside): FlowFile[] {
  const text = tryReadText(file);
  return text === undefined ? [] : [{ file, text, read: beside(file), isFar }];
}

function removeDuplicates(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

/** The scenario files in the folder of a flow, given by its `file:` address, as they are saved; each by its address. */
export function readScenariosBeside(flow: string): { uri: string; text: string }[] {
  if (!flow.startsWith('file:')) return [];
  try {
    const folder = dirname(fileURLToPath(flow));
    const names = readEntries(folder).flatMap(({ name }) => (isScenarioFile(name) ? [name] : []));
    return names.sort().flatMap((name) => {
      const text = tryReadText(join(folder, name));
      return text === undefined ? [] : [{ uri: new URL(encodeURIComponent(name), flow).href, text }];
    });
  } catch {
    // A document that was never saved has no folder yet.
    return [];
  }
}

/** Finds flows and scenarios in the neighbourhood of a flow file. */
import { dirname, join } from 'node:path';
import { nodeAt, parseDocument } from '../../language/compiler/index.ts';
import type { FlowFile } from '../../language/compiler/index.ts';
import { isFlowFile, isScenarioFile } from '../../language/text/index.ts';
import { createFileReader, tryReadText } from './read.ts';
import type { Beside } from './read.ts';
import { readEntries, identify, leadsToFolder, toFileUrl } from './find.ts';
import { fileURLToPath } from 'node:url';

/** Reads the flows in the folders of these files (near), and those in folders beside and directly below them (far). */
export function readFlowsBeside(files: readonly string[], beside: Beside = createFileReader): FlowFile[] {
  const folders = new Set(files.map((file) => dirname(file)));
  const around = new Set([...folders].flatMap((folder) => [join(folder, '..'), folder]));
  const far = [...around].flatMap((folder) => listFolders(folder).flatMap(listFlowFiles));
  const near = [...folders].flatMap(listFlowFiles);
  // Several paths can lead to the same flow.
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

/** Lists the names in a folder in order; none if it cannot be read. */
function listNames(folder: string): string[] {
  try {
    return readEntries(folder)
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readFlow({ file, isFar }: Neighbour, beside: Beside): FlowFile[] {
  const text = tryReadText(file);
  return text === undefined ? [] : [{ file, text, read: beside(file), isFar }];
}

/** Reads the scenario files in the folder of a flow, which is given by its `file:` URL. */
export function readScenariosBeside(flow: string): { uri: string; text: string }[] {
  // An unsaved document has no folder.
  const file = flow.startsWith('file:') ? toFileUrl(flow) : undefined;
  if (file === undefined) return [];
  const folder = dirname(fileURLToPath(file));
  return listNames(folder)
    .filter(isScenarioFile)
    .flatMap((name) => {
      const text = tryReadText(join(folder, name));
      return text === undefined ? [] : [{ uri: new URL(encodeURIComponent(name), flow).href, text }];
    });
}

/** Lists the scenario files in the folder of a flow file that test it. */
export function findScenariosOf(flowFile: string): string[] {
  const folder = dirname(flowFile);
  return listNames(folder)
    .filter(isScenarioFile)
    .map((name) => join(folder, name))
    .filter((file) => identify(join(folder, readFlowPath(file))) === identify(flowFile));
}

/** Returns the path of the flow that a scenario file names, relative to it. */
function readFlowPath(file: string): string {
  const parsed = parseDocument(tryReadText(file) ?? '', () => undefined);
  const given = parsed && nodeAt(parsed.root, ['flow']);
  return given?.kind === 'string' ? String(given.value) : 'flow.yaml';
}

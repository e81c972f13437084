/**
 * Drafts that are the files of a folder, so that an editor on this machine and clients of the API change the same texts.
 *
 * Owns: which files belong to a flow. Does not own: where clients may write (`writeFlowTexts`), compiling what was written,
 * which whoever follows the folder does.
 */
import { join } from 'node:path';
import { createFlowCatalogue } from '../../language/compiler/index.ts';
import {
  findFiles,
  isFlowFile,
  isInside,
  readChangeTime,
  readFlowTexts,
  tryReadText,
  writeFlowTexts,
} from '../../authoring/flow-files/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { computeEtag, Refusal } from '../management/index.ts';
import type { BundleFiles, Draft, DraftInfo, FolderDrafts, HeldVersions } from '../management/index.ts';

/** Opens the drafts of a folder. `held`: the versions of its flows that are in service. */
export function openFolderDrafts(folder: string, held: HeldVersions): FolderDrafts {
  const readFlowFiles = () =>
    findFiles([folder], isFlowFile).flatMap((file) => {
      const text = tryReadText(file);
      return text === undefined ? [] : [{ file, text }];
    });
  const toInfo = (flow: string, files: readonly string[]): DraftInfo => {
    const basedOn = held.findCurrent(flow)?.version;
    const savedAt = readChangeTime(files);
    return { flow, savedAt, ...(basedOn !== undefined && { basedOn }), source: 'files' };
  };
  /** Finds the file of a flow by its name, or the one it was loaded from while the name cannot be read. */
  const locate = (flow: string): string | undefined => {
    const named = createFlowCatalogue(readFlowFiles()).file(flow)?.file;
    const loaded = held.findCurrent(flow)?.file;
    if (named !== undefined || loaded === undefined) return named;
    return tryReadText(join(folder, loaded)) === undefined ? undefined : join(folder, loaded);
  };
  const read = (flow: string, file: string): Draft => {
    const used = Object.keys(held.findCurrent(flow)?.files ?? {}).flatMap((name): [string, string][] => {
      const text = tryReadText(join(folder, name));
      return text === undefined ? [] : [[name, text]];
    });
    const all = Object.entries({ ...Object.fromEntries(used), ...readFlowTexts(folder, file) });
    const files = Object.fromEntries(all.filter(([name]) => isInside(folder, join(folder, name))));
    const paths = Object.keys(files).map((name) => join(folder, name));
    const info = toInfo(flow, paths);
    return { ...info, files, etag: computeEtag(files, undefined) };
  };
  return {
    list: () =>
      createFlowCatalogue(readFlowFiles()).names.flatMap((flow) => {
        const file = locate(flow);
        return file === undefined ? [] : [toInfo(flow, [file])];
      }),
    find: (flow) => {
      const file = locate(flow);
      return file === undefined ? undefined : read(flow, file);
    },
    write: (flow, files) => {
      const file = locate(flow);
      const own = file === undefined ? {} : read(flow, file).files;
      const target = file ?? join(folder, findFlowFile(flow, files));
      write(folder, files, own);
      return read(flow, locate(flow) ?? target);
    },
  };
}

/** Returns the file of a new flow among its files. Throws a `Refusal`: `invalid_path`, since nothing would lead to the others. */
function findFlowFile(flow: string, files: BundleFiles): string {
  const flowFiles = Object.entries(files).filter(([path]) => isFlowFile(path) && !SKIPPED.test(path));
  const found = createFlowCatalogue(flowFiles.map(([file, text]) => ({ file, text }))).file(flow);
  if (found !== undefined) return found.file;
  throw new Refusal(
    'invalid_path',
    `no file begins the flow "${flow}": expected a file flow.yaml or <name>.flow.yaml with the line "name: ${flow}"`,
  );
}

/** Folders in which no flows are searched. */
const SKIPPED = /(?:^|\/)(?:node_modules|lost\+found)\//;

/** Writes the files; refuses what `writeFlowTexts` refuses. */
function write(folder: string, files: BundleFiles, own: BundleFiles): void {
  try {
    writeFlowTexts(folder, files, own);
  } catch (error) {
    const { code, message } = error as OperationalError;
    if (error instanceof OperationalError && (code === 'invalid_path' || code === 'folder_not_writable'))
      throw new Refusal(code, message);
    throw error;
  }
}

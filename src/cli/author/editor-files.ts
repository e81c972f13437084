/** The files of this computer for the language server, and how they are formatted. */
import type { Options } from 'prettier';
import { fileURLToPath } from 'node:url';
import {
  createFileReader,
  readFlowsBeside,
  readScenariosBeside,
  toFilePath,
  toFileUrl,
  tryReadText,
} from '../../authoring/flow-files/index.ts';
import type { FilesAround, Formatter } from '../../authoring/lsp/index.ts';

/** The files on the disk. A document that was never saved has none around it. */
export const savedFiles: FilesAround = {
  createReader: createFileReader,
  readText: (uri) => {
    const path = toFilePath(uri);
    return path === undefined ? undefined : tryReadText(path);
  },
  listFlows: (uri) => (uri.startsWith('file:') ? readFlowsBeside([fileURLToPath(uri)]) : []),
  listScenarios: readScenariosBeside,
  toUri: toFileUrl,
  toPath: toFilePath,
};

/** The style of the samples and of `ringflow new`. */
const STYLE: Options = { printWidth: 110, singleQuote: true };

/** Formats with Prettier, by the settings of the project or by ours. */
export const formatFile: Formatter = async (text, uri) => {
  // Imported here, because no other request needs it.
  const { format } = await import('prettier');
  return format(text, { ...(await findStyle(uri)), parser: 'yaml', plugins: [] });
};

/** Returns the settings of the project for a file. Settings that are programs are not run. */
async function findStyle(uri: string): Promise<Options> {
  const file = toFilePath(uri);
  if (file === undefined) return STYLE;
  const { resolveConfig, resolveConfigFile } = await import('prettier');
  try {
    const settings = await resolveConfigFile(file);
    if (settings !== null && /\.[cm]?[jt]s$/.test(settings)) return STYLE;
    return { ...STYLE, ...(await resolveConfig(file)) };
  } catch {
    return STYLE;
  }
}

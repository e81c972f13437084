/** The files of a draft as the language server sees them: by URIs such as `file:///front-desk/flow.yaml`. */
import type { FilesAround } from '../../authoring/lsp/index.ts';
import { isScenarioFile, resolveBeside } from '../../language/text/index.ts';
import { createDraftReader, listFlowFiles } from './draft.ts';
import type { DraftFiles } from './protocol.ts';

const ROOT = 'file:///';

/** Returns the URI of a file of a draft. */
function toDraftUri(path: string): string {
  return ROOT + path.split('/').map(encodeURIComponent).join('/');
}

/** Returns the path of a file of a draft; undefined for other URIs. */
function toDraftPath(uri: string): string | undefined {
  if (!uri.startsWith(ROOT)) return undefined;
  try {
    return uri.slice(ROOT.length).split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** The files around open documents, as `files` returns them now. */
export function createDraftFiles(files: () => DraftFiles): FilesAround {
  const withPath = <Result>(uri: string, use: (path: string) => Result): Result | undefined => {
    const path = toDraftPath(uri);
    return path === undefined ? undefined : use(path);
  };
  const isBeside = (path: string, other: string) => resolveBeside(path, '.') === resolveBeside(other, '.');
  return {
    createReader: (uri) => withPath(uri, (path) => createDraftReader(files(), path)),
    readText: (uri) => withPath(uri, (path) => (Object.hasOwn(files(), path) ? files()[path] : undefined)),
    listFlows: (uri) => withPath(uri, (path) => listFlowFiles(files(), path)) ?? [],
    listScenarios: (uri) =>
      withPath(uri, (path) =>
        Object.entries(files())
          .filter(([other]) => isScenarioFile(other) && isBeside(path, other))
          .map(([other, text]) => ({ uri: toDraftUri(other), text })),
      ) ?? [],
    toUri: (file) => (file.includes('://') ? withPath(file, toDraftUri) : toDraftUri(file)),
    toPath: toDraftPath,
  };
}

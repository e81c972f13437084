/** Paths of imported files, written with slashes. */

/** Resolves a path in an importing file to one from the flow's folder; undefined outside of that folder's parent. */
export function resolveImportPath(importer: string, written: string): string | undefined {
  const parts = walkPath(importer.split('/').slice(0, -1), written);
  return parts[1] === '..' ? undefined : parts.join('/');
}

/** Resolves a path from a file's folder to one for diagnostics. */
export function resolveBesideFile(file: string, path: string): string {
  return walkPath(file.split('/').slice(0, -1), path).join('/');
}

/** Returns the last part of a path. */
export function extractFileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

function walkPath(folder: readonly string[], path: string): string[] {
  const parts = [...folder];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}

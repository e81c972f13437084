/** Paths of imported files: plain text, with slashes, as it stands in flows. */

/**
 * A path as an importing file writes it, seen from the folder of the flow. Undefined where that is outside of the folder
 * that holds the flow's.
 */
export function pathFrom(importer: string, written: string): string | undefined {
  const parts = walked(importer.split('/').slice(0, -1), written);
  return parts[1] === '..' ? undefined : parts.join('/');
}

/** A path seen from the folder of a file, as diagnostics tell it: beside that file. */
export function besideFile(file: string, path: string): string {
  return walked(file.split('/').slice(0, -1), path).join('/');
}

/** The last part of a path. */
export function fileNameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

function walked(folder: readonly string[], path: string): string[] {
  const parts = [...folder];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}

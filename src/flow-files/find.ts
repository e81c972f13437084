/** Which files of a folder are flows, which are scenarios. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OperationalError } from '../ports/index.ts';

/** In a folder, a flow is `flow.yaml` or `<name>.flow.yaml`. */
export function isFlowFile(path: string): boolean {
  return /^(.+\.)?flow\.ya?ml$/.test(basename(path));
}

/** A scenario file is `<name>.scenario.yaml`. */
export function isScenarioFile(path: string): boolean {
  return /\.scenario\.ya?ml$/.test(basename(path));
}

/**
 * The files that are meant by paths as a person gives them: a file stands for itself, a folder for everything below it
 * that `matches`, in order of path. Throws `no_such_path`.
 */
export function findFiles(paths: string[], matches: (path: string) => boolean): string[] {
  return [...new Set(paths.flatMap((path) => (isFolder(path) ? below(path, matches) : [path])))];
}

function below(folder: string, matches: (path: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.split(/[\\/]/).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(matches)
    .sort();
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    const message = `there is no file or folder ${path}`;
    throw new OperationalError('no_such_path', message, { retryable: false, cause });
  }
}

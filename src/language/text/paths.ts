/** Paths with `/` between their parts, as the files of a flow name each other, in Node and in a browser. */

/** Returns the path of the folder of a file; `.` for a file without one. */
function getFolder(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '.' : end === 0 ? '/' : path.slice(0, end);
}

/** Returns the last part of a path. */
export function getFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins a folder and a path relative to it, with `.` and `..` resolved as far as the folder is known. */
function joinPath(folder: string, relative: string): string {
  const joined = folder === '' ? relative : `${folder}/${relative}`;
  const isAbsolute = joined.startsWith('/');
  const parts: string[] = [];
  for (const part of joined.split('/')) {
    if (part === '' || part === '.') continue;
    const isBelow = parts.length > 0 && parts.at(-1) !== '..';
    if (part !== '..') parts.push(part);
    else if (isBelow) parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  const end = parts.length > 0 && joined.endsWith('/') ? '/' : '';
  const path = parts.join('/') + end;
  if (isAbsolute) return `/${path}`;
  return path === '' ? '.' : path;
}

/** Resolves a path that a file gives relative to itself. */
export function resolveBeside(file: string, relative: string): string {
  return joinPath(getFolder(file), relative);
}

/** True for a flow file: `flow.yaml` or `<name>.flow.yaml`. */
export function isFlowFile(path: string): boolean {
  return /^(.+\.)?flow\.ya?ml$/.test(getFileName(path));
}

/** True for a scenario file: `<name>.scenario.yaml`. */
export function isScenarioFile(path: string): boolean {
  return /\.scenario\.ya?ml$/.test(getFileName(path));
}

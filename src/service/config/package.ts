/** The package that this code belongs to. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a path inside the package. Its root is three folders above this file in the sources, four in the build. */
function findInPackage(path: string): string {
  const roots = ['../../..', '../../../..'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const [root = ''] = roots.filter((folder) => existsSync(`${folder}/package.json`));
  return `${root}/${path}`;
}

/** Returns the folder with the built console; undefined in a checkout where it was not built. */
export function findConsoleFolder(): string | undefined {
  const folder = findInPackage('dist/console');
  return existsSync(`${folder}/index.html`) ? folder : undefined;
}

/** Returns the version of the package; `unknown` where it cannot be read. */
export function readPackageVersion(): string {
  try {
    return (JSON.parse(readFileSync(findInPackage('package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return 'unknown';
  }
}

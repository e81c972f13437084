/** The version of this package, from its package.json. */
import { readFileSync } from 'node:fs';

/** `unknown` where the file cannot be read. It is three folders above this file in the sources, four in the build. */
export function readPackageVersion(): string {
  for (const up of ['../../..', '../../../..']) {
    try {
      const text = readFileSync(new URL(`${up}/package.json`, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

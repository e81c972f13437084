/** How the check worker of the console is bundled. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The file with which the worker begins. */
export const workerEntry = fileURLToPath(new URL('../src/console/worker/entry.ts', import.meta.url));

/** Takes `<name>.browser.ts` in place of `<name>.ts`, where there is one: what Node's own modules do, done without them. */
export function useBrowserFiles(): Plugin {
  return {
    name: 'ringflow-browser-files',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !/^\.\.?\/.*\.ts$/.test(source) || source.endsWith('.browser.ts'))
        return null;
      const file = resolve(dirname(importer), source.replace(/\.ts$/, '.browser.ts'));
      return existsSync(file) ? file : null;
    },
  };
}

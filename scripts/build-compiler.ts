/**
 * Bundles the compiler of flows into one file, from which commands start faster than from its 250 sources. Runs after
 * `npm ci` in a checkout. The list beside the bundle has the state of each source: `bin/ringflow.js` uses the bundle
 * while no source has changed. Both files are replaced as wholes, since commands may start meanwhile.
 */
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/language/compiler');
const target = join(root, 'node_modules/.cache/ringflow');

const sources = new Set<string>();

const built = await build({
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    ssr: join(source, 'index.ts'),
    write: false,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'compiler.js' } },
  },
  plugins: [
    {
      name: 'ringflow:own-sources',
      enforce: 'pre',
      resolveId(id, importer) {
        if (importer === undefined || !id.startsWith('.')) return undefined;
        const path = join(importer, '..', id);
        // Other rooms keep their modules, so that commands and the compiler share them.
        const isBundled = path.startsWith(source + sep) || path.endsWith('.json');
        return isBundled ? path : { id: path, external: 'absolute' };
      },
      load(id) {
        if (id.startsWith(root + sep)) sources.add(id);
        return undefined;
      },
    },
  ],
});

/** Path, time of the last change in whole milliseconds, and size. */
const states = [...sources].map((path) => {
  const { mtimeMs, size } = statSync(path);
  return [relative(root, path), Math.floor(mtimeMs), size];
});

mkdirSync(target, { recursive: true });
if (!('output' in built)) throw new Error('the build gave no files');
for (const file of built.output) replaceFile(file.fileName, file.type === 'chunk' ? file.code : file.source);
replaceFile('compiler.json', JSON.stringify(states));

function replaceFile(name: string, content: string | Uint8Array): void {
  const written = join(target, `${name}.${process.pid}`);
  writeFileSync(written, content);
  renameSync(written, join(target, name));
}

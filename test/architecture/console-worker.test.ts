/** The check worker of the console is bundled for a browser: no module of Node, no code from text. */
import { builtinModules } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { useBrowserFiles, workerEntry } from '../../scripts/browser-files.ts';

interface Chunk {
  fileName: string;
  code: string;
  imports: string[];
  modules: string[];
}

/** The chunks of the worker, the first of which is its beginning. */
let chunks: Chunk[];

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [useBrowserFiles()],
    build: { write: false, minify: false, target: 'es2023', rolldownOptions: { input: workerEntry } },
  });
  if (!('output' in built)) throw new Error('one build was asked for');
  chunks = built.output.flatMap((one) => {
    if (one.type !== 'chunk') return [];
    const { fileName, code, imports, dynamicImports, modules } = one;
    return [{ fileName, code, imports: [...imports, ...dynamicImports], modules: Object.keys(modules) }];
  });
});

test('no module of Node is imported', () => {
  const names = new Set(chunks.map(({ fileName }) => fileName));
  expect(chunks.flatMap(({ imports }) => imports).filter((name) => !names.has(name))).toEqual([]);
  // Vite puts an empty module in place of one of Node that a package imports.
  const empty = chunks.flatMap(({ modules }) =>
    modules.filter((id) => id.includes('__vite-browser-external')),
  );
  expect(empty).toEqual([]);
  const wanted = new RegExp(
    `(?:from|import|require\\()\\s*["'](?:node:|(?:${builtinModules.join('|')})["'])`,
  );
  expect(chunks.filter(({ code }) => wanted.test(code)).map(({ fileName }) => fileName)).toEqual([]);
});

test('no code is made from text, which the Content-Security-Policy forbids', () => {
  const found = chunks.flatMap(({ code }) => code.match(/\bnew Function\b|(?<![.\w#])eval\s*\(.*/g) ?? []);
  // A method of this name is none.
  expect(found.filter((line) => !/\)\s*\{$/.test(line))).toEqual([]);
});

test('files for a browser take the place of those for Node', () => {
  const modules = chunks.flatMap((chunk) => chunk.modules);
  const replaced = modules.filter((id) => id.endsWith('.browser.ts'));
  expect(replaced).toHaveLength(3);
  expect(modules.filter((id) => replaced.includes(id.replace(/\.ts$/, '.browser.ts')))).toEqual([]);
});

test('prove and the formatter are loaded at their first use', () => {
  const [first] = chunks.filter(({ fileName }) => fileName.includes('/entry-'));
  expect(first?.modules.some((id) => id.includes('/language/compiler/'))).toBe(true);
  expect(first?.modules.filter((id) => /\/(?:refa|prettier)\//.test(id))).toEqual([]);
});

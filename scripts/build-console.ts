/**
 * Builds the pages in the browser: the console into dist/console, the emulator's page into dist/emulator. Generates the
 * client of the management API from schemas/openapi.json first. Runs after `npm ci` in a checkout, and before the
 * package is packed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'vite';
import type { InlineConfig } from 'vite';
import { useBrowserFiles } from './browser-files.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/console');
const description = join(root, 'schemas/openapi.json');
const generated = join(source, 'api/generated');
const stamp = join(generated, 'source.hash');

/** Settings of the bundler that both have in common. */
const shared = {
  target: 'es2022',
  emptyOutDir: true,
  modulePreload: { polyfill: false },
  // A data: URL for a small file would need a wider Content-Security-Policy.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
  // The checks of the editor are one worker of this size, loaded in the background.
  chunkSizeWarningLimit: 4_000,
  rolldownOptions: { checks: { pluginTimings: false } },
};

/**
 * What most views share is one file: a view that is opened then needs one or two files more, not a dozen small ones, each of
 * which takes a request.
 */
const sharedParts = {
  name: 'shared',
  test: /node_modules\/@?preact|src\/console\/(api|data|session|shell|ui)\//,
  minShareCount: 3,
};

const consoleBuild: InlineConfig = {
  configFile: false,
  root: source,
  base: '/console/',
  logLevel: 'warn',
  build: {
    ...shared,
    outDir: join(root, 'dist/console'),
    rolldownOptions: { ...shared.rolldownOptions, output: { codeSplitting: { groups: [sharedParts] } } },
  },
  worker: { format: 'es', plugins: () => [useBrowserFiles()] },
};

/** The emulator serves its page without a service, so the page needs files of its own; its links are relative. */
const emulatorBuild: InlineConfig = {
  configFile: false,
  root: join(source, 'emulator'),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  build: { ...shared, outDir: join(root, 'dist/emulator') },
};

/** Builds all pages. */
export async function buildPages(): Promise<void> {
  await generateClient();
  for (const settings of [consoleBuild, emulatorBuild]) await build(settings);
  compressFiles(join(root, 'dist/console/assets'));
}

/** Puts a compressed copy beside each file, which the service sends to browsers that accept it. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
}

/** Generates the client if the description has changed since. */
async function generateClient(): Promise<void> {
  const hash = createHash('sha256').update(readFileSync(description)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await createClient({
    input: description,
    // The client's own code does not follow exactOptionalPropertyTypes.
    output: { path: generated, importFileExtension: '.ts', header: ['// @ts-nocheck'] },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

if (import.meta.main) await buildPages();

#!/usr/bin/env node
// The command's door. Written so that an old Node can still read it and say what is wrong in one line.
import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `ringflow needs Node 24 or newer; ${process.execPath} is ${process.version}. Install it, or run "npx ringflow" inside the project.\n`,
  );
  // EX_CONFIG of sysexits.h: a supervisor need not start it again before something else is installed.
  process.exit(78);
}
// What was compiled once is kept, so that the next start is quicker.
module.enableCompileCache();
// In a checkout the sources run as they are; a published package carries only the build.
const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/src/cli/main.js', import.meta.url);
const entry = existsSync(source) ? source : built;
const folder = new URL('..', entry).href;
const format = entry === source ? 'module-typescript' : 'module';
// Of the compiler there is a bundle, which loads faster than its sources; it counts while no source has changed.
const compiler = new URL('language/compiler/index.ts', folder).href;
const bundle = new URL('../node_modules/.cache/ringflow/compiler.js', import.meta.url);
const isBundled = entry === source && isFresh(new URL('compiler.json', bundle));
// Our own modules import each other by their file names, so Node need not search for them and their package.json.
module.registerHooks({
  resolve(specifier, context, next) {
    const isOwn = /^\..*\.[jt]s$/.test(specifier) && context.parentURL?.startsWith(folder);
    if (!isOwn) return next(specifier, context);
    const url = new URL(specifier, context.parentURL).href;
    if (isBundled && url === compiler) return { url: bundle.href, format: 'module', shortCircuit: true };
    return { url, format, shortCircuit: true };
  },
});
const { main } = await import(entry.href);
await main(process.argv);

/** True when all sources of the bundle are as they were when it was built. */
function isFresh(list) {
  if (!existsSync(list)) return false;
  return JSON.parse(readFileSync(list, 'utf8')).every(([path, time, size]) => {
    const found = statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false });
    return found !== undefined && Math.floor(found.mtimeMs) === time && found.size === size;
  });
}

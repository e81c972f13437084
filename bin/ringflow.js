#!/usr/bin/env node
// The command's door. Written so that an old Node can still read it and say what is wrong in one line.
import { existsSync } from 'node:fs';
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
// Our own modules import each other by their file names, so Node need not search for them and their package.json.
module.registerHooks({
  resolve(specifier, context, next) {
    const isOwn = /^\..*\.[jt]s$/.test(specifier) && context.parentURL?.startsWith(folder);
    if (!isOwn) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});
const { main } = await import(entry.href);
await main(process.argv);

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
const { main } = await import(existsSync(source) ? source.href : built.href);
await main(process.argv);

/** The command line's table of contents. Each command is one file that adds itself to the program. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerCall } from './call.ts';
import { registerDev } from './dev.ts';
import { registerDiff } from './diff.ts';
import { registerEmulator } from './emulator.ts';
import { registerGraph } from './graph.ts';
import type { Io } from './io.ts';
import { registerLsp } from './lsp.ts';
import { registerPrompts } from './prompts.ts';
import { registerServe } from './serve.ts';
import { registerTest } from './test.ts';
import { registerTrace } from './trace.ts';
import { registerValidate } from './validate.ts';

/** Builds the program; its commands write to `io` and throw `CommandFailure`. */
export function buildProgram(io: Io): Command {
  const program = new Command('ringflow')
    .description('Call flows in YAML: check them, test them, talk to them, run them.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        io.out(text);
      },
      writeErr: (text) => {
        io.err(text);
      },
    })
    .showHelpAfterError('(add --help for the options)');
  const registrations = [
    registerDev,
    registerServe,
    registerValidate,
    registerTest,
    registerCall,
    registerGraph,
    registerDiff,
    registerPrompts,
    registerTrace,
    registerLsp,
    registerEmulator,
  ];
  for (const register of registrations) register(program, io);
  return program;
}

/** The package stands one folder above the sources, two above the build. */
function packageVersion(): string {
  for (const up of ['../..', '../../..']) {
    try {
      const text = readFileSync(new URL(`${up}/package.json`, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

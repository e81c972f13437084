import type { Command } from 'commander';
import { renderDeclarations } from '../../verification/testing/index.ts';
import { writeOutput } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadSoundFlows } from './one-flow.ts';

const HELP = `
The types declare the steps, prompts, variables, parameters, settings and outcomes of each flow, so that a test with a
misspelt name does not compile.

Exit code: 0 written, 1 a flow has errors, 2 no flow found or the file cannot be written.

Examples:
  ringflow types --out test/flows.d.ts
  ringflow types flows/front-desk`;

/** `ringflow types`: generates TypeScript declarations of flows. */
export function registerTypes(program: Command, io: Io): void {
  program
    .command('types')
    .description('generate TypeScript types of flows, for tests')
    .argument('[paths...]', 'flow files, or folders to search for flow.yaml and *.flow.yaml', ['flows'])
    .option('--out <file>', 'write the declarations to this file; default: stdout')
    .addHelpText('after', HELP)
    .action((paths: string[], { out }: { out?: string }) => {
      const flows = loadSoundFlows(paths, io).map(({ flow }) => flow);
      writeOutput(renderDeclarations(flows), out, io);
    });
}

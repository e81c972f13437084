import type { Command } from 'commander';
import { renderPretty } from '../diagnostics/index.ts';
import { toMermaid } from '../flow/index.ts';
import { loadFlows } from '../flow-files/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';

/** `ringflow graph`: a flow as a diagram. */
export function registerGraph(program: Command, io: Io): void {
  program
    .command('graph')
    .description('draw a flow as a Mermaid diagram')
    .argument('<flow>', 'the flow file, or the folder of one flow')
    .addHelpText('after', '\nExamples:\n  ringflow graph flows/front-desk > front-desk.mmd')
    .action((path: string) => {
      const { files, failed, diagnostics, source } = loadFlows([path]);
      const [file, ...others] = files;
      if (others.length > 0)
        throw new CommandFailure(`${path} holds ${files.length} flows: name one of them`);
      if (failed || file?.graph === undefined) {
        io.err(renderPretty(diagnostics, { source, colour: io.colour }));
        throw new CommandFailure('', 1);
      }
      io.out(toMermaid(file.graph));
    });
}

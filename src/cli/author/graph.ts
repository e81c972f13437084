import { Option } from 'commander';
import type { Command } from 'commander';
import { createPicture, toDot, toMermaid, toSvg } from '../../authoring/drawing/index.ts';
import type { Picture } from '../../authoring/drawing/index.ts';
import { buildFlowchart } from '../../authoring/flowchart/index.ts';
import { writeOutput } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadOneFlow } from './one-flow.ts';

const writers = {
  mermaid: toMermaid,
  dot: toDot,
  svg: toSvg,
} satisfies Record<string, (picture: Picture) => string | Promise<string>>;

interface GraphOptions {
  format: keyof typeof writers | 'json';
  all: boolean;
  output?: string;
}

/** `ringflow graph`: draws a flow as a diagram, or describes it as data. */
export function registerGraph(program: Command, io: Io): void {
  program
    .command('graph')
    .description('draw a flow as a diagram: steps as boxes, outcomes as arrows')
    .argument('<flow>', 'flow file, folder of one flow, or name of a flow in ./flows')
    .addOption(
      new Option('--format <format>', 'diagram format; json: steps and ways out as data')
        .choices([...Object.keys(writers), 'json'])
        .default('mermaid'),
    )
    .option('--all', 'include failures that no step handles, which go to on.error (json always does)', false)
    .option('-o, --output <file>', 'write to this file; default: stdout')
    .addHelpText(
      'after',
      '\nExamples:\n  ringflow graph flows/front-desk > front-desk.mmd\n  ringflow graph front-desk --format svg -o front-desk.svg',
    )
    .action(async (path: string, { format, all, output }: GraphOptions) => {
      const { flow, graph } = loadOneFlow(path, io);
      const drawn =
        format === 'json'
          ? `${JSON.stringify(buildFlowchart({ flow, graph }), undefined, 2)}\n`
          : await writers[format](createPicture(graph, { title: flow.name, all }));
      writeOutput(drawn, output, io);
    });
}

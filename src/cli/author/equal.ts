import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import {
  compare,
  FlowSide,
  renderEffects,
  renderEquality,
  renderMoves,
  writePathSuite,
} from '../../verification/compare/index.ts';
import type { Comparison } from '../../verification/compare/index.ts';
import { createSettings } from '../../verification/prove/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { readCount } from '../shared/option-values.ts';
import { loadOneFlow } from './one-flow.ts';

interface Flags {
  depth: number;
  paths: number;
  write?: string;
}

const HELP = `
Both flows take the same calls: every key, words, silence, hang-ups, busy lines, failing services. They are equal if callers,
called parties and services notice the same, in the same order. Paths are tried in the order of their length.

Exit code: 0 equal on all compared paths, 1 a difference, 2 a flow cannot be read or has errors.

Examples:
  ringflow equal old/flow.yaml flows/front-desk
  ringflow equal old.yaml new.yaml --depth 8 --write difference.scenario.yaml`;

/** `ringflow equal`: finds out whether two flows are the same for every caller. */
export function registerEqual(program: Command, io: Io): void {
  program
    .command('equal')
    .description('find out whether two flows are the same for every caller')
    .argument('<before>', 'flow file, folder of one flow, or name of a flow in ./flows')
    .argument('<after>', 'the flow that should be the same')
    .option('--depth <number>', 'maximum number of moves in a path', readCount, 6)
    .option('--paths <number>', 'maximum number of paths', readCount, 5_000)
    .option('--write <file>', 'write the first difference as a scenario of the old flow')
    .addHelpText('after', HELP)
    .action((before: string, after: string, flags: Flags) => {
      compareFlows(before, after, { flags, io });
    });
}

function compareFlows(before: string, after: string, { flags, io }: { flags: Flags; io: Io }): void {
  const flows = [loadOneFlow(before, io, 2).flow, loadOneFlow(after, io, 2).flow] as const;
  const env = { ...createSettings(flows[1]), ...createSettings(flows[0]) };
  const [first, second] = flows.map((flow) => new FlowSide(flow, env));
  if (first === undefined || second === undefined) return;
  const comparison = compare(first, second, flags);
  io.out(renderComparison(comparison));
  const [difference] = comparison.differences;
  if (difference === undefined) return;
  if (flags.write !== undefined)
    writeFileSync(
      flags.write,
      writePathSuite('as the old flow does', difference.path, { file: before, env }),
    );
  throw new CommandFailure('', 1);
}

function renderComparison(comparison: Comparison): string {
  const [first] = comparison.differences;
  const more = comparison.isTruncated ? '; there are more paths (--paths, --depth)' : '';
  const sum = `${renderEquality({ ...comparison, isTruncated: false })}${more}\n`;
  if (first === undefined) return sum;
  return [
    `${sum}differs ${renderMoves(first.path)}:`,
    `  old: ${renderEffects(first.first, first.awaits[0])}`,
    `  new: ${renderEffects(first.second, first.awaits[1])}`,
    '',
  ].join('\n');
}

import { Option } from 'commander';
import type { Command } from 'commander';
import {
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesText,
  compareFlows,
} from '../../authoring/diff/index.ts';
import type { Change } from '../../authoring/diff/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { loadOneFlow } from './one-flow.ts';

const renderers = {
  text: renderChangesText,
  markdown: renderChangesMarkdown,
  json: renderChangesJson,
} satisfies Record<string, (changes: Change[], title: string) => string>;

/** `ringflow diff`: compares two versions of a flow as callers experience them. */
export function registerDiff(program: Command, io: Io): void {
  program
    .command('diff')
    .description('show what changes for callers between two versions of a flow')
    .argument('<before>', 'old version: flow file, folder of one flow, or name of a flow in ./flows')
    .argument('<after>', 'new version')
    .addOption(
      new Option('--format <format>', 'output format').choices(Object.keys(renderers)).default('text'),
    )
    .addHelpText(
      'after',
      '\nExit code: 0 no changes for callers, 1 changes, 2 a flow cannot be read or has errors.\n\nExamples:\n  ringflow diff old/flow.yaml flows/front-desk\n  git show main:flows/front-desk/flow.yaml > old.yaml && ringflow diff old.yaml flows/front-desk --format markdown',
    )
    .action((before: string, after: string, { format }: { format: keyof typeof renderers }) => {
      const [old, found] = [loadOneFlow(before, io, 2), loadOneFlow(after, io, 2)];
      const changes = compareFlows(old, found);
      io.out(renderers[format](changes, `What changed in ${found.flow.name}`));
      if (changes.length > 0) throw new CommandFailure('', 1);
    });
}

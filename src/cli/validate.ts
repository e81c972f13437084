import { Option } from 'commander';
import type { Command } from 'commander';
import { renderJson, renderPretty } from '../diagnostics/index.ts';
import type { Diagnostic, DiagnosticCode } from '../diagnostics/index.ts';
import { loadFlows } from '../flow-files/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';

/** `ringflow validate`: what is wrong with flows, before a caller finds out. */
export function registerValidate(program: Command, io: Io): void {
  program
    .command('validate')
    .description('check flows and show every mistake')
    .argument('<paths...>', 'flow files, or folders to search for flow.yaml and *.flow.yaml')
    .addOption(new Option('--format <format>', 'how to print').choices(['pretty', 'json']).default('pretty'))
    .addHelpText(
      'after',
      '\nExit code: 0 no errors, 1 errors found, 2 nothing to check.\n\nExamples:\n  ringflow validate flows\n  ringflow validate flows/front-desk/flow.yaml --format json',
    )
    .action((paths: string[], options: { format: 'pretty' | 'json' }) => {
      const { diagnostics, files, failed, source } = loadFlows(paths);
      if (options.format === 'json') io.out(`${renderJson(diagnostics)}\n`);
      else {
        io.out(renderPretty(diagnostics, { source, colour: io.colour }));
        io.err(`${summary(diagnostics, files.length)}\n`);
      }
      if (failed) throw new CommandFailure('', 1);
    });
}

/** What keeps a part of a file from being read, and so from being checked. */
const UNREAD: readonly DiagnosticCode[] = ['syntax', 'unsupported-yaml', 'too-large'];

/** How the flows stand, in one line. */
export function summary(diagnostics: readonly Diagnostic[], files: number): string {
  const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  const checked = files === 1 ? '1 flow' : `${files} flows`;
  const found = `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}`;
  const isAllRead = !diagnostics.some(({ code }) => UNREAD.includes(code));
  return `${checked} checked: ${found}${isAllRead ? '' : '; further checks follow once the syntax is right'}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

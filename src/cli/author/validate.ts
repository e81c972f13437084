import { setFlagsFromString } from 'node:v8';
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  renderGithub,
  renderJson,
  renderPretty,
  renderSarif,
  findUnreadParts,
} from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { formatCount } from '../../language/text/index.ts';
import { checkManyFlows } from '../../authoring/flow-files/index.ts';
import type { CheckedFlows, Extent } from '../../authoring/flow-files/index.ts';
import { fixFlows } from './fix-files.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

const FORMATS = ['pretty', 'json', 'sarif', 'github'] as const;

interface Options {
  format: (typeof FORMATS)[number];
  fix?: boolean;
}

const HELP = `
pretty is for people; the other formats write nothing else to stdout. --fix edits the files: it applies every fix that has
exactly one safe answer, such as a misspelt name, and keeps comments and layout.

Exit code: 0 no errors, 1 errors found, 2 nothing to check.

Examples:
  ringflow validate flows
  ringflow validate flows --fix
  ringflow validate flows/front-desk/flow.yaml --format json`;

/** `ringflow validate`: reports the problems of flows. */
export function registerValidate(program: Command, io: Io): void {
  program
    .command('validate')
    .description('check flows and report every problem')
    .argument('<paths...>', 'flow files, or folders to search for flow.yaml and *.flow.yaml')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('pretty'))
    .option('--fix', 'apply safe fixes to the files')
    .addHelpText('after', HELP)
    .action(async (paths: string[], { format, fix }: Options) => {
      const loaded = fix === true ? fixFlows(paths, io) : await checkManyFlows(paths, leaveOutTurbofan);
      io.out(renderDiagnostics(loaded, { format, version: program.version() ?? '0.0.0', colour: io.colour }));
      if (format === 'pretty') io.err(`${renderSummary(loaded.diagnostics, loaded.files.length)}\n`);
      if (loaded.failed) throw new CommandFailure('', 1);
    });
}

/** A core that checks so many flows gets back what compiling our code once more takes. */
const WORTH_OPTIMIZING = 2_000;

/** The last compiler of V8 takes time on every core, which only a longer run gets back. The process is the command's own. */
function leaveOutTurbofan({ flows, cores }: Extent): void {
  if (cores > 1 && flows < WORTH_OPTIMIZING * cores) setFlagsFromString('--no-turbofan');
}

interface Printing {
  format: Options['format'];
  version: string;
  colour: boolean;
}

function renderDiagnostics(
  { diagnostics, source }: CheckedFlows,
  { format, version, colour }: Printing,
): string {
  if (format === 'json') return `${renderJson(diagnostics)}\n`;
  if (format === 'github') return renderGithub(diagnostics);
  if (format === 'pretty') return renderPretty(diagnostics, { source, colour });
  return `${renderSarif(diagnostics, version)}\n`;
}

/** Summarizes the diagnostics in one line. */
export function renderSummary(diagnostics: readonly Diagnostic[], files: number): string {
  const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  const found = `${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}`;
  const isAllRead = findUnreadParts(diagnostics).length === 0;
  return `${formatCount(files, 'flow')} checked: ${found}${isAllRead ? '' : '; further checks follow once the syntax is right'}`;
}

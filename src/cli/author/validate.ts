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
import type { CheckedFlows, Extent, LoadedFlows } from '../../authoring/flow-files/index.ts';
import { createCarrierOption, toCapabilities } from '../shared/carrier-option.ts';
import type { CarrierFlags } from '../shared/carrier-option.ts';
import { fixFlows } from './fix-files.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

const FORMATS = ['pretty', 'json', 'sarif', 'github'] as const;

interface Options extends CarrierFlags {
  format: (typeof FORMATS)[number];
  fix?: boolean;
}

const HELP = `
pretty is for people; the other formats write nothing else to stdout. --fix edits the files: it applies every fix that has
exactly one safe answer, such as a misspelt name, and keeps comments and layout. --carrier also reports what the flows
need and these carriers cannot do; docs/carriers.md lists what each can.

Exit code: 0 no errors, 1 errors found, 2 nothing to check.

Examples:
  ringflow validate flows
  ringflow validate flows --fix
  ringflow validate flows --carrier asterisk
  ringflow validate flows/front-desk/flow.yaml --format json`;

/** `ringflow validate`: reports the problems of flows. */
export function registerValidate(program: Command, io: Io): void {
  program
    .command('validate')
    .description('check flows and report every problem')
    .argument('<paths...>', 'flow files, or folders to search for flow.yaml and *.flow.yaml')
    .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('pretty'))
    .option('--fix', 'apply safe fixes to the files')
    .addOption(createCarrierOption())
    .addHelpText('after', HELP)
    .action(async (paths: string[], { format, fix, ...flags }: Options) => {
      const carriers = toCapabilities(flags);
      const loaded =
        fix === true
          ? fixFlows(paths, io, carriers)
          : await checkManyFlows(paths, { carriers, begins: disableTurbofan });
      io.out(renderDiagnostics(loaded, { format, version: program.version() ?? '0.0.0', colour: io.colour }));
      if (format === 'pretty')
        io.err(`${renderSummary(loaded.diagnostics, loaded.files.length, flags.carrier)}\n`);
      if (loaded.failed) throw new CommandFailure('', 1);
    });
}

/** Number of flows per core from which optimized compilation of our code pays off. */
const WORTH_OPTIMIZING = 2_000;

/** Disables V8's optimizing compiler for short runs, where it costs more time than it saves. */
function disableTurbofan({ flows, cores }: Extent): void {
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

/** Prints the diagnostics of `dev` for files that changed since the last time, and a summary of all files. */
export class DevDiagnostics {
  readonly #io: Io;
  /** File → its text and diagnostics when it was last shown. */
  #shown = new Map<string, string>();

  constructor(io: Io) {
    this.#io = io;
  }

  /** Prints the diagnostics of changed files, including those reported for an unchanged file under the name of another. */
  show({ files, diagnostics, source }: LoadedFlows): void {
    const byFile = Map.groupBy(diagnostics, ({ file }) => file);
    const read = files.flatMap((file) => [file, ...file.imports]);
    const now = new Map(read.map(({ file, text }) => [file, JSON.stringify([text, byFile.get(file)])]));
    const changed = diagnostics.filter(({ file }) => this.#shown.get(file) !== now.get(file));
    this.#io.err(renderPretty(changed, { source, colour: this.#io.colour }));
    if (changed.length < diagnostics.length) this.#io.err(`${renderSummary(diagnostics, files.length)}\n`);
    this.#shown = now;
  }
}

/** Tells what was found; `carriers`: those that were asked for. */
function renderSummary(
  diagnostics: readonly Diagnostic[],
  files: number,
  carriers: readonly string[] = [],
): string {
  const count = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  const found = `${formatCount(count('error'), 'error')}, ${formatCount(count('warning'), 'warning')}`;
  const isAllRead = findUnreadParts(diagnostics).length === 0;
  const whom = carriers.length === 0 ? '' : ` for ${carriers.join(' and ')}`;
  return `${formatCount(files, 'flow')} checked${whom}: ${found}${isAllRead ? '' : '; further checks follow once the syntax is right'}`;
}

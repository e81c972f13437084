import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { renderPretty } from '../diagnostics/index.ts';
import { findFiles, isScenarioFile } from '../flow-files/index.ts';
import { isUncompared, perturbationKinds, planCases, tryOn } from '../perturb/index.ts';
import type { Finding, Perturbation, PlannedCase } from '../perturb/index.ts';
import { choose } from '../testkit/index.ts';
import type { Case } from '../testkit/index.ts';
import { CommandFailure } from './io.ts';
import type { Io } from './io.ts';
import { findingsAsJson, sayFindings } from './perturb-report.ts';
import type { Outcome } from './perturb-report.ts';
import { progressLine } from './progress-line.ts';
import { textsOnDisk } from './test-report.ts';
import { SuiteFiles } from './test-suites.ts';

type Kind = Perturbation['kind'];

interface Flags {
  filter?: string;
  only?: Kind[];
  quick?: true;
  budget?: number;
  bail?: true;
  json?: true;
}

const HELP = `
Each case is run as it is, and then again and again with one thing that goes wrong: an event told twice, late, after the next
one or never, a command refused or left without an answer, a node that dies. Of each run it is expected that nothing is
thrown or done twice, that the call ends and its finalizer runs once, that nothing is asked of a call that is over and no
secret shows; and where nobody may notice, the same commands and words. The case itself need not go as written.

Of all findings of one kind in a flow the smallest is shown, as a scenario that perturb runs again. --quick leaves out what
differs from an earlier run by what came before it alone.

Exit code: 0 everything held, 1 something did not, a case fails as it is or the budget was too small, 2 nothing to run.

Examples:
  ringflow perturb flows
  ringflow perturb flows/pin-check --only crash,duplicate
  ringflow perturb flows --quick --budget 5000`;

/** `ringflow perturb`: runs scenarios with one thing after another going wrong. */
export function registerPerturb(program: Command, io: Io): void {
  program
    .command('perturb')
    .description('run scenarios again and again, each time with one thing that goes wrong')
    .argument('[paths...]', 'scenario files, or folders to search for *.scenario.yaml', ['flows'])
    .option('--filter <text>', 'only scenarios whose name or file contains this text')
    .option('--only <kinds>', `only these kinds: ${perturbationKinds.join(', ')}`, readKinds)
    .option('--quick', 'every situation of a flow once, and one error code of each class')
    .option('--budget <runs>', 'the most runs in all', readCount)
    .option('--bail', 'stop after the first finding')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], flags: Flags) => {
      perturb(paths, flags, io);
    });
}

function readKinds(text: string): Kind[] {
  return text.split(',').map((word) => {
    const kind = perturbationKinds.find((one) => one === word.trim());
    if (kind === undefined)
      throw new InvalidArgumentError(`"${word.trim()}" is none of ${perturbationKinds.join(', ')}.`);
    return kind;
  });
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('It has to be a whole number above 0.');
  return count;
}

function perturb(paths: string[], flags: Flags, io: Io): void {
  const suiteFiles = new SuiteFiles();
  const { cases, broken } = read(paths, flags, { io, suiteFiles });
  if (cases.length === 0 && broken === 0)
    throw new CommandFailure(`no scenario to perturb in ${paths.join(', ')}`);
  const planned = planCases(cases, {
    ...(flags.only !== undefined && { kinds: flags.only }),
    isQuick: flags.quick === true,
  });
  const outcome = run(planned, flags);
  if (flags.json === true) io.out(findingsAsJson(outcome));
  else sayFindings(outcome, { io, textOf: (file) => suiteFiles.textOf(file) });
  if (broken > 0) throw new CommandFailure('not everything was run: errors in scenario or flow', 1);
  const isClear = outcome.findings.length + outcome.problems.length + outcome.left === 0;
  if (!isClear) throw new CommandFailure('', 1);
}

/** The cases to perturb; those in which something goes wrong already are skipped by `test`, not here. */
function read(
  paths: string[],
  { filter }: Flags,
  { io, suiteFiles }: { io: Io; suiteFiles: SuiteFiles },
): { cases: Case[]; broken: number } {
  const { suites, diagnostics, broken } = suiteFiles.read(findFiles(paths, isScenarioFile));
  io.err(renderPretty(diagnostics, { source: textsOnDisk(), colour: io.colour }));
  const chosen = choose(suites, filter === undefined ? {} : { filter });
  const perturbed = chosen.skipped.filter(({ scenario }) => scenario.perturbation !== undefined);
  return { cases: [...chosen.cases, ...perturbed], broken: broken.length };
}

function run(planned: readonly PlannedCase[], { budget = Infinity, bail }: Flags): Outcome {
  const total = planned.reduce((sum, { trials }) => sum + trials.length, 0);
  const findings: Finding[] = [];
  const bar = progressLine('perturb');
  let runs = 0;
  let uncompared = 0;
  for (const { one, trial } of planned.flatMap((one) => one.trials.map((trial) => ({ one, trial })))) {
    if (runs === budget || (bail === true && findings.length > 0)) break;
    const finding = tryOn(one, trial);
    if (finding !== undefined) findings.push(finding);
    runs += 1;
    if (isUncompared(one, trial)) uncompared += 1;
    bar.show(runs, Math.min(total, budget), `${findings.length} found`);
  }
  bar.clear();
  const problems = planned.filter(({ problem }) => problem !== undefined);
  return {
    findings,
    problems,
    cases: planned.length,
    runs,
    uncompared,
    left: total - runs,
  };
}

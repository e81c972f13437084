import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { parseDuration } from '../../language/compiler/index.ts';
import { hasErrors, renderPretty } from '../../language/diagnostics/index.ts';
import { findFiles, isFlowFile, isScenarioFile, loadFlows } from '../../authoring/flow-files/index.ts';
import {
  isUncompared,
  MOST_EVENTS,
  perturbationKinds,
  planCases,
  tryTrial,
} from '../../verification/perturb/index.ts';
import type { Finding, Perturbation, PlannedCase } from '../../verification/perturb/index.ts';
import { choose, setCarrier } from '../../verification/testkit/index.ts';
import type { Case } from '../../verification/testkit/index.ts';
import { createLineOption } from '../shared/carrier-option.ts';
import type { LineFlags } from '../shared/carrier-option.ts';
import { readCpuMs } from '../shared/cpu-time.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { renderFindingsJson, printFindings } from './perturb-report.ts';
import type { Outcome } from './perturb-report.ts';
import type { Gap, WrittenCalls } from './proved-calls.ts';
import { readCount } from '../shared/option-values.ts';
import { progressLine } from '../shared/progress-line.ts';
import { openTexts } from './test-report.ts';
import { SuiteFiles } from './test-suites.ts';

type Kind = Perturbation['kind'];

/** Maximum number of runs and maximum CPU time. */
interface Budget {
  runs: number;
  ms: number;
}

/** A number of runs, so that a busy machine makes the same runs as a quiet one. */
const DEFAULT_BUDGET: Budget = { runs: 100_000, ms: Infinity };

interface Flags extends LineFlags {
  filter?: string;
  only?: Kind[];
  quick?: true;
  budget: Budget;
  events: number;
  bail?: true;
  json?: true;
}

const HELP = `
Runs each scenario undisturbed, then once per fault: an event that arrives twice, late, out of order or never, a command that
is refused or gets no response, a node that crashes, a caller who hangs up, presses a key twice or withholds the number, a web
service that answers late or never. A flow without scenarios is run by the calls that prove finds. Each run must not throw or repeat a side effect, must end the call and
run its finalizer once, must send no command to an ended call and must not reveal secrets. Faults that callers cannot notice
must not change commands or prompts. No request or text message may be repeated, taken back or denied to the caller. The expectations of the scenario itself are not checked.

Of similar findings in a flow, perturb prints the smallest, as a scenario that perturb can run. --quick tries what only the
service must handle once per kind of step. The summary says what --budget, --events and prove left out.

Exit code: 0 no findings, 1 findings, a scenario that fails undisturbed, or an incomplete run, 2 nothing to run.

Examples:
  ringflow perturb flows
  ringflow perturb flows/pin-check --only crash,duplicate
  ringflow perturb flows --quick --budget 5000
  ringflow perturb flows --budget 30m`;

/** `ringflow perturb`: runs scenarios with injected faults. */
export function registerPerturb(program: Command, io: Io): void {
  program
    .command('perturb')
    .description('run scenarios repeatedly, with one fault injected each time')
    .argument('[paths...]', 'scenario or flow files, or folders to search for them', ['flows'])
    .option('--filter <text>', 'only scenarios whose name or file contains this text')
    .option('--only <kinds>', `only these kinds of fault: ${perturbationKinds.join(', ')}`, readKinds)
    .addOption(createLineOption())
    .option('--quick', 'try each state of a flow once, and one error code per class')
    .addOption(
      new Option(
        '--budget <runs or time>',
        'maximum number of runs, or maximum CPU time; repeat it to set both',
      )
        .argParser(readBudget)
        .default(DEFAULT_BUDGET, '100000'),
    )
    .option('--events <count>', 'inject faults only up to this event of a call', readCount, MOST_EVENTS)
    .option('--bail', 'stop after the first finding')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], flags: Flags) => perturb(paths, flags, io));
}

function readKinds(text: string): Kind[] {
  return text.split(',').map((word) => {
    const kind = perturbationKinds.find((one) => one === word.trim());
    if (kind === undefined)
      throw new InvalidArgumentError(`"${word.trim()}" is none of ${perturbationKinds.join(', ')}.`);
    return kind;
  });
}

function readBudget(text: string, before: Budget): Budget {
  const ms = parseDuration(text);
  if (ms > 0) return { ...before, ms };
  if (!/^[1-9]\d*$/.test(text))
    throw new InvalidArgumentError(
      'Expected a whole number of runs above 0, or a duration such as 90s or 10m.',
    );
  return { ...before, runs: Number(text) };
}

async function perturb(paths: string[], flags: Flags, io: Io): Promise<void> {
  const suiteFiles = new SuiteFiles();
  const { cases, broken, written, gaps } = await read(paths, flags, { io, suiteFiles });
  if (cases.length === 0 && broken === 0 && gaps.length === 0)
    throw new CommandFailure(`no scenario and no flow to perturb in ${paths.join(', ')}`);
  const outcome = { ...run(cases, flags), gaps };
  if (flags.json === true) io.out(renderFindingsJson(outcome));
  else printFindings(outcome, { io, textOf: (file) => written.get(file) ?? suiteFiles.readSuiteText(file) });
  if (broken > 0) throw new CommandFailure('not everything was run: a scenario or a flow has errors', 1);
  const { findings, problems, left, shortened } = outcome;
  const isClear = findings.length + problems.length + gaps.length + left + shortened === 0;
  if (!isClear) throw new CommandFailure('', 1);
}

/** What is to be perturbed. */
interface Read {
  cases: Case[];
  /** Number of files with errors. */
  broken: number;
  /** Texts of the suites that are not on disk, by their names. */
  written: ReadonlyMap<string, string>;
  gaps: Gap[];
}

/** Reads the cases to perturb, including scenarios with a perturbation, which `test` skips. */
async function read(
  paths: string[],
  { filter, carrier }: Flags,
  { io, suiteFiles }: { io: Io; suiteFiles: SuiteFiles },
): Promise<Read> {
  const { suites, diagnostics, broken } = suiteFiles.read(
    findFiles(
      paths.filter((path) => isScenarioFile(path) || !/\.ya?ml$/.test(path)),
      isScenarioFile,
    ),
  );
  io.err(renderPretty(diagnostics, { source: openTexts(), colour: io.colour }));
  const others = await writeMissing(
    paths.filter((path) => !isScenarioFile(path)),
    new Set(suites.map(({ flowFile }) => flowFile)),
    io,
  );
  const chosen = choose(
    setCarrier([...suites, ...others.written.map(({ suite }) => suite)], carrier),
    filter === undefined ? {} : { filter },
  );
  const perturbed = chosen.skipped.filter(({ scenario }) => scenario.perturbation !== undefined);
  return {
    cases: [...chosen.cases, ...perturbed],
    broken: broken.length + others.broken,
    written: new Map(others.written.map(({ suite, text }) => [suite.file, text])),
    gaps: others.gaps,
  };
}

/** Writes calls for the flows that no scenario tests; prints the errors of the others. */
async function writeMissing(
  paths: string[],
  tested: ReadonlySet<string>,
  io: Io,
): Promise<WrittenCalls & Pick<Read, 'broken'>> {
  const untested = findFiles(paths, isFlowFile).filter((file) => !tested.has(file));
  if (untested.length === 0) return { written: [], gaps: [], broken: 0 };
  const { writeCalls } = await import('./proved-calls.ts');
  const loaded = loadFlows(paths);
  const faulty = loaded.files.filter(
    ({ file, diagnostics }) => untested.includes(file) && hasErrors(diagnostics),
  );
  const errors = faulty.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error'),
  );
  io.err(renderPretty(errors, { source: loaded.source, colour: io.colour }));
  return { ...writeCalls(loaded, tested), broken: faulty.length };
}

function run(cases: readonly Case[], flags: Flags): Omit<Outcome, 'gaps'> {
  const bar = progressLine('perturb');
  const startedAt = readCpuMs();
  const planned = planCases(cases, {
    ...(flags.only !== undefined && { kinds: flags.only }),
    isQuick: flags.quick === true,
    events: flags.events,
    onPlanned: (count) => {
      bar.show(count, cases.length, `${count} of ${cases.length} cases run undisturbed`);
    },
  });
  const isTimeUp = () => readCpuMs() - startedAt > flags.budget.ms;
  const tried = tryAll(planned, { flags, isTimeUp, bar });
  bar.clear();
  return {
    ...tried,
    problems: planned.filter(({ problem }) => problem !== undefined),
    cases: planned.length,
    shortened: planned.filter(({ leftAlone }) => leftAlone > 0).length,
    events: flags.events,
  };
}

interface Bounds {
  flags: Flags;
  isTimeUp: () => boolean;
  bar: ReturnType<typeof progressLine>;
}

function tryAll(
  planned: readonly PlannedCase[],
  { flags: { budget, bail }, isTimeUp, bar }: Bounds,
): Pick<Outcome, 'findings' | 'runs' | 'uncompared' | 'left'> {
  const trials = planned.flatMap((one) => one.trials.map((trial) => ({ one, trial })));
  const findings: Finding[] = [];
  let runs = 0;
  let uncompared = 0;
  for (const { one, trial } of trials) {
    if (runs === budget.runs || isTimeUp() || (bail === true && findings.length > 0)) break;
    const total = Math.min(trials.length, budget.runs);
    bar.show(runs, total, `${runs} of ${total} runs, ${findings.length} found`);
    const finding = tryTrial(one, trial);
    if (finding !== undefined) findings.push(finding);
    runs += 1;
    if (isUncompared(one, trial)) uncompared += 1;
  }
  return { findings, runs, uncompared, left: trials.length - runs };
}

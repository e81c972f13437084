/** Renders the findings of `ringflow perturb`. */
import { formatCount } from '../../language/text/index.ts';
import { renderPerturbedScenario, toYamlPerturbation, shrink } from '../../verification/perturb/index.ts';
import type { Finding, PlannedCase } from '../../verification/perturb/index.ts';
import { renderStory, tellStory } from '../../verification/testkit/index.ts';
import type { Io } from '../shared/io.ts';
import type { Gap } from './proved-calls.ts';

/** Result of a run. */
export interface Outcome {
  findings: Finding[];
  /** Cases that could not be perturbed. */
  problems: PlannedCase[];
  /** Flows of which calls are missing. */
  gaps: readonly Gap[];
  /** Number of cases. */
  cases: number;
  runs: number;
  /** Number of runs not compared with the undisturbed run. */
  uncompared: number;
  /** Number of runs that were not made. */
  left: number;
  /** Number of cases with events beyond the limit. */
  shortened: number;
  /** Limit of perturbed events per case. */
  events: number;
}

interface Surroundings {
  io: Io;
  /** The text of a file. */
  textOf: (file: string) => string;
}

/** Prints the smallest finding per rule and flow, and the totals. */
export function printFindings(outcome: Outcome, { io, textOf }: Surroundings): void {
  for (const { suite, scenario, problem = '' } of outcome.problems)
    io.out(`${suite.file}:${scenario.span.start.line} ${scenario.name}: ${problem}\n`);
  for (const { file, reason } of outcome.gaps) io.out(`${file}: ${reason}\n`);
  for (const alike of groupByRule(outcome.findings)) io.out(renderFindings(alike, textOf));
  const { findings, problems, gaps, cases, runs, uncompared, left } = outcome;
  const nothing = problems.length + gaps.length === 0 ? 'nothing found' : 'nothing else found';
  const found = findings.length === 0 ? nothing : `${findings.length} found`;
  const rest =
    left === 0 ? '' : `; stopped with ${formatCount(left, 'run')} left to make (--budget, --quick)`;
  const apart =
    uncompared === 0
      ? ''
      : `; ${formatCount(uncompared, 'run')} not compared with the undisturbed run, because the script depends on the clock or orders refusals`;
  io.out(
    `${found}; ${formatCount(cases, 'case')}, ${formatCount(runs, 'run')}${apart}${renderLeftAlone(outcome)}${rest}\n`,
  );
}

function renderLeftAlone({ shortened, events }: Outcome): string {
  if (shortened === 0) return '';
  return `; in ${formatCount(shortened, 'case')} events after number ${events} were not perturbed (--events)`;
}

/** Groups findings by flow and broken rule; the shortest script comes first. */
function groupByRule(findings: readonly Finding[]): Finding[][] {
  const groups = Map.groupBy(
    findings,
    ({ suite, breaches }) => `${suite.flowFile} ${breaches[0]?.rule ?? ''}`,
  );
  return [...groups.values()].map((group) =>
    group.toSorted((a, b) => a.scenario.script.length - b.scenario.script.length),
  );
}

function renderFindings([first, ...others]: Finding[], textOf: Surroundings['textOf']): string {
  if (first === undefined) return '';
  const smallest = shrink(first);
  const { suite, scenario, trial, breaches, run } = smallest;
  const messages = breaches.map(({ rule, message }) => `  ${rule}: ${message}\n`).join('');
  const more = others.length === 0 ? '' : `  and ${others.length} more like it in ${suite.flowFile}\n`;
  const text = renderPerturbedScenario(smallest, textOf(suite.file));
  return `${suite.file}:${scenario.span.start.line} ${scenario.name}: ${trial.about}\n${messages}${more}\n${renderFindingStory(run)}\n${indent(text)}\n`;
}

function renderFindingStory({ call, flow }: Finding['run']): string {
  if (call === undefined) return '';
  const story = tellStory(call.log, flow.flow);
  return renderStory({ story, startedAt: call.record.startedAt })
    .map((line) => `  ${line.trimEnd()}\n`)
    .join('');
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** Renders all findings as JSON. */
export function renderFindingsJson({ findings, problems, ...numbers }: Outcome): string {
  const plain = {
    ...numbers,
    problems: problems.map((one) => ({ ...toPlace(one), problem: one.problem })),
    findings: findings.map((one) => ({
      ...toPlace(one),
      perturbation: toYamlPerturbation(one.trial.perturbation),
      about: one.trial.about,
      breaches: one.breaches,
    })),
  };
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}

function toPlace({ suite: { file }, scenario: { name, span } }: Pick<Finding, 'suite' | 'scenario'>) {
  return { file, line: span.start.line, name };
}

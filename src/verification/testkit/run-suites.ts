/** Runs the scenarios of files: those that are wanted, in order. */
import type { NotRun } from './render-results.ts';
import { toReport, runCases } from './run.ts';
import type { CaseReport } from './run.ts';
import type { Suite, Scenario } from './scenario.ts';

/** Options of a run. */
export interface SuitesWanted extends Choice {
  /** Stop after the first failure. */
  bail?: boolean;
  /** `only` is an error: where one says it nothing is run. */
  refusesOnly?: boolean;
}

/** A place in a scenario file. */
export interface Place {
  file: string;
  /** 1-based. */
  line: number;
}

/** Results of a run, as plain data. */
export interface SuitesRun {
  /** In the order of the files and of the scenarios in them. */
  cases: CaseReport[];
  /** Those that were skipped, with their reasons. */
  notRun: NotRun[];
  /** The scenarios that say `only`. */
  only: Place[];
}

/** Hears of results as soon as they are there. */
export type Hear = (report: CaseReport) => void;

/** Selects the cases to run and lists those that are skipped. */
export function selectCases(
  suites: readonly Suite[],
  wanted: SuitesWanted,
): Omit<SuitesRun, 'cases'> & { cases: Case[] } {
  const { cases, skipped, only } = choose(suites, wanted);
  const isRefused = wanted.refusesOnly === true && only.length > 0;
  return { cases: isRefused ? [] : cases, notRun: skipped.map(toSkippedCase), only: only.map(toPlace) };
}

/** Runs them on this thread. */
export function runSuites(suites: readonly Suite[], wanted: SuitesWanted, hear?: Hear): SuitesRun {
  const { cases, ...rest } = selectCases(suites, wanted);
  return { cases: playCases(cases, wanted, hear), ...rest };
}

function playCases(cases: readonly Case[], { bail }: SuitesWanted, hear?: Hear): CaseReport[] {
  const reports: CaseReport[] = [];
  for (const result of runCases(cases)) {
    const report = toReport(result);
    reports.push(report);
    hear?.(report);
    if (bail === true && report.failure !== undefined) break;
  }
  return reports;
}

function toSkippedCase(one: Case): NotRun {
  return { ...toPlace(one), name: one.scenario.name, reason: one.scenario.skip ?? '' };
}

function toPlace({ suite: { file }, scenario: { span } }: Case): Place {
  return { file, line: span.start.line };
}

/** Filters for scenarios. */
export interface Choice {
  /** Only scenarios whose name or file contains this text, in any case of letters. */
  filter?: string;
  /** Only scenarios that have one of these tags. */
  tags?: readonly string[];
}

/** One scenario of a file. */
export interface Case {
  suite: Suite;
  scenario: Scenario;
}

/** The scenarios of files, sorted out. */
interface Chosen {
  /** To be run, in order. */
  cases: Case[];
  /** Wanted, but to be skipped for the reason that they give. */
  skipped: Case[];
  /** Those that say `only`: where there are any, all others are left out. */
  only: Case[];
}

/** Sorts scenarios out: `only` before everything else, then the choice, then `skip`. */
export function choose(suites: readonly Suite[], { filter = '', tags = [] }: Choice = {}): Chosen {
  const all = suites.flatMap((suite) => suite.scenarios.map((scenario) => ({ suite, scenario })));
  const only = all.filter(({ scenario }) => scenario.only);
  const text = filter.toLowerCase();
  const wanted = (only.length > 0 ? only : all).filter(
    ({ suite: { file }, scenario }) =>
      `${file} ${scenario.name}`.toLowerCase().includes(text) &&
      (tags.length === 0 || tags.some((tag) => scenario.tags.includes(tag))),
  );
  const isSkipped = ({ scenario: { skip } }: Case) => skip !== undefined;
  return { cases: wanted.filter((one) => !isSkipped(one)), skipped: wanted.filter(isSkipped), only };
}

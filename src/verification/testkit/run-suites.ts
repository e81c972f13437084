/** Runs the scenarios of files: those that are wanted, in order. */
import { choose } from './choose.ts';
import type { Case, Choice } from './choose.ts';
import type { NotRun } from './render-results.ts';
import { toReport, runCases } from './run.ts';
import type { CaseReport } from './run.ts';
import type { Suite } from './scenario.ts';

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

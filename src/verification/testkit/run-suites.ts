/** Selects and runs the scenarios of files, in order. */
import { carrierProfiles } from '../../carriers/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import type { NotRun } from './render-results.ts';
import { toReport, runCases } from './run.ts';
import type { CaseReport } from './run.ts';
import type { Case, Suite } from './scenario.ts';

/** Options of a run. */
export interface SuitesWanted {
  /** Text in the name or file of a scenario, in any case of letters. */
  filter?: string;
  /** Tags, one of which a scenario must have. */
  tags?: readonly string[];
  /** Kind of carrier of the calls whose scenarios name none. Default: the platform. */
  carrier?: CarrierKind;
  /** True to stop after the first failure. */
  bail?: boolean;
  /** True to treat `only` as an error: nothing is run if a scenario says it. */
  refusesOnly?: boolean;
}

/** A position in a scenario file. */
export interface Place {
  file: string;
  /** 1-based. */
  line: number;
}

/** Results of a run, as plain data. */
export interface SuitesRun {
  /** In the order of the files and their scenarios. */
  cases: CaseReport[];
  /** Skipped scenarios, with their reasons. */
  notRun: NotRun[];
  /** Scenarios that say `only`. */
  only: Place[];
}

/** Receives each result as soon as it is available. */
export type Hear = (report: CaseReport) => void;

/** Selects the cases to run and lists those that are skipped. */
export function selectCases(
  suites: readonly Suite[],
  wanted: SuitesWanted,
): Omit<SuitesRun, 'cases'> & { cases: Case[] } {
  const { cases, skipped, only } = choose(setCarrier(suites, wanted.carrier), wanted);
  const isRefused = wanted.refusesOnly === true && only.length > 0;
  return { cases: isRefused ? [] : cases, notRun: skipped.map(toSkippedCase), only: only.map(toPlace) };
}

/** Returns suites whose calls come by this carrier, unless their scenarios name another one. */
export function setCarrier(suites: readonly Suite[], carrier: CarrierKind | undefined): readonly Suite[] {
  if (carrier === undefined) return suites;
  const can = carrierProfiles[carrier];
  return suites.map((suite) => ({
    ...suite,
    scenarios: suite.scenarios.map((scenario) => ({
      ...scenario,
      start: { carrier: can, ...scenario.start },
    })),
  }));
}

/** Runs scenarios on this thread. */
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

interface Chosen {
  cases: Case[];
  skipped: Case[];
  /** Scenarios that say `only`; if there are any, all others are left out. */
  only: Case[];
}

/** Selects scenarios: first by `only`, then by the filters, then by `skip`. */
export function choose(
  suites: readonly Suite[],
  { filter = '', tags = [] }: Pick<SuitesWanted, 'filter' | 'tags'> = {},
): Chosen {
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

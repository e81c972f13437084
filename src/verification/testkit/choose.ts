/** Selects the scenarios to run. */
import type { Scenario, Suite } from './scenario.ts';

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

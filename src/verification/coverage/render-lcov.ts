/**
 * Renders coverage in the lcov format, which genhtml, editors and services such as Codecov read: a step is a function,
 * an outcome or a branch is a branch, and every line with an item is a line. Unhandled failures are left out, as the
 * exceptions of a programming language are.
 */
import type { CoverageItem, FlowCoverage } from './coverage.ts';

/** Renders one record per file. A file that several flows import has one record. */
export function renderCoverageLcov(flows: readonly FlowCoverage[]): string {
  const items = flows.flatMap((flow) => flow.items).filter(({ kind }) => kind !== 'failures');
  return [...Map.groupBy(items, ({ file }) => file)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, found]) => renderRecord(file, mergeFlows(found)))
    .map((line) => `${line}\n`)
    .join('');
}

/** Merges items that several flows import. */
function mergeFlows(items: readonly CoverageItem[]): CoverageItem[] {
  const alike = Map.groupBy(items, ({ kind, line, name }) => `${kind} ${line} ${name}`);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, hits: others.reduce((sum, { hits }) => sum + hits, first.hits) }],
  );
}

function renderRecord(file: string, items: readonly CoverageItem[]): string[] {
  const steps = items.filter(({ kind }) => kind === 'steps');
  const outcomes = items.filter(({ outcomes }) => outcomes !== undefined);
  const lines = [...countLineHits(items)].toSorted(([a], [b]) => a - b);
  const countCovered = (all: readonly { hits: number }[]) => all.filter(({ hits }) => hits > 0).length;
  return [
    'TN:',
    `SF:${file}`,
    ...steps.map(({ line, name }) => `FN:${line},${name}`),
    ...steps.map(({ hits, name }) => `FNDA:${hits},${name}`),
    `FNF:${steps.length}`,
    `FNH:${countCovered(steps)}`,
    ...renderBranches(outcomes, steps),
    `BRF:${outcomes.length}`,
    `BRH:${countCovered(outcomes)}`,
    ...lines.map(([line, hits]) => `DA:${line},${hits}`),
    `LF:${lines.length}`,
    `LH:${lines.filter(([, hits]) => hits > 0).length}`,
    'end_of_record',
  ];
}

function countLineHits(items: readonly CoverageItem[]): Map<number, number> {
  const lines = new Map<number, number>();
  for (const { line, hits } of items) lines.set(line, Math.max(lines.get(line) ?? 0, hits));
  return lines;
}

/** Renders the ways out of each step as one block; a dash marks a step that was never entered. */
function renderBranches(outcomes: readonly CoverageItem[], steps: readonly CoverageItem[]): string[] {
  const entered = new Map(steps.map(({ name, hits }) => [name, hits > 0]));
  const blocks = [...Map.groupBy(outcomes, ({ step = '' }) => step)];
  return blocks.flatMap(([step, ways], block) =>
    ways.map(({ line, hits }, branch) => {
      const taken = hits === 0 && entered.get(step) === false ? '-' : hits;
      return `BRDA:${line},${block},${branch},${taken}`;
    }),
  );
}

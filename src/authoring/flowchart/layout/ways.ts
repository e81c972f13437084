/** First pass: the ways that the layout follows. Steps are indexes into the chart from here on. */
import type { Flowchart, FlowchartStep, FlowchartWay } from '../index.ts';

/** The chart as a graph of indexes. */
export interface WayGraph {
  /** In the order of the file. */
  steps: readonly FlowchartStep[];
  /** Name → index. */
  indexes: ReadonlyMap<string, number>;
  /** The steps at which the order begins, the entry first. */
  roots: readonly Root[];
  /** Step → the ways that are drawn, in written order: all but the failures that `on.error` takes. */
  drawn: readonly (readonly FlowchartWay[])[];
  /** Step → the distinct steps that its drawn ways lead to, in written order, without itself. */
  targets: readonly (readonly number[])[];
}

/** A step at which a path of the call begins. */
export interface Root {
  step: number;
  /** True for the error path and the finalizer, which stand to the right of everything before them. */
  isAside: boolean;
}

/** Reads the drawn ways of a chart. Ways to steps that the chart does not have lead nowhere. */
export function readWays(chart: Flowchart): WayGraph {
  const { steps } = chart;
  const indexes = new Map(steps.map(({ id }, index) => [id, index]));
  const drawn = steps.map(({ ways }) => ways.filter(({ isUnhandled }) => !isUnhandled));
  const targets = drawn.map((ways, step) => {
    const found = ways.flatMap(({ to }) => ('step' in to ? (indexes.get(to.step) ?? []) : []));
    return [...new Set(found)].filter((target) => target !== step);
  });
  return { steps, indexes, roots: listRoots(chart, indexes), drawn, targets };
}

/** Lists the beginnings: entry, `always` targets, error path, finalizer, then whatever nothing leads to. */
function listRoots(
  { entry, always, errorStep, endStep, steps }: Flowchart,
  indexes: ReadonlyMap<string, number>,
): Root[] {
  const toRoots = (names: readonly (string | undefined)[], isAside: boolean): Root[] =>
    names.flatMap((name) => {
      const step = indexes.get(name ?? '');
      return step === undefined ? [] : [{ step, isAside }];
    });
  const keyed = always.flatMap(({ to }) => ('step' in to ? [to.step] : []));
  return [
    ...toRoots([entry, ...keyed], false),
    ...toRoots([errorStep, endStep], true),
    ...steps.map((_, step) => ({ step, isAside: false })),
  ];
}

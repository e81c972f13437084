/** Measures the coverage of flows: lists their items, and counts the hits of each. */
import {
  identifyWrittenEdge,
  type AlwaysEdge,
  type Edge,
  type GraphStep,
} from '../../language/model/index.ts';
import type { CoverageItem, CoverageKind, FlowCoverage, FlowSource, Found } from './coverage.ts';
import { flowKey, placeNames } from './hits.ts';
import type { Hits } from './hits.ts';
import { createPlaceFinder, findStepPlace } from './places.ts';
import type { Place } from './places.ts';
import { listPromptItems, listRungItems } from './spoken-items.ts';

/** Measures each flow separately, regardless of which flow ran it. */
export function measure(sources: readonly FlowSource[], hits: Hits): FlowCoverage[] {
  const run = new Set(sources.flatMap(({ flow }) => Object.keys(flow.flows ?? {})));
  return sources.map((source) => {
    const { flow, file } = source;
    const places = hits[flowKey(flow)] ?? {};
    const found = listItems(source, run.has(flow.name));
    return { flow: flow.name, file, items: found.map((item) => countHits(item, places)) };
  });
}

function countHits({ places, ...item }: Found, hits: Record<string, number>): CoverageItem {
  return { ...item, hits: places.reduce((sum, place) => sum + (hits[place] ?? 0), 0) };
}

function listItems(source: FlowSource, isLedTo: boolean): Found[] {
  const { file, graph } = source;
  const setting = { source, find: createPlaceFinder(source), isLedTo };
  const edges = graph.steps.flatMap((step) =>
    [...Map.groupBy(step.edges, identifyWrittenEdge).values()].map((edges) => toEdgeItem(file, step, edges)),
  );
  const filterKind = (kind: CoverageKind) => edges.filter((item) => item.kind === kind);
  return [
    ...graph.steps.map((step) => toStepItem(file, step)),
    ...filterKind('outcomes'),
    ...graph.always.map((edge) => toAlwaysItem(source, edge)),
    ...filterKind('branches'),
    ...listPromptItems(setting),
    ...listRungItems(setting),
    ...filterKind('failures'),
  ];
}

function toStepItem(file: string, step: GraphStep): Found {
  const { name } = step;
  return { kind: 'steps', name, step: name, ...findStepPlace(file, step), places: [placeNames.step(name)] };
}

function toEdgeItem(file: string, step: GraphStep, edges: readonly Edge[]): Found {
  const [edge] = edges as readonly [Edge];
  const outcomes = edges.map(({ outcome }) => outcome);
  const words = edge.meaning === undefined ? outcomes.join(', ') : `when ${edge.meaning}`;
  return {
    kind: chooseKind(step, edge),
    name: `${step.name}: ${words}`,
    step: step.name,
    outcomes,
    to: edge.to,
    ...findEdgePlace(file, step, edge),
    places: outcomes.map((outcome) => placeNames.outcome(step.name, outcome)),
  };
}

function chooseKind({ verb }: GraphStep, { kind }: Edge): CoverageKind {
  if (kind === 'error') return 'failures';
  return verb === 'switch' ? 'branches' : 'outcomes';
}

function findEdgePlace(file: string, step: GraphStep, { span }: Edge): Place {
  return span === undefined ? findStepPlace(file, step) : { file: span.file ?? file, line: span.start.line };
}

/** Creates the item of a global key. Its meaning does not depend on the question, so a single press covers it. */
function toAlwaysItem({ file, graph }: FlowSource, { key, to, span }: AlwaysEdge): Found {
  const outcome = `always_${key.startsWith('"') ? to : key}`;
  return {
    kind: 'outcomes',
    name: `always: ${key}`,
    outcomes: [outcome],
    to,
    file: span.file ?? file,
    line: span.start.line,
    places: graph.steps.map(({ name }) => placeNames.outcome(name, outcome)),
  };
}

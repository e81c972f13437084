/** Lists the items that a flow has to cover, with their hits. */
import type { AlwaysEdge, Edge, GraphStep } from '../../language/model/index.ts';
import type { CoverageItem, CoverageKind, FlowCoverage, FlowSource, Found } from './coverage.ts';
import { flowKey, placeOf } from './hits.ts';
import type { Hits } from './hits.ts';
import { placesIn, placeOfStep } from './places.ts';
import type { Place } from './places.ts';
import { promptItems, rungItems } from './spoken-items.ts';

/** Measures each flow by itself, whichever flow ran it. */
export function measure(sources: readonly FlowSource[], hits: Hits): FlowCoverage[] {
  const run = new Set(sources.flatMap(({ flow }) => Object.keys(flow.flows ?? {})));
  return sources.map((source) => {
    const { flow, file } = source;
    const places = hits[flowKey(flow)] ?? {};
    const found = itemsOf(source, run.has(flow.name));
    return { flow: flow.name, file, items: found.map((item) => counted(item, places)) };
  });
}

function counted({ places, ...item }: Found, hits: Record<string, number>): CoverageItem {
  return { ...item, hits: places.reduce((sum, place) => sum + (hits[place] ?? 0), 0) };
}

function itemsOf(source: FlowSource, isLedTo: boolean): Found[] {
  const { file, graph } = source;
  const setting = { source, find: placesIn(source), isLedTo };
  const edges = graph.steps.flatMap((step) => step.edges.map((edge) => edgeItem(file, step, edge)));
  const ofKind = (kind: CoverageKind) => edges.filter((item) => item.kind === kind);
  return [
    ...graph.steps.map((step) => stepItem(file, step)),
    ...ofKind('outcomes'),
    ...graph.always.map((edge) => alwaysItem(source, edge)),
    ...ofKind('branches'),
    ...promptItems(setting),
    ...rungItems(setting),
    ...ofKind('failures'),
  ];
}

function stepItem(file: string, step: GraphStep): Found {
  const { name } = step;
  return { kind: 'steps', name, step: name, ...placeOfStep(file, step), places: [placeOf.step(name)] };
}

function edgeItem(file: string, step: GraphStep, edge: Edge): Found {
  const { outcome, meaning, to } = edge;
  const words = meaning === undefined ? outcome : `when ${meaning}`;
  return {
    kind: kindOf(step, edge),
    name: `${step.name}: ${words}`,
    step: step.name,
    outcome,
    to,
    ...placeOfEdge(file, step, edge),
    places: [placeOf.outcome(step.name, outcome)],
  };
}

function kindOf({ verb }: GraphStep, { kind }: Edge): CoverageKind {
  if (kind === 'error') return 'failures';
  return verb === 'switch' ? 'branches' : 'outcomes';
}

function placeOfEdge(file: string, step: GraphStep, { span }: Edge): Place {
  return span === undefined ? placeOfStep(file, step) : { file: span.file ?? file, line: span.start.line };
}

/** A global key means the same at every question, so one press of it covers it. */
function alwaysItem({ file, graph }: FlowSource, { key, to, span }: AlwaysEdge): Found {
  const outcome = `always_${key.startsWith('"') ? to : key}`;
  return {
    kind: 'outcomes',
    name: `always: ${key}`,
    outcome,
    to,
    file: span.file ?? file,
    line: span.start.line,
    places: graph.steps.map(({ name }) => placeOf.outcome(name, outcome)),
  };
}

/** Compares two versions of a flow from the caller's point of view. Renamed steps count as the same steps. */
import type { CompiledFlow, Graph } from '../../language/model/index.ts';
import type { Change } from './change.ts';
import { compareContents, summarizeStep } from './compare-contents.ts';
import { compareEdges } from './compare-edges.ts';
import { compareLimits, compareSettings } from './compare-settings.ts';
import { readContent } from './content.ts';
import type { Content } from './content.ts';
import { matchSteps } from './match.ts';
import type { Comparison, Part, Side } from './match.ts';
import { createPlaceRenderer } from './outcome-words.ts';

interface Version {
  flow: CompiledFlow;
  graph: Graph;
  /** Graphs of the flows that it runs, by name. */
  graphs: Record<string, Graph>;
}

/** Compares two versions of a flow, in the order of the new one. */
export function compareFlows(before: Version, after: Version): Change[] {
  const changes = [
    ...compareLimits(before.flow, after.flow),
    ...compareParts(before, after),
    ...Object.keys(after.flow.flows).flatMap((name) => {
      const [old, found] = [findPart(before, name), findPart(after, name)];
      return old && found ? compareParts(old, found).map((change) => ({ ...change, flow: name })) : [];
    }),
  ];
  return mergeWordings(changes);
}

/** Finds a flow that it runs. If only one version runs it, the changed step shows that. */
function findPart({ flow, graphs }: Version, name: string): Part | undefined {
  if (!Object.hasOwn(flow.flows, name)) return undefined;
  const [part, graph] = [flow.flows[name], graphs[name]];
  return part && graph && { flow: part, graph };
}

function compareParts(before: Part, after: Part): Change[] {
  const sides = { before: toSide(before), after: toSide(after) };
  const matches = matchSteps(sides.before, sides.after);
  const origins = new Map([...matches].map(([old, found]) => [found, old]));
  const comparison = { ...sides, matches, origins };
  const placeOf = createPlaceRenderer(after.graph);
  return [
    ...compareSettings(comparison),
    ...after.graph.steps.flatMap(({ name }) => compareStep(name, placeOf(name), comparison)),
    ...listRemovedSteps(comparison),
  ];
}

function toSide({ flow, graph }: Part): Side {
  const states = flow.machine.states ?? {};
  const contents = graph.steps.map(({ name }): [string, Content] => [
    name,
    readContent(flow, states[name] ?? {}),
  ]);
  return { flow, graph, contents: new Map(contents) };
}

function compareStep(name: string, place: string, comparison: Comparison): Change[] {
  const { before, after, origins, matches } = comparison;
  const where = [place];
  const origin = origins.get(name);
  if (origin === undefined)
    return [{ kind: 'step', where, subject: 'a step', after: summarizeStep(name, after) }];
  const inside = compareContents(
    before.contents.get(origin) ?? new Map(),
    after.contents.get(name) ?? new Map(),
    matches,
  );
  const ways = compareEdges({ old: origin, name }, comparison);
  return [...inside, ...ways].map((change) => ({ ...change, where }));
}

function listRemovedSteps({ before, matches }: Comparison): Change[] {
  const placeOf = createPlaceRenderer(before.graph);
  return before.graph.steps
    .filter(({ name }) => !matches.has(name))
    .map(({ name }) => ({
      kind: 'step',
      where: [placeOf(name)],
      subject: 'a step',
      before: summarizeStep(name, before),
    }));
}

/** Merges changes of the same words in several places. */
function mergeWordings(changes: Change[]): Change[] {
  const groups = Map.groupBy(changes, (change) =>
    change.kind === 'wording'
      ? JSON.stringify([change.flow, change.before, change.after, change.language])
      : change,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    return { ...first, where: [...new Set([first, ...others].flatMap(({ where }) => where))] };
  });
}

/** Creates a scenario file that covers every reachable outcome. Each of its scenarios has been run. */
import type { CompiledFlow } from '../../language/model/index.ts';
import { deedOf, listEdges, findPathOver } from './explore.ts';
import type { Edge, Exploration, Node } from './explore.ts';
import { isOrdinary, isOver, findWay } from './findings/walk.ts';
import { listPassed } from './place.ts';
import type { Passed } from './place.ts';
import type { Proof, Provable } from './prove.ts';
import { listPositions, replayPath, createSuiteHead, renderSuite } from './replay.ts';
import type { Stage } from './replay.ts';
import { firstExamples } from './script.ts';
import type { Chosen } from './script.ts';
import type { Line, Scenario } from '../../../schemas/types/scenario.ts';
import { renderPathName } from './sentence.ts';

/** First line of every generated file; other files are not overwritten. */
export const PROVED_MARK = '# Written by ringflow prove --write';

/** A generated scenario file. */
interface ProvedSuite {
  text: string;
  scenarios: number;
  covered: number;
  /** Outcomes on an explored path that no simulated call has taken. */
  uncovered: { outcome: string; why: string }[];
}

/** Maximum number of edges to try for one outcome. */
const MAX_TRIES = 8;

/** Creates scenarios that take every outcome of a flow and of the flows that it runs. */
export function createProvedSuite(
  { flow }: Pick<Provable, 'flow'>,
  { exploration, stage }: Pick<Proof, 'exploration' | 'stage'>,
): ProvedSuite {
  const taking = groupByOutcome(exploration);
  const covered = new Set<string>();
  const uncovered: ProvedSuite['uncovered'] = [];
  const scenarios = new Map<string, Scenario>();
  const known: Chosen[] = [];
  for (const [outcome, edges] of sortByDepth(taking)) {
    if (covered.has(outcome)) continue;
    const { scenario, passed, chosen, why } = runFirst(edges, stage, known);
    if (scenario === undefined) uncovered.push({ outcome, why });
    else {
      known.push({ inputs: chosen.inputs, answers: chosen.answers });
      const name = scenarios.has(scenario.name) ? `${scenario.name} (${scenarios.size + 1})` : scenario.name;
      scenarios.set(name, { ...scenario, name });
      for (const one of passed.flatMap((place) => renderOutcomes(place, flow)))
        if (taking.has(one)) covered.add(one);
    }
  }
  const left = uncovered.filter(({ outcome }) => !covered.has(outcome));
  const text = renderSuite({ ...createSuiteHead(stage), scenarios: [...scenarios.values()] });
  const head = `${PROVED_MARK}: ${scenarios.size} scenarios for ${covered.size} outcomes. It is overwritten on each run.\n`;
  return { text: `${head}${text}`, scenarios: scenarios.size, covered: covered.size, uncovered: left };
}

/**
 * Returns for each outcome (`step outcome` or `flow/step outcome`) the edges that take it, in the order of discovery.
 */
function groupByOutcome(exploration: Exploration): Map<string, Edge[]> {
  const taking = new Map<string, Edge[]>();
  for (const edge of listEdges(exploration))
    for (const outcome of listOutcomes(edge, exploration.flow)) {
      const edges = taking.get(outcome);
      if (edges === undefined) taking.set(outcome, [edge]);
      else edges.push(edge);
    }
  return taking;
}

function listOutcomes({ from, notes }: Edge, flow: CompiledFlow): string[] {
  const running = from?.situation.record.context.flow ?? flow.name;
  return listPassed(notes, running).flatMap((place) => renderOutcomes(place, flow));
}

function renderOutcomes({ flow, step, outcome }: Passed, { name }: CompiledFlow): string[] {
  return outcome === undefined ? [] : [`${flow === name ? '' : `${flow}/`}${step} ${outcome}`];
}

/** Sorts outcomes so that deep ones come first, since their paths cover others on the way. */
function sortByDepth(taking: ReadonlyMap<string, Edge[]>): [string, Edge[]][] {
  const depth = ([, [edge]]: [string, Edge[]]) => (edge === undefined ? 0 : findPathOver(edge).length);
  return [...taking].sort((one, other) => depth(other) - depth(one));
}

interface Run {
  scenario?: Scenario;
  passed: readonly Passed[];
  chosen: Chosen;
  why: string;
}

function runFirst(edges: readonly Edge[], stage: Stage, known: readonly Chosen[]): Run {
  let why = 'no path reaches it';
  for (const edge of edges.slice(0, MAX_TRIES)) {
    for (const path of listPaths(edge)) {
      const { scenario, differs, reached, passed, chosen } = replayPath(stage, path, {
        name: renderPathName(path),
        known,
        last: createEnd(path),
      });
      if (differs === undefined) return { scenario, passed, chosen, why };
      why = differs;
      // A call that misses the edge also misses it on a shorter path.
      if (reached < listPositions(findPathOver(edge), stage.flow).length) break;
    }
  }
  return { passed: [], chosen: firstExamples, why };
}

/** Lists the shortest path over an edge to the end of the call, and the same up to a possible hang-up. */
function listPaths(edge: Edge): Edge[][] {
  const path = findPathOver(edge);
  return [[...path, ...findWayToEnd(edge.to)], path];
}

function findWayToEnd(node: Node): Edge[] {
  const isCooperative = (next: Edge) => isOrdinary(next) && next.move.isCooperative;
  const mayHangUp = (next: Edge) => isOrdinary(next) || deedOf(next).kind === 'hangs_up';
  const ways = [isCooperative, isOrdinary, mayHangUp].map((counts) => findWay(node, isOver, counts));
  return ways.find((way) => way !== undefined) ?? [];
}

function createEnd(path: readonly Edge[]): Line[] {
  const last = path.at(-1)?.to;
  const reason = last === undefined ? '' : last.situation.record.context.call.reason;
  if (last === undefined || !isOver(last) || reason === '') return ['hangs_up'];
  return [{ expects: { ended: reason } }];
}

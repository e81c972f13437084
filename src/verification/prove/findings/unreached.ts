import { isTargetWord } from '../../../language/model/index.ts';
import type { Edge as Way, Graph } from '../../../language/model/index.ts';
import { listEdges } from '../explore.ts';
import type { Exploration } from '../explore.ts';
import { listPassed, placeKey } from '../place.ts';
import type { Evidence, Finder, Suspicion } from './suspicion.ts';

/** Finds steps and written outcomes that no call takes. */
export const findUnreached: Finder = ({ exploration, graphs }: Evidence) => {
  const { name } = exploration.flow;
  const graph = graphs[name];
  if (exploration.left > 0 || graph === undefined) return [];
  const happened = collectHappenings(exploration);
  const isEntered = (step: string) => happened.has(placeKey(name, step));
  const steps = graph.steps.filter((step) => step.file === undefined && !isEntered(step.name));
  const outcomes = graph.steps
    .filter((step) => isEntered(step.name))
    .flatMap((step) => listUntaken(step, happened, name).map((way) => ({ step: step.name, way })))
    .filter(({ way }) => isTargetWord(way.to) || isEntered(way.to));
  return [
    ...steps
      .filter((step) => isTargetOfEntered(graph, step.name, isEntered))
      .map(({ name: step }): Suspicion => ({
        code: 'unreached-step',
        flow: name,
        step,
        message: `no call reaches step "${step}"`,
        path: [],
      })),
    ...outcomes.map(({ step, way: { outcome, meaning, to } }): Suspicion => ({
      code: 'unreached-outcome',
      flow: name,
      step,
      outcome,
      message: `no call leaves step "${step}" with "${meaning ?? outcome}", which leads to "${to}"`,
      path: [],
    })),
  ];
};

/** Returns the entered steps, as `flow step`, and their outcomes, as `flow step outcome`. */
function collectHappenings(exploration: Exploration): Set<string> {
  const happened = new Set<string>();
  for (const edge of listEdges(exploration)) {
    const running = edge.from?.situation.record.context.flow ?? exploration.flow.name;
    for (const { kind, flow: its, step, outcome = '' } of listPassed(edge.notes, running)) {
      if (kind === 'entered') happened.add(placeKey(its, step));
      if (kind === 'outcome') happened.add(`${placeKey(its, step)} ${outcome}`);
    }
  }
  return happened;
}

/** Lists the written edges that no call takes. Failures may be untried, so they do not count. */
function listUntaken(
  { name, edges }: Graph['steps'][number],
  happened: ReadonlySet<string>,
  flow: string,
): Way[] {
  const isTaken = ({ outcome }: Way) => happened.has(`${placeKey(flow, name)} ${outcome}`);
  const places = new Set(edges.filter(isTaken).map(edgeKey));
  return edges.filter(
    (way) =>
      (way.kind === 'goto' || way.kind === 'on') &&
      !way.failure &&
      !isTaken(way) &&
      !places.has(edgeKey(way)),
  );
}

function edgeKey({ span, to }: Way): string {
  return `${to} ${span?.start.offset ?? ''}`;
}

/** True if an entered step leads to it: only the first of a chain of unreached steps is reported. */
function isTargetOfEntered(graph: Graph, step: string, isEntered: (name: string) => boolean): boolean {
  return graph.steps.some(({ name, edges }) => isEntered(name) && edges.some(({ to }) => to === step));
}

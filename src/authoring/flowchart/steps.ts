/** Reads the steps of a control graph as every diagram shows them. */
import { findWays } from '../../language/model/index.ts';
import type { Edge, Graph, GraphStep, Road } from '../../language/model/index.ts';

/** A step, the path of a call on which it runs, and its ways out. */
export interface RoadStep {
  step: GraphStep;
  /** An unreachable step counts as part of the main path. */
  road: Road;
  /** Edges that the flow routes. */
  ways: Edge[];
  /**
   * Failures that go to `on.error`. On the error path and in the finalizer there are none: a failure ends the path (R6).
   */
  unhandled: Edge[];
}

/** Returns the steps in the order of the file. */
export function readSteps(graph: Graph): RoadStep[] {
  const found = findWays(graph);
  return graph.steps.map((step) => {
    const way = found.get(step.name);
    const failures = step.edges.filter(({ kind }) => kind === 'error');
    return {
      step,
      road: way?.road ?? 'main',
      ways: step.edges.filter(({ kind }) => kind !== 'error'),
      unhandled: way?.road === 'main' ? failures : [],
    };
  });
}

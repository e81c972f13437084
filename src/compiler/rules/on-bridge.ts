import type { Edge, Graph, GraphStep } from '../../flow/index.ts';
import { reachable, stepsByName } from './reachability.ts';

/** The steps to which a call can come while two people talk. */
export function stepsOnBridge(graph: Graph): Set<string> {
  const begun = graph.steps.flatMap((step) =>
    step.edges.filter((edge) => beginsOnBridge(step, edge)).map(({ to }) => to),
  );
  return reachable(stepsByName(graph), begun, ({ outcome }) => outcome !== 'completed');
}

/** Along an edge of `connect` that its author has from `bridged` or from one of `keys`, the bridge stands. */
function beginsOnBridge({ verb }: GraphStep, { outcome, kind }: Edge): boolean {
  return verb === 'connect' && (outcome === 'bridged' || kind === 'goto');
}

import {
  HANGUP,
  type Edge,
  stepsWithoutBack,
  leadingTo,
  reachable,
  type GraphNode,
} from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { mayLeadAnywhere } from '../check/step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';
import { silentEnds } from './silent-ends.ts';

/** A caller who says and presses nothing comes to a person or an end, and hears something before the call is ended. */
export const silenceLeadsNowhere: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = silentWays(draft);
    const told = new Set<string>();
    for (const { name, span } of draft.graph.steps) {
      const { edges } = silent.steps.get(name) ?? { edges: [] };
      const [edge] = edges;
      if (edge?.outcome !== EXHAUSTED || told.has(name)) continue;
      const message =
        edge.to === HANGUP || silent.cutOff.has(edge.to)
          ? `a caller who stays silent at step "${name}" is cut off without a word`
          : trapMessage(edges, silent, told);
      if (message !== undefined) report({ code: 'silence-leads-nowhere', message, span: edge.span ?? span });
    }
  },
};

const EXHAUSTED = 'exhausted';

/** The ways that a silent caller can go. */
interface SilentWays {
  steps: ReadonlyMap<string, GraphNode>;
  /** Those from which the caller comes to a person, or out of the flow. */
  leaving: ReadonlySet<string>;
  /** Those from which the call ends, with nothing to hear before that. */
  cutOff: ReadonlySet<string>;
}

function silentWays(draft: FlowDraft): SilentWays {
  const { graph, steps: drafts } = draft;
  const open = new Set(drafts.filter(mayLeadAnywhere).map(({ name }) => name));
  const silent = stepsWithoutBack(graph).map((step) => ({ ...step, edges: silentEdges(step) }));
  const steps = new Map(silent.map((step) => [step.name, step]));
  const leaving = leadingTo(
    steps,
    ({ name, waits, edges }) =>
      open.has(name) || edges.length === 0 || edges.some(({ to }) => !steps.has(to)) || !TALKING.has(waits),
  );
  return { steps, leaving, cutOff: silentEnds(draft) };
}

/** Of an asking step, the way of those who never answer; else all ways but failures. */
function silentEdges({ edges }: GraphNode): Edge[] {
  const exhausted = edges.filter(({ outcome }) => outcome === EXHAUSTED);
  return exhausted.length > 0 ? exhausted : edges.filter(({ failure }) => !failure);
}

/** What to say when the way from here never ends; notes the steps on it. */
function trapMessage(
  edges: readonly Edge[],
  { steps, leaving }: SilentWays,
  told: Set<string>,
): string | undefined {
  const targets = edges.map(({ to }) => to);
  if (targets.some((to) => leaving.has(to))) return undefined;
  const reached = reachable(steps, targets);
  for (const name of reached) told.add(name);
  const asking = [...steps.values()].filter(({ name, waits }) => reached.has(name) && waits === 'caller');
  // A circle that asks nobody is told as such.
  if (asking.length === 0) return undefined;
  return `a caller who stays silent is asked for ever by ${asking.map(({ name }) => `"${name}"`).join(', ')}`;
}

/** What a step of a flow that talks to itself waits for. */
const TALKING = new Set<string>(['caller', 'playback', 'nothing']);

import { BACK, HANGUP, type Edge, type Graph, type GraphStep } from '../../flow/index.ts';
import type { FlowDraft } from '../draft.ts';
import { mayLeadAnywhere } from '../step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';
import { targetsOfBack } from './questions-before.ts';
import { reachable } from './reachability.ts';

/** A caller who says and presses nothing comes to a person or an end, and hears something before the call is ended. */
export const silenceLeadsNowhere: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = silentWays(draft);
    const told = new Set<string>();
    for (const { name, edges, span } of silent.steps.values()) {
      const [edge] = edges;
      if (edge?.outcome !== EXHAUSTED || told.has(name)) continue;
      const message = isCutOff(edge, silent)
        ? `a caller who stays silent at step "${name}" is cut off without a word`
        : trapMessage(edges, silent, told);
      if (message !== undefined) report({ code: 'silence-leads-nowhere', message, span: edge.span ?? span });
    }
  },
};

const EXHAUSTED = 'exhausted';

/** The ways that a silent caller can go. */
interface SilentWays {
  steps: ReadonlyMap<string, GraphStep>;
  /** The same without the ways behind steps at which the caller hears something. */
  unheard: ReadonlyMap<string, GraphStep>;
  /** Steps that may lead anywhere. */
  open: ReadonlySet<string>;
}

function silentWays({ graph, steps }: FlowDraft): SilentWays {
  const speaking = new Set(steps.flatMap(({ name, content }) => (content?.verb.needsCall ? [name] : [])));
  const edgesOf = edgesInPlaceOfBack(graph);
  const silent = graph.steps.map((step) => ({ ...step, edges: edgesOf(step) }));
  return {
    steps: new Map(silent.map((step) => [step.name, step])),
    unheard: new Map(
      silent.filter(({ name }) => !speaking.has(name)).map((step) => [step.name, step] as const),
    ),
    open: new Set(steps.filter(mayLeadAnywhere).map(({ name }) => name)),
  };
}

/** The silent ways of a step, with a way to each question that `back` can mean. */
function edgesInPlaceOfBack(graph: Graph): (step: GraphStep) => Edge[] {
  let targets: ((step: string) => string[]) | undefined;
  const before = (step: string) => (targets ??= targetsOfBack(graph))(step);
  return (step) =>
    silentEdges(step).flatMap((edge) =>
      edge.to === BACK ? before(step.name).map((to) => ({ ...edge, to })) : [edge],
    );
}

/** Of a step that asks, the way of those who never answer; else all ways but failures. */
function silentEdges({ edges }: GraphStep): Edge[] {
  const exhausted = edges.filter(({ outcome }) => outcome === EXHAUSTED);
  return exhausted.length > 0 ? exhausted : edges.filter(({ failure }) => !failure);
}

/** True when from here the call ends, and nothing can be heard before that. */
function isCutOff({ to }: Edge, { unheard, open }: SilentWays): boolean {
  if (to === HANGUP) return true;
  const reached = [...reachable(unheard, [to])];
  const targets = [to, ...reached.flatMap((name) => unheard.get(name)?.edges ?? []).map((edge) => edge.to)];
  return (
    targets.includes(HANGUP) &&
    targets.every((name) => name === HANGUP || (unheard.has(name) && !open.has(name)))
  );
}

/** What to say when the way from here never ends; notes the steps on it. */
function trapMessage(
  from: readonly Edge[],
  { steps, open }: SilentWays,
  told: Set<string>,
): string | undefined {
  const reached = reachable(
    steps,
    from.map(({ to }) => to),
  );
  const isLeft = [...reached].some((name) => {
    const { waits, edges } = steps.get(name) ?? { waits: 'party', edges: [] };
    const leads = edges.some((edge) => !steps.has(edge.to));
    return open.has(name) || edges.length === 0 || leads || !TALKING.has(waits);
  });
  if (isLeft || reached.size === 0) return undefined;
  for (const name of reached) told.add(name);
  const asking = [...steps.values()].filter(({ name, waits }) => reached.has(name) && waits === 'caller');
  // A circle that asks nobody is told as such.
  if (asking.length === 0) return undefined;
  return `a caller who stays silent is asked for ever by ${asking.map(({ name }) => `"${name}"`).join(', ')}`;
}

/** What a step of a flow that talks to itself waits for. */
const TALKING = new Set<string>(['caller', 'playback', 'nothing']);

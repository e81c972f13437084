/** Determines the question that a caller may have been asked before each step: the target of `back`. */
import { BACK, type Graph, type GraphStep } from './graph.ts';
import { findReachable, indexSteps, type GraphNode } from './reachability.ts';

/** The ways in which calls can reach a step. */
interface QuestionsBefore {
  /** True when the step can be reached after a question. */
  something: boolean;
  /** True when the step can be reached before any question, failures aside. */
  nothing: boolean;
}

/** Computes for each step whether questions come before it. */
export function findAskedBefore(graph: Graph): (step: string) => QuestionsBefore {
  const steps = indexSteps(graph);
  const questions = graph.steps.filter(isAsking);
  const unasked = new Map(questions.map((step) => [step.name, { ...step, edges: [] }]));
  const before = findReachable(
    new Map([...steps, ...unasked]),
    [graph.entry, graph.endStep ?? graph.entry],
    ({ failure }) => !failure,
  );
  const always = questions.length === 0 ? [] : graph.always;
  const behind = findReachable(
    steps,
    [...questions.flatMap(({ edges }) => edges), ...always].map(({ to }) => to),
  );
  return (step) => ({ something: behind.has(step), nothing: before.has(step) });
}

/**
 * Returns the steps with each `back` replaced by edges to the questions that it can lead to. The edges pass through
 * additional nodes that retrace the way to the last question, so that their number does not grow with the number of
 * questions.
 */
export function resolveBack(graph: Graph): GraphNode[] {
  const isUsed = graph.steps.some(({ edges }) => edges.some(({ to }) => to === BACK));
  if (!isUsed) return graph.steps;
  const getAsked = findAskedBefore(graph);
  const listTargets = ({ name, waits }: GraphStep): string[] => {
    const { something, nothing } = getAsked(name);
    // A question without an earlier one leads to itself.
    const isOwn = waits === 'caller' && (nothing || !something);
    return [...(something ? [nameBackNode(name)] : []), ...(isOwn ? [name] : [])];
  };
  const steps = graph.steps.map((step) => ({
    ...step,
    edges: step.edges.flatMap((edge) =>
      edge.to === BACK ? listTargets(step).map((to) => ({ ...edge, to })) : [edge],
    ),
  }));
  return [...steps, ...buildBackNodes(graph, getAsked)];
}

/** Returns the node that leads back to the questions before a step. No step has a space in its name. */
function nameBackNode(step: string): string {
  return `came to ${step}`;
}

/** The node that any question leads to: the targets of `always`. */
const ALWAYS = nameBackNode('what is always heard');

function buildBackNodes(graph: Graph, getAsked: (step: string) => QuestionsBefore): GraphNode[] {
  const came = graph.steps.filter((step) => isAsking(step) || getAsked(step.name).something);
  const ways = [
    ...came.flatMap((step) =>
      step.edges.map(({ to }) => ({
        from: nameBackNode(to),
        to: isAsking(step) ? step.name : nameBackNode(step.name),
      })),
    ),
    ...graph.always.map(({ to }) => ({ from: nameBackNode(to), to: ALWAYS })),
    ...graph.steps.filter(isAsking).map(({ name }) => ({ from: ALWAYS, to: name })),
  ];
  return [...Map.groupBy(ways, ({ from }) => from)].map(([name, targets]) => ({
    name,
    waits: 'nothing',
    edges: targets.map(({ to }) => ({ outcome: BACK, to, kind: 'goto', failure: false })),
  }));
}

function isAsking({ waits }: GraphStep): boolean {
  return waits === 'caller';
}

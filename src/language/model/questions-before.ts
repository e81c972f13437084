/** What a caller may have been asked last when the call comes to a step: where `back` leads from there. */
import { BACK, type Graph, type GraphStep } from './graph.ts';
import { reachable, stepsByName, type GraphNode } from './reachability.ts';

/** How calls can come to a step. */
interface AskedBefore {
  /** Behind a question. */
  something: boolean;
  /** Before anything was asked, failures aside. */
  nothing: boolean;
}

/** What was asked before each step. */
export function askedBefore(graph: Graph): (step: string) => AskedBefore {
  const steps = stepsByName(graph);
  const questions = graph.steps.filter(asks);
  const unasked = new Map(questions.map((step) => [step.name, { ...step, edges: [] }]));
  const before = reachable(
    new Map([...steps, ...unasked]),
    [graph.entry, graph.endStep ?? graph.entry],
    ({ failure }) => !failure,
  );
  const always = questions.length === 0 ? [] : graph.always;
  const behind = reachable(
    steps,
    [...questions.flatMap(({ edges }) => edges), ...always].map(({ to }) => to),
  );
  return (step) => ({ something: behind.has(step), nothing: before.has(step) });
}

/**
 * The steps, with a way to each question that `back` can mean in its place. On that way lie nodes of its own, along which
 * the call goes back to the last question as it came, so that there are no more ways the more questions there are.
 */
export function stepsWithoutBack(graph: Graph): GraphNode[] {
  const isUsed = graph.steps.some(({ edges }) => edges.some(({ to }) => to === BACK));
  if (!isUsed) return graph.steps;
  const asked = askedBefore(graph);
  const targets = ({ name, waits }: GraphStep): string[] => {
    const { something, nothing } = asked(name);
    // A question before which nothing was asked leads to itself.
    const isOwn = waits === 'caller' && (nothing || !something);
    return [...(something ? [cameTo(name)] : []), ...(isOwn ? [name] : [])];
  };
  const steps = graph.steps.map((step) => ({
    ...step,
    edges: step.edges.flatMap((edge) =>
      edge.to === BACK ? targets(step).map((to) => ({ ...edge, to })) : [edge],
    ),
  }));
  return [...steps, ...waysBack(graph, asked)];
}

/** The node from which it goes back to the questions that led to a step. No step has a space in its name. */
function cameTo(step: string): string {
  return `came to ${step}`;
}

/** Any question leads to what is always heard. */
const ALWAYS = cameTo('what is always heard');

function waysBack(graph: Graph, asked: (step: string) => AskedBefore): GraphNode[] {
  const came = graph.steps.filter((step) => asks(step) || asked(step.name).something);
  const ways = [
    ...came.flatMap((step) =>
      step.edges.map(({ to }) => ({ from: cameTo(to), to: asks(step) ? step.name : cameTo(step.name) })),
    ),
    ...graph.always.map(({ to }) => ({ from: cameTo(to), to: ALWAYS })),
    ...graph.steps.filter(asks).map(({ name }) => ({ from: ALWAYS, to: name })),
  ];
  return [...Map.groupBy(ways, ({ from }) => from)].map(([name, targets]) => ({
    name,
    waits: 'nothing',
    edges: targets.map(({ to }) => ({ outcome: BACK, to, kind: 'goto', failure: false })),
  }));
}

function asks({ waits }: GraphStep): boolean {
  return waits === 'caller';
}

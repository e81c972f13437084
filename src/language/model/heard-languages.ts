/** Determines the languages in which callers can hear each step. */
import { RETURN, type Graph, type GraphStep } from './graph.ts';
import { resolveBack } from './questions-before.ts';
import { indexSteps, type GraphNode } from './reachability.ts';

/** Facts that the graph of one flow does not contain. */
interface Surroundings {
  /** The flow's languages, beginning with the initial one. */
  languages: readonly string[];
  /** Returns the graph of a flow that this one runs. */
  findGraph: (flow: string) => Graph | undefined;
  /** True when another flow leads to this one. */
  isLedTo?: boolean;
  /** True when a call in this language can leave a step with this outcome; absent: any call can. */
  canLeave?: (step: string, outcome: string, language: string) => boolean;
}

/** Maps each step to its languages. A flow that other flows lead to, or that returns to one, begins in any of them. */
export function findHeardLanguages(
  graph: Graph,
  surroundings: Surroundings,
): ReadonlyMap<string, ReadonlySet<string>> {
  const { languages, isLedTo = false, canLeave = () => true } = surroundings;
  const steps = indexSteps(graph);
  const nodes = new Map(buildNodes(graph).map((node) => [node.name, node]));
  const heard = new Map<string, Set<string>>();
  const waiting: string[] = [];
  const addLanguages = (name: string, spoken: Iterable<string>): void => {
    if (!nodes.has(name)) return;
    const known = heard.get(name) ?? new Set();
    const { size } = known;
    for (const language of spoken) known.add(language);
    heard.set(name, known);
    if (known.size > size) waiting.push(name);
  };
  addLanguages(graph.entry, isLedTo || canReturn(graph) ? languages : languages.slice(0, 1));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const before = heard.get(name) ?? [];
    const step = steps.get(name);
    const after = step === undefined ? before : findLanguagesAfter(step, before, surroundings);
    for (const { to, outcome, language } of nodes.get(name)?.edges ?? []) {
      const left = [...after].filter((one) => canLeave(name, outcome, one));
      addLanguages(to, language === undefined ? left : [language]);
    }
  }
  return new Map([...heard].filter(([name]) => steps.has(name)));
}

/** True for text with words and without a language of its own. The text is given without its expressions. */
export function isTranslatable(text: string): boolean {
  return !text.includes('xml:lang') && /\p{L}{2}/u.test(text.replace(/<[^<>]*>/g, ' '));
}

function canReturn({ steps }: Graph): boolean {
  return steps.some(({ verb, edges }) => verb === 'return' || edges.some(({ to }) => to === RETURN));
}

/** Returns the steps with `back` resolved, and with the global keys of the asking ones. */
function buildNodes(graph: Graph): GraphNode[] {
  const global = graph.always.map(({ key, to }) => ({
    outcome: key,
    to,
    kind: 'goto' as const,
    failure: false,
  }));
  const steps = graph.steps.map((step) =>
    step.waits === 'caller' ? { ...step, edges: [...step.edges, ...global] } : step,
  );
  return resolveBack({ ...graph, steps });
}

function findLanguagesAfter(
  { verb, language, flow }: GraphStep,
  before: Iterable<string>,
  { languages, findGraph }: Surroundings,
): Iterable<string> {
  if (language !== undefined) return [language];
  if (verb !== 'run' || flow === undefined) return before;
  const chosen = findChosenLanguages(flow, findGraph);
  return [...before, ...languages.filter((one) => chosen.has(one))];
}

/** Returns the languages that a flow, or one that it runs in turn, can choose. */
function findChosenLanguages(flow: string, findGraph: (flow: string) => Graph | undefined): Set<string> {
  const chosen = new Set<string>();
  // The iterator of a set also visits elements added during the iteration.
  const flows = new Set([flow]);
  for (const name of flows)
    for (const step of findGraph(name)?.steps ?? []) {
      for (const { language } of [step, ...step.edges]) if (language !== undefined) chosen.add(language);
      if (step.flow !== undefined) flows.add(step.flow);
    }
  return chosen;
}

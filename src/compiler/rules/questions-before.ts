import type { Graph } from '../../flow/index.ts';
import { stepsByName } from './reachability.ts';

/** What a caller may have been asked last when the call comes to a step. */
export interface AskedBefore {
  /** The questions that this can be. */
  questions: ReadonlySet<string>;
  /** The call can come to the step before it has asked anything, failures aside. */
  orNothing: boolean;
}

/** What was asked before each step: the questions that `back` leads to from there. */
export function askedBefore(graph: Graph): (step: string) => AskedBefore {
  const steps = stepsByName(graph);
  const found = new Map(
    graph.steps.map(({ name }) => [name, { questions: new Set<string>(), orNothing: false }]),
  );

  /** Notes for the steps from here up to the next questions what was asked before them, if anything. */
  function walk(from: Iterable<string>, asked?: string): void {
    const passed = new Set(from);
    for (const name of passed) {
      const step = steps.get(name);
      const before = found.get(name);
      if (step === undefined || before === undefined) continue;
      if (asked === undefined) before.orNothing = true;
      else before.questions.add(asked);
      if (step.waits === 'caller') continue;
      for (const { to, failure } of step.edges) if (asked !== undefined || !failure) passed.add(to);
    }
  }

  walk([graph.entry, ...(graph.endStep === undefined ? [] : [graph.endStep])]);
  const always = graph.always.map(({ to }) => to);
  for (const { name, waits, edges } of graph.steps)
    if (waits === 'caller') walk([...edges.map(({ to }) => to), ...always], name);
  return (step) => found.get(step) ?? { questions: new Set(), orNothing: true };
}

/** The steps to which `back` can lead from a step: one that asks leads to itself where nothing was asked before. */
export function targetsOfBack(graph: Graph): (step: string) => string[] {
  const asked = askedBefore(graph);
  const asking = new Set(graph.steps.flatMap(({ name, waits }) => (waits === 'caller' ? [name] : [])));
  return (step) => {
    const { questions, orNothing } = asked(step);
    const isOwn = asking.has(step) && (orNothing || questions.size === 0);
    return [...questions, ...(isOwn ? [step] : [])];
  };
}

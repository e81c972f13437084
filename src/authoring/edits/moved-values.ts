/** The values that steps which move into a sub-flow take from the flow and leave in it. */
import { getStepValues, isWritten } from '../../language/compiler/index.ts';
import { isTargetWord } from '../../language/model/index.ts';
import type { Graph, GraphStep } from '../../language/model/index.ts';
import type { EditableFlow } from './step-lines.ts';

export interface MovedValues {
  /** Variables whose values the sub-flow needs from the flow. */
  passed: string[];
  /** Variables whose values the flow needs back. */
  returned: string[];
  /** Parameters of the flow that the steps read. */
  params: string[];
  /** Variables that the steps use. */
  used: string[];
}

/** Steps that move. */
interface MovedSteps {
  first: string;
  moved: readonly GraphStep[];
  /** Steps outside to which they lead. */
  exits: readonly string[];
}

/** Decides which values pass; returns the reason, for the author, if one cannot. */
export function planValues(
  { draft, graph }: EditableFlow,
  { first, moved, exits }: MovedSteps,
): MovedValues | { reason: string } {
  const names = new Set(moved.map(({ name }) => name));
  const outside = graph.steps.filter(({ name }) => !names.has(name));
  const reads = (steps: readonly GraphStep[]) =>
    new Set(steps.flatMap(({ name }) => [...getStepValues(draft, name).reads]));
  const writes = (steps: readonly GraphStep[]) =>
    new Set(steps.flatMap(({ name }) => getStepValues(draft, name).writes.map(({ variable }) => variable)));
  const [readInside, written, readOutside, writtenOutside] = [
    reads(moved),
    writes(moved),
    reads(outside),
    writes(outside),
  ];
  const isEnteredAgain = listReached(graph, exits).has(first);
  const isUsedOutside = (variable: string) =>
    readOutside.has(`vars.${variable}`) ||
    writtenOutside.has(variable) ||
    Object.values(draft.returns).some((source) =>
      draft.expressions().findReads(source).has(`vars.${variable}`),
    );
  const used = Object.keys(draft.vars).filter((one) => readInside.has(`vars.${one}`) || written.has(one));
  const neededInside = findNeeded({ draft, graph }, { first, moved, returned: [] });
  const returned = used.filter(
    (one) => written.has(one) && (isUsedOutside(one) || (isEnteredAgain && neededInside.has(`vars.${one}`))),
  );
  const needed = findNeeded({ draft, graph }, { first, moved, returned });
  // What nothing has set before has its initial value in the sub-flow too.
  const passed = used.filter(
    (one) => needed.has(`vars.${one}`) && (writtenOutside.has(one) || (isEnteredAgain && written.has(one))),
  );
  const secret = [...passed, ...returned].find((one) => draft.vars[one]?.secret);
  if (secret !== undefined)
    return { reason: `the variable "${secret}" is secret, so it cannot be passed to another flow` };
  const lastSteps = listReached(graph, graph.endStep === undefined ? [] : [graph.endStep]);
  const readAtEnd = reads(graph.steps.filter(({ name }) => lastSteps.has(name)));
  const lost = returned.find((one) => readAtEnd.has(`vars.${one}`));
  if (lost !== undefined)
    return {
      reason: `the variable "${lost}" is set here and read when the call has ended; a sub-flow returns nothing if the caller hangs up in it`,
    };
  const params = Object.keys(draft.params).filter((one) => readInside.has(`params.${one}`));
  return { passed, returned, params, used };
}

interface MovedPart extends Pick<MovedSteps, 'first' | 'moved'> {
  /** Variables that are read where the steps are left. */
  returned: readonly string[];
}

/** Returns the names whose values the first step or one behind it reads before it writes them. */
function findNeeded(
  { draft, graph }: Pick<EditableFlow, 'draft' | 'graph'>,
  { first, moved, returned }: MovedPart,
): ReadonlySet<string> {
  const needed = new Map(moved.map(({ name }) => [name, new Set(getStepValues(draft, name).reads)]));
  const readAtExit = new Set(returned.map((one) => `vars.${one}`));
  const listNeededAt = (step: string) => needed.get(step) ?? (isTargetWord(step) ? [] : readAtExit);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { name, edges, waits } of moved) {
      const own = needed.get(name) ?? new Set();
      const size = own.size;
      const { writes } = getStepValues(draft, name);
      for (const edge of edges) {
        const written = new Set(
          writes.filter((source) => isWritten(source, edge)).map(({ variable }) => `vars.${variable}`),
        );
        for (const one of listNeededAt(edge.to)) if (!written.has(one)) own.add(one);
      }
      if (waits === 'caller')
        for (const { to } of graph.always) for (const one of listNeededAt(to)) own.add(one);
      isChanged ||= own.size > size;
    }
  }
  return needed.get(first) ?? new Set();
}

/** Returns the steps that calls reach from these, with these, without passing the one to leave out. */
export function listReached(graph: Graph, from: readonly string[], without?: string): ReadonlySet<string> {
  const steps = new Map(graph.steps.map((step) => [step.name, step]));
  const reached = new Set(from.filter((name) => name !== without));
  // The iterator of a set also visits elements added during the iteration.
  for (const name of reached) {
    const { edges = [], waits } = steps.get(name) ?? {};
    const always = waits === 'caller' ? graph.always : [];
    for (const { to } of [...edges, ...always]) if (to !== without) reached.add(to);
  }
  return reached;
}

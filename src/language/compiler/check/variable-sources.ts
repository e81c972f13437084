/** Determines which of its values a variable can have at a step. */
import { memoize, resolveBack, type GraphNode } from '../../model/index.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listReferences } from './references.ts';
import { getStepValues, isWritten, type Source } from './step-values.ts';

/** Returns all sources of each variable. */
export const findSources = memoize((draft: FlowDraft): ReadonlyMap<string, readonly Source[]> => {
  const initial = Object.entries(draft.vars).map(([variable, one]): Source => {
    const texts = [{ text: String(one.initial), place: describeLine(draft, ['vars', variable]) }];
    return { variable, kind: 'texts', texts, isSet: false, reads: new Set() };
  });
  const written = draft.steps.flatMap(({ name }) => getStepValues(draft, name).writes);
  return Map.groupBy([...initial, ...written], ({ variable }) => variable);
});

/** Returns the place of a declaration, as messages name it. */
export function describeLine({ document }: FlowDraft, path: Path): string {
  return `line ${spanAt(document, path).start.line}`;
}

/** Maximum number of steps before a use that are searched for assignments. */
const MAX_STEPS_BEFORE = 500;

/** Returns the sources of a variable whose value it may still have at a step; none when too many steps lead there. */
export function findSourcesAt(draft: FlowDraft, variable: string, use: string): readonly Source[] {
  const known = getReachingSources(draft);
  const key = `${variable} ${use}`;
  const found = known.get(key) ?? followBack(draft, variable, use);
  known.set(key, found);
  return found;
}

/** The sources found so far, by variable and step: several rules ask for the same. */
const getReachingSources = memoize((_draft: FlowDraft) => new Map<string, readonly Source[]>());

function followBack(draft: FlowDraft, variable: string, use: string): Source[] {
  const byStep = Map.groupBy(findSources(draft).get(variable) ?? [], ({ step }) => step);
  const before = findStepsBefore(draft);
  const passed = new Set([use]);
  const reaching = new Set<Source>();
  // The iterator of a set also visits elements added during the iteration.
  for (const name of passed) {
    if (passed.size > MAX_STEPS_BEFORE) return [];
    for (const { from, ...way } of before.get(name) ?? []) {
      const written = byStep.get(from)?.filter((source) => isWritten(source, way)) ?? [];
      for (const source of written) reaching.add(source);
      if (written.length === 0) passed.add(from);
    }
  }
  const initial = passed.has(draft.graph.entry) ? (byStep.get(undefined) ?? []) : [];
  return [...reaching, ...initial];
}

/**
 * Returns the sources of the value that an expression of a step reads: those that reach the step. They are all sources
 * where the variable may not have been written yet, where the step writes it itself, and behind a failure, which may
 * come from any step.
 */
export function findSourcesFor(
  draft: FlowDraft,
  variable: string,
  step: string | undefined,
): readonly Source[] {
  const all = findSources(draft).get(variable) ?? [];
  if (step === undefined || all.some((source) => source.step === step) || findFailureSteps(draft).has(step))
    return all;
  const reaching = findSourcesAt(draft, variable, step);
  return reaching.length === 0 || reaching.some((source) => source.step === undefined) ? all : reaching;
}

/** The steps behind those to which failures and ends of calls lead. */
const findFailureSteps = memoize(({ graph }: FlowDraft): ReadonlySet<string> => {
  const nodes = new Map(resolveBack(graph).map((node) => [node.name, node]));
  const behind = new Set([graph.errorStep, graph.endStep].filter((name) => name !== undefined));
  // The iterator of a set also visits elements added during the iteration.
  for (const name of behind) {
    const { edges = [], waits } = nodes.get(name) ?? {};
    for (const { to } of [...edges, ...(waits === 'caller' ? graph.always : [])]) behind.add(to);
  }
  return behind;
});

/** True for a variable that certainly has the value with which it began when a call comes to a step. */
export function isStillInitial(draft: FlowDraft, variable: string, step: string): boolean {
  const sources = findSourcesAt(draft, variable, step);
  return sources.length > 0 && sources.every((source) => source.step === undefined);
}

/** Step → the steps that lead to it, with their outcomes; keys and phrases of `always` lead on from every question. */
const findStepsBefore = memoize(({ graph }: FlowDraft) => {
  const nodes: GraphNode[] = resolveBack(graph);
  const always = graph.always.map(({ to }) => ({ to, outcome: 'always', failure: false }));
  const ways = nodes.flatMap(({ name, waits, edges }) =>
    [...edges, ...(waits === 'caller' ? always : [])].map(({ to, outcome, failure }) => ({
      from: name,
      to,
      outcome,
      failure,
    })),
  );
  return Map.groupBy(ways, ({ to }) => to);
});

/** Returns the expression with which a request saves a value of the answer. */
export function findAnswerExpression({ step, variable }: Source, draft: FlowDraft): string | undefined {
  const text = indexAnswers(draft).get(`${step ?? ''} ${variable}`) ?? '';
  return /^\$\{([^{}]*)\}$/.exec(text.trim())?.[1];
}

const indexAnswers = memoize(
  (draft: FlowDraft) =>
    new Map(
      listReferences(draft, 'answer').map(({ path, text }) => [
        `${String(path[1])} ${String(path.at(-1))}`,
        text,
      ]),
    ),
);

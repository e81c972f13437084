/** Compares the targets of the outcomes of one step. */
import { isTargetWord, REPEAT } from '../../language/model/index.ts';
import type { Edge, Graph } from '../../language/model/index.ts';
import type { Comparison } from './match.ts';
import { values, type Inside } from './compare-contents.ts';
import { outcomeInWords } from './outcome-words.ts';

/** Name of the error path as a target. Failures without an edge of their own are compared once, with `on.error`. */
const ERROR_PATH = 'the error path';

/** Compares the edges of a step that both flows have. */
export function compareEdges({ old, name }: { old: string; name: string }, comparison: Comparison): Inside[] {
  const { before, after } = comparison;
  const attempts = after.contents.get(name)?.get('attempts');
  const pairs = pairsOf(edgesOf(before.graph, old), edgesOf(after.graph, name));
  return [
    ...pairs.flatMap(([was, is]) => {
      const named = is ?? was;
      if (named === undefined) return [];
      if (was && is && leadToTheSame(was, is, comparison)) return newCondition(was, is);
      const subject = outcomeInWords(named, name, typeof attempts === 'string' ? attempts : undefined);
      const ends = values(target(was, before.graph, old), target(is, after.graph, name));
      return [{ kind: 'destination' as const, subject, ...ends }];
    }),
    ...otherOrder(pairs),
  ];
}

type Pair = [was: Edge | undefined, is: Edge | undefined];

/** Cases belong together by their conditions, whatever their number; what is left by their place; the rest by name. */
function pairsOf(before: readonly Edge[], after: readonly Edge[]): Pair[] {
  const left = new Set(before);
  const taken = (edge: Edge | undefined) => {
    if (edge !== undefined) left.delete(edge);
    return edge;
  };
  const same = new Map(
    after.map((is) => [is, taken(before.find((was) => was.meaning === is.meaning && isSameCase(was, is)))]),
  );
  const pairs = after.map((is): Pair => {
    const byName = () => taken([...left].find(({ outcome }) => outcome === is.outcome));
    return [same.get(is) ?? byName(), is];
  });
  return [...pairs, ...[...left].map((was): Pair => [was, undefined])];
}

function isSameCase(was: Edge, is: Edge): boolean {
  return is.meaning !== undefined || was.outcome === is.outcome;
}

function newCondition({ meaning: was }: Edge, { meaning: is, to }: Edge): Inside[] {
  if (was === is) return [];
  const subject = `the condition that leads to ${to}`;
  return [{ kind: 'setting', subject, ...values(was, is) }];
}

/** The first true condition decides, so their order counts. */
function otherOrder(pairs: readonly Pair[]): Inside[] {
  const both = pairs.flatMap(([was, is]) =>
    was?.meaning === undefined || is === undefined ? [] : [{ was, is }],
  );
  const old = both.toSorted((one, other) => caseOf(one.was) - caseOf(other.was));
  if (both.every((pair, index) => pair === old[index])) return [];
  const inOrder = (edges: (Edge | undefined)[]) => edges.map((edge) => edge?.meaning ?? '').join('; ');
  const before = inOrder(old.map(({ was }) => was));
  const after = inOrder(both.map(({ is }) => is));
  return [{ kind: 'setting', subject: 'the order of conditions', before, after }];
}

function caseOf({ outcome }: Edge): number {
  return Number(outcome.replace(/\D/g, ''));
}

/** Returns the target of an edge; a question that leads to itself repeats. */
function target(edge: Edge | undefined, graph: Graph, step: string): string | undefined {
  if (edge === undefined || edge.kind === 'error') return edge && ERROR_PATH;
  const waits = graph.steps.find(({ name }) => name === step)?.waits;
  return edge.to === step && waits === 'caller' ? REPEAT : edge.to;
}

function edgesOf({ steps }: Graph, name: string): readonly Edge[] {
  return steps.find((step) => step.name === name)?.edges ?? [];
}

function leadToTheSame(was: Edge, is: Edge, comparison: Comparison): boolean {
  if (was.kind === 'error' || is.kind === 'error') return was.kind === is.kind;
  return sameDestination(was.to, is.to, comparison);
}

/**
 * True when two targets are the same to a caller. Steps that are new or gone are told by themselves, so a way counts
 * from the step to which they lead on.
 */
export function sameDestination(was: string, is: string, comparison: Comparison): boolean {
  const { before, after, matches, origins } = comparison;
  const old = beyond(was, before.graph, matches);
  const found = beyond(is, after.graph, origins);
  return isTargetWord(old) || isTargetWord(found) ? old === found : matches.get(old) === found;
}

/** The first step on from here that both flows have. */
function beyond(from: string, graph: Graph, known: { has(name: string): boolean }): string {
  const passed = new Set<string>();
  let at = from;
  while (!isTargetWord(at) && !known.has(at) && !passed.has(at)) {
    passed.add(at);
    at = edgesOf(graph, at).find(({ kind }) => kind === 'next')?.to ?? at;
  }
  return at;
}

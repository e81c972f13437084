/** Compares the targets of the outcomes of one step. */
import { identifyWrittenEdge, isTargetWord, REPEAT } from '../../language/model/index.ts';
import type { Edge, Graph } from '../../language/model/index.ts';
import type { Comparison } from './match.ts';
import { presentValues, type Inside } from './compare-contents.ts';
import { renderOutcome } from './outcome-words.ts';

/** Name of the error path as a target. Failures without an edge of their own are compared once, with `on.error`. */
const ERROR_PATH = 'the error path';

/** Compares the edges of a step that both flows have. */
export function compareEdges({ old, name }: { old: string; name: string }, comparison: Comparison): Inside[] {
  const { before, after } = comparison;
  const attempts = after.contents.get(name)?.get('attempts');
  const pairs = pairEdges(findEdges(before.graph, old), findEdges(after.graph, name));
  return [
    ...[...Map.groupBy(pairs, identifyPair).values()].flatMap((alike) => {
      const [[was, is]] = alike as [Pair];
      if (was && is && haveSameTarget(was, is, comparison)) return compareCondition(was, is);
      const subject = alike
        .flatMap(([one, other]) => other ?? one ?? [])
        .map((edge) => renderOutcome(edge, name, typeof attempts === 'string' ? attempts : undefined))
        .join(' or ');
      const ends = presentValues(targetOf(was, before.graph, old), targetOf(is, after.graph, name));
      return [{ kind: 'destination' as const, subject, ...ends }];
    }),
    ...compareOrder(pairs),
  ];
}

type Pair = [was: Edge | undefined, is: Edge | undefined];

/** Identifies the written edges of a pair, so that outcomes that share an edge before and after change in one line. */
function identifyPair(pair: Pair): string {
  return pair.map((edge) => edge && identifyWrittenEdge(edge)).join();
}

/** Pairs cases by their conditions, regardless of their number; then the remaining edges by name. */
function pairEdges(before: readonly Edge[], after: readonly Edge[]): Pair[] {
  const left = new Set(before);
  const take = (edge: Edge | undefined) => {
    if (edge !== undefined) left.delete(edge);
    return edge;
  };
  const same = new Map(
    after.map((is) => [is, take(before.find((was) => was.meaning === is.meaning && isSameCase(was, is)))]),
  );
  const pairs = after.map((is): Pair => {
    const takeByName = () => take([...left].find(({ outcome }) => outcome === is.outcome));
    return [same.get(is) ?? takeByName(), is];
  });
  return [...pairs, ...[...left].map((was): Pair => [was, undefined])];
}

function isSameCase(was: Edge, is: Edge): boolean {
  return is.meaning !== undefined || was.outcome === is.outcome;
}

function compareCondition({ meaning: was }: Edge, { meaning: is, to }: Edge): Inside[] {
  if (was === is) return [];
  const subject = `the condition that leads to ${to}`;
  return [{ kind: 'setting', subject, ...presentValues(was, is) }];
}

/** Compares the order of conditions, since the first true one decides. */
function compareOrder(pairs: readonly Pair[]): Inside[] {
  const both = pairs.flatMap(([was, is]) =>
    was?.meaning === undefined || is === undefined ? [] : [{ was, is }],
  );
  const old = both.toSorted((one, other) => caseNumber(one.was) - caseNumber(other.was));
  if (both.every((pair, index) => pair === old[index])) return [];
  const joinMeanings = (edges: (Edge | undefined)[]) => edges.map((edge) => edge?.meaning ?? '').join('; ');
  const before = joinMeanings(old.map(({ was }) => was));
  const after = joinMeanings(both.map(({ is }) => is));
  return [{ kind: 'setting', subject: 'the order of conditions', before, after }];
}

function caseNumber({ outcome }: Edge): number {
  return Number(outcome.replace(/\D/g, ''));
}

/** Returns the target of an edge; a question that leads to itself repeats. */
function targetOf(edge: Edge | undefined, graph: Graph, step: string): string | undefined {
  if (edge === undefined || edge.kind === 'error') return edge && ERROR_PATH;
  const waits = graph.steps.find(({ name }) => name === step)?.waits;
  return edge.to === step && waits === 'caller' ? REPEAT : edge.to;
}

function findEdges({ steps }: Graph, name: string): readonly Edge[] {
  return steps.find((step) => step.name === name)?.edges ?? [];
}

function haveSameTarget(was: Edge, is: Edge, comparison: Comparison): boolean {
  if (was.kind === 'error' || is.kind === 'error') return was.kind === is.kind;
  return isSameDestination(was.to, is.to, comparison);
}

/**
 * True if two targets are the same to a caller. Added and removed steps are reported separately, so a path is compared
 * by the next step that both flows have.
 */
export function isSameDestination(was: string, is: string, comparison: Comparison): boolean {
  const { before, after, matches, origins } = comparison;
  const old = skipUnknownSteps(was, before.graph, matches);
  const found = skipUnknownSteps(is, after.graph, origins);
  return isTargetWord(old) || isTargetWord(found) ? old === found : matches.get(old) === found;
}

/** Follows a path to the next step that both flows have. */
function skipUnknownSteps(from: string, graph: Graph, known: { has(name: string): boolean }): string {
  const passed = new Set<string>();
  let at = from;
  while (!isTargetWord(at) && !known.has(at) && !passed.has(at)) {
    passed.add(at);
    at = findEdges(graph, at).find(({ kind }) => kind === 'next')?.to ?? at;
  }
  return at;
}

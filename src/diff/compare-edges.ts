/** Where the outcomes of one step lead, before and after. */
import { isTargetWord } from '../flow/index.ts';
import type { Edge, Graph } from '../flow/index.ts';
import type { Change } from './change.ts';
import type { Comparison } from './compare.ts';
import { values } from './compare-contents.ts';
import { outcomeInWords } from './words.ts';

/** The error path, as a destination: failures without an edge of their own are told once, with `on.error`. */
const ERROR_PATH = 'the error path';

/** Compares the edges of a step that both flows have. */
export function compareEdges({ old, name }: { old: string; name: string }, comparison: Comparison): Change[] {
  const { before, after } = comparison;
  const olds = edgesOf(before.graph, old);
  const news = edgesOf(after.graph, name);
  const attempts = after.contents.get(name)?.get('attempts');
  const outcomes = new Set([...news.keys(), ...olds.keys()]);
  return [...outcomes].flatMap((outcome) => {
    const [was, is] = [olds.get(outcome), news.get(outcome)];
    if (was && is && leadToTheSame(was, is, comparison)) return [];
    const subject = outcomeInWords(outcome, name, typeof attempts === 'string' ? attempts : undefined);
    return [{ kind: 'destination', where: [], subject, ...values(target(was), target(is)) }];
  });
}

function target(edge: Edge | undefined): string | undefined {
  return edge?.kind === 'error' ? ERROR_PATH : edge?.to;
}

function edgesOf({ steps }: Graph, name: string): Map<string, Edge> {
  const step = steps.find((candidate) => candidate.name === name);
  return new Map(step?.edges.map((edge) => [edge.outcome, edge]));
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
    at = [...edgesOf(graph, at).values()].find(({ kind }) => kind === 'next')?.to ?? at;
  }
  return at;
}

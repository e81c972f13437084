/**
 * Matches the steps of two flows. Names may change, so content and incoming paths count as well. Each rule applies to
 * the steps that the previous rules did not match:
 *
 *   1 the same name and the same content
 *   2 the same content, if only one step on either side has it
 *   3 the same name and the same verb
 *   4 the same path: the same outcome of steps that were matched, and the same verb
 */
import type { FlowPart, Graph, GraphStep } from '../../language/model/index.ts';
import type { Content } from './content.ts';

/** One of the flows that run together in a call. */
export interface Part {
  flow: FlowPart;
  graph: Graph;
}

/** One side of a comparison. */
export interface Side extends Part {
  contents: ReadonlyMap<string, Content>;
}

/** Steps of the old flow → the same steps of the new one. */
export type Matches = ReadonlyMap<string, string>;

/** Both sides of a comparison, with the steps that they share. */
export interface Comparison {
  before: Side;
  after: Side;
  /** Old name → new name. */
  matches: Matches;
  /** New name → old name. */
  origins: Matches;
}

/** Matches the steps of two flows. Steps without a counterpart are absent. */
export function matchSteps(before: Side, after: Side): Matches {
  const matching = new Matching(before, after);
  matching.matchByKey((step, side) => `${step.name} ${describeContent(step, side)}`);
  matching.matchByKey((step, side) =>
    side.contents.get(step.name)?.size ? describeContent(step, side) : undefined,
  );
  matching.matchByKey((step) => `${step.name} ${step.verb}`);
  matching.matchByPath();
  return matching.matches;
}

function describeContent(step: GraphStep, { contents }: Side): string {
  const facts = [...(contents.get(step.name) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${step.verb} ${JSON.stringify(facts)}`;
}

/** Matches found so far. Invariant: a step of either side is in at most one of them. */
class Matching {
  readonly matches = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #before: Side;
  readonly #after: Side;

  constructor(before: Side, after: Side) {
    this.#before = before;
    this.#after = after;
  }

  /** Matches steps whose key is unique on both sides. */
  matchByKey(keyOf: (step: GraphStep, side: Side) => string | undefined): void {
    const left = Map.groupBy(this.#listOpen(this.#before, this.matches), (step) => keyOf(step, this.#before));
    const right = Map.groupBy(this.#listOpen(this.#after, this.#taken), (step) => keyOf(step, this.#after));
    for (const [key, [old, ...otherOld]] of left) {
      const [found, ...others] = right.get(key) ?? [];
      if (key === undefined || !old || !found || otherOld.length > 0 || others.length > 0) continue;
      this.#match(old.name, found.name);
    }
  }

  /** Follows the edges of matched steps, including those that it matches on the way. */
  matchByPath(): void {
    const olds = new Map(this.#before.graph.steps.map((step) => [step.name, step]));
    const news = new Map(this.#after.graph.steps.map((step) => [step.name, step]));
    this.#tryMatch(olds.get(this.#before.graph.entry), news.get(this.#after.graph.entry));
    // A map's iterator also visits entries that are added while it runs.
    for (const [name, counterpart] of this.matches) {
      for (const { outcome, to } of olds.get(name)?.edges ?? []) {
        const same = news.get(counterpart)?.edges.find((edge) => edge.outcome === outcome);
        this.#tryMatch(olds.get(to), news.get(same?.to ?? ''));
      }
    }
  }

  #tryMatch(old: GraphStep | undefined, found: GraphStep | undefined): void {
    if (old === undefined || old.verb !== found?.verb) return;
    if (!this.matches.has(old.name) && !this.#taken.has(found.name)) this.#match(old.name, found.name);
  }

  #match(old: string, found: string): void {
    this.matches.set(old, found);
    this.#taken.add(found);
  }

  #listOpen({ graph }: Side, done: { has(name: string): boolean }): GraphStep[] {
    return graph.steps.filter(({ name }) => !done.has(name));
  }
}

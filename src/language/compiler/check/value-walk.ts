/**
 * Follows the values of some variables along every way through a flow. Constants are followed through `set` and decide
 * `switch` steps, so that ways which contradict themselves are not taken; everything from outside is unknown.
 */
import { BACK, evaluateKnown, type Edge, type GraphStep, type Value } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { countRunSteps } from './run-steps.ts';
import { decide, learn, listConditions, type Known } from './known-values.ts';
import { listWrites, type Source } from './step-values.ts';

/** A value on the way. */
interface Held extends Known {
  /** True when nothing has given the variable a value. */
  isUnset: boolean;
}

/** The arrival of a call at a step with these values. */
export interface Arrival {
  step: string;
  held: ReadonlyMap<string, Held>;
  /** Number of steps entered, this one and those of the flows that were run included. */
  depth: number;
  /** The arrival before, and the outcome with which its step was left; absent at the beginning. */
  before?: { arrival: Arrival; outcome: string };
}

interface WalkOptions {
  /** The names to follow with their values at the beginning, such as `vars.tries` → 0. */
  initial: ReadonlyMap<string, Value>;
  /** Maximum number of values at all arrivals together. */
  max: number;
  /** True to follow the finalizer, which begins wherever a call may end. */
  withFinalizer?: boolean;
  /** True to follow failures without an edge of their own to `on.error`. */
  withErrors?: boolean;
  /** The step with which the walk begins; absent: the one with which calls begin. */
  start?: string;
  /** False for an edge that is not followed; absent: all are. */
  follows?: (edge: Edge, from: string) => boolean;
}

/** Returns the arrivals at each step, those over the fewest steps of the flow first; undefined when there are too many. */
export function followValues(
  draft: FlowDraft,
  options: WalkOptions,
): ReadonlyMap<string, readonly Arrival[]> | undefined {
  const held = new Map([...options.initial].map(([name, value]) => [name, { value, isUnset: true }]));
  return new Walk(draft, options).run({ step: options.start ?? draft.graph.entry, held, depth: 1 });
}

/** Lists the edges of a step that these values allow, with what is known on each. */
export function listAllowedWays(
  draft: FlowDraft,
  { name, edges }: GraphStep,
  held: Arrival['held'],
): { edge: Edge; held: Arrival['held'] }[] {
  const conditions = listConditions(draft).get(name);
  if (conditions === undefined) return edges.map((edge) => ({ edge, held }));
  const expressions = draft.expressions();
  const byOutcome = new Map([['failed', held]]);
  let left: Arrival['held'] | undefined = held;
  for (const [index, condition] of conditions.entries()) {
    if (left === undefined) break;
    const decision = decide(condition, left, expressions);
    if (decision !== false) byOutcome.set(`case_${index + 1}`, learn(condition.isTrue, left));
    left = decision === true ? undefined : learn(condition.isFalse, left);
  }
  if (left !== undefined) byOutcome.set('otherwise', left);
  return edges.flatMap((edge) => {
    const known = byOutcome.get(edge.outcome);
    return known === undefined ? [] : [{ edge, held: known }];
  });
}

/** Maximum number of different values of one name at one step; further ones count as unknown. */
const MAX_VALUES = 12;

class Walk {
  readonly #draft: FlowDraft;
  readonly #options: WalkOptions;
  readonly #steps: ReadonlyMap<string, GraphStep>;
  readonly #arrivals = new Map<string, Arrival[]>();
  readonly #seen = new Set<string>();
  readonly #values = new Map<string, Set<unknown>>();
  readonly #queue: Arrival[] = [];

  constructor(draft: FlowDraft, options: WalkOptions) {
    this.#draft = draft;
    this.#options = options;
    this.#steps = new Map(draft.graph.steps.map((step) => [step.name, step]));
  }

  run(start: Arrival): ReadonlyMap<string, Arrival[]> | undefined {
    const { max, initial, withFinalizer = false } = this.#options;
    const most = max / (initial.size + 1);
    const endStep = withFinalizer ? this.#draft.graph.endStep : undefined;
    this.#arrive(start);
    // The iterator of a list also visits elements that are added meanwhile.
    for (const arrival of this.#queue) {
      if (this.#queue.length > most) return undefined;
      this.#leave(arrival);
      if (endStep !== undefined)
        this.#arrive({ ...arrival, step: endStep, before: { arrival, outcome: 'hang-up' } });
    }
    return this.#arrivals;
  }

  #arrive(arrival: Arrival): void {
    const { step } = arrival;
    if (!this.#steps.has(step)) return;
    const held = new Map([...arrival.held].map(([name, one]) => [name, this.#widen(`${step} ${name}`, one)]));
    const key = JSON.stringify([step, ...held.values()]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const next = { ...arrival, held };
    this.#queue.push(next);
    const known = this.#arrivals.get(step);
    if (known === undefined) this.#arrivals.set(step, [next]);
    else known.push(next);
  }

  #widen(place: string, held: Held): Held {
    if (held.value === undefined) return held;
    const values = this.#values.get(place) ?? new Set();
    this.#values.set(place, values);
    if (values.has(held.value)) return held;
    if (values.size >= MAX_VALUES) return { isUnset: held.isUnset };
    values.add(held.value);
    return held;
  }

  #leave(arrival: Arrival): void {
    const step = this.#steps.get(arrival.step);
    if (step === undefined) return;
    const follow = (to: string, outcome: string, held: Arrival['held']): void => {
      const depth = arrival.depth + 1 + countRunSteps(this.#draft, step, outcome);
      this.#arrive({ step: to, held, depth, before: { arrival, outcome } });
    };
    for (const { edge, held } of listAllowedWays(this.#draft, step, arrival.held)) {
      if ((edge.kind === 'error' && this.#options.withErrors !== true) || edge.to === BACK) continue;
      if (this.#options.follows?.(edge, step.name) === false) continue;
      follow(edge.to, edge.outcome, this.#leaveBy(step, edge, held));
    }
    if (step.waits === 'caller')
      for (const { key, to } of this.#draft.graph.always) follow(to, key, arrival.held);
  }

  /** Returns the values after a step has ended in this way. */
  #leaveBy(step: GraphStep, edge: Edge, held: Arrival['held']): Arrival['held'] {
    const written = listWrites(this.#draft, step.name, edge).filter(({ variable }) =>
      held.has(`vars.${variable}`),
    );
    if (written.length === 0) return held;
    const empty = this.#findEmptyResults(step, edge.outcome);
    const after = new Map(held);
    for (const source of written)
      after.set(
        `vars.${source.variable}`,
        source.isSet ? this.#assign(source, held) : toSaved(source, empty),
      );
    return after;
  }

  #assign(source: Source, held: Arrival['held']): Held {
    if (source.literal !== undefined) return { value: source.literal, isUnset: false };
    if (source.kind !== 'expression') return { isUnset: false };
    // A copy of an unset variable is as unset.
    const copied = held.get(source.source.trim());
    if (copied !== undefined) return copied;
    const getValue = (name: string) => held.get(name)?.value;
    const value = evaluateKnown(source.source, getValue, this.#draft.expressions());
    return value === undefined ? { isUnset: false } : { value, isUnset: false };
  }

  /** Returns the results that the flow that was run leaves empty. */
  #findEmptyResults({ verb, flow }: GraphStep, outcome: string): ReadonlySet<string> | undefined {
    if (verb !== 'run' || flow === undefined) return undefined;
    return this.#draft.others.signature(flow)?.valueEffects().emptyResults.get(outcome);
  }
}

/** Returns the value that a step has saved. What callers enter is not empty. */
function toSaved(source: Source, empty: ReadonlySet<string> | undefined): Held {
  if (source.kind === 'unknown' && empty?.has(source.result ?? '') === true)
    return { value: '', isUnset: true };
  return { isUnset: false, ...(source.kind === 'answer' && { not: [''] }) };
}

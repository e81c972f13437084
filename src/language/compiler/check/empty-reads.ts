/** Finds the places that read a value which nothing has set on some way of a call. */
import { type Edge, findWays, type GraphStep, memoize, type Value } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { getStepValues, listWrites, type Source } from './step-values.ts';
import { followValues, type Arrival } from './value-walk.ts';
import { listValuePlaces, type ValuePlace } from './value-places.ts';
import { findSources, isStillInitial } from './variable-sources.ts';

/** A place with the names that are empty there. */
export interface EmptyRead {
  place: ValuePlace;
  names: readonly string[];
  /** The shortest way on which they are empty: each step with the outcome that leads to the next. */
  way: readonly { step: string; outcome: string }[];
  /** A step on the way that runs a flow which returns the value, and does not keep it. */
  lostAt?: string;
}

/** Maximum number of values that are followed for one name, and for a whole flow. */
const MAX_FOLLOWED = 20_000;
const MAX_ALL_FOLLOWED = 80_000;

/** Maximum number of answers in a request that must not all be empty; a longer form may have optional fields only. */
const MAX_ASKED = 2;

/** Names that tell a service who calls, or who was called. */
const CALLERS = ['call.from', 'call.to'];

/**
 * Finds the places that read one of these names while it has its initial value. Of a request the whole content counts:
 * single fields may be left empty on purpose. Ways into `on.error` are not followed.
 */
export function findEmptyReads(draft: FlowDraft, initial: ReadonlyMap<string, Value>): EmptyRead[] {
  const search = new EmptyReadSearch(draft, initial);
  return listValuePlaces(draft).flatMap((place) => search.find(place));
}

class EmptyReadSearch {
  readonly #draft: FlowDraft;
  readonly #initial: ReadonlyMap<string, Value>;
  readonly #deciding: ReadonlyMap<string, Value>;
  readonly #switches: ReadonlySet<string>;
  readonly #ends: ReadonlySet<string>;
  readonly #walks = new Map<string, ReadonlyMap<string, readonly Arrival[]> | undefined>();
  readonly #unsetSteps = new Map<string, ReadonlySet<string>>();
  #left = MAX_ALL_FOLLOWED;

  constructor(draft: FlowDraft, initial: ReadonlyMap<string, Value>) {
    this.#draft = draft;
    this.#initial = initial;
    this.#deciding = listDecidingNames(draft);
    const switches = draft.graph.steps.filter(({ verb }) => verb === 'switch');
    this.#switches = new Set(switches.map(({ name }) => name));
    const ways = findWays(draft.graph);
    this.#ends = new Set([...ways].filter(([, { road }]) => road === 'end').map(([step]) => step));
  }

  find(place: ValuePlace): EmptyRead[] {
    const names = [...place.names].filter((name) => this.#initial.has(name));
    if (names.length === 0) return [];
    if (place.purpose !== 'request') return names.flatMap((name) => this.#findOne(place, [name]));
    const found = names.length > MAX_ASKED ? [] : this.#findOne(place, names);
    const harmful = found.filter(({ way }) => this.#isEmptyRequest(place, { names, way }));
    return harmful.length > 0 ? harmful : names.flatMap((name) => this.#findLost(place, name));
  }

  /**
   * True for a request that should not be sent without these names. One with other content may do without them, unless
   * the caller was asked for them and gave no answer; after the call it is a report of whatever is known. It may also do
   * without answers past which the questions lead on purpose, when it tells who calls and fetches nothing.
   */
  #isEmptyRequest(place: ValuePlace, { names, way }: Pick<EmptyRead, 'names' | 'way'>): boolean {
    if (!place.readsMore && names.length === place.names.size) return true;
    const asked = way.filter(({ step }) =>
      names.some((name) => getStepValues(this.#draft, step).saves.has(removeHolder(name))),
    );
    if (asked.length === 0 || this.#ends.has(place.step)) return false;
    const { reads, saves } = getStepValues(this.#draft, place.step);
    const isNote = saves.size === 0 && CALLERS.some((name) => reads.has(name));
    return !isNote || !asked.every((one) => this.#isPassedOnPurpose(one));
  }

  /** True for a question that leads callers without an answer elsewhere than those who answer. */
  #isPassedOnPurpose({ step, outcome }: EmptyRead['way'][number]): boolean {
    const { edges = [] } = this.#draft.graph.steps.find(({ name }) => name === step) ?? {};
    const unanswered = edges.find((one) => one.outcome === outcome);
    const answered = edges.filter(({ kind, outcome: one }) => kind === 'goto' || one === 'filled');
    return unanswered?.kind === 'on' && answered.every(({ to }) => to !== unanswered.to);
  }

  /** Finds a way on which another flow has returned the value, but the step that ran it does not keep it. */
  #findLost(place: ValuePlace, name: string): EmptyRead[] {
    const variable = removeHolder(name);
    const unset = this.#listUnsetSteps(name);
    const losing = this.#draft.graph.steps.find((step) => {
      if (step.verb !== 'run' || step.flow === undefined || !unset.has(step.name)) return false;
      const { returns = {} } = this.#draft.others.signature(step.flow) ?? {};
      if (!Object.hasOwn(returns, variable) || getStepValues(this.#draft, step.name).saves.has(variable))
        return false;
      const done = step.edges.filter(({ outcome }) => outcome === 'done').map(({ to }) => to);
      return findUnsetSteps(this.#draft, name, done).has(place.step);
    });
    if (losing === undefined) return [];
    return [{ place, names: [name], way: [{ step: losing.name, outcome: 'done' }], lostAt: losing.name }];
  }

  /** Follows the names, and those on which the switches of the way decide, until the way that is found stands. */
  #findOne(place: ValuePlace, names: readonly string[]): EmptyRead[] {
    if (names.some((name) => !this.#listUnsetSteps(name).has(place.step))) return [];
    const deciding = new Set<string>();
    for (;;) {
      const arrival = this.#follow(names, deciding)
        ?.get(place.step)
        ?.find(({ held }) => names.every((name) => held.get(name)?.isUnset === true));
      if (arrival === undefined) return [];
      const way = traceWay(arrival);
      const { size } = deciding;
      for (const name of this.#listDecidingOn(way)) deciding.add(name);
      if (deciding.size === size) return [{ place, names, way }];
    }
  }

  /** Returns the names on which the switches of a way decide, and those from which their values are computed. */
  #listDecidingOn(way: EmptyRead['way']): ReadonlySet<string> {
    const read = way.flatMap(({ step }) =>
      this.#switches.has(step) ? [...getStepValues(this.#draft, step).reads] : [],
    );
    const isDeciding = (name: string) => this.#deciding.has(name);
    return addOrigins(this.#draft, read.filter(isDeciding), isDeciding);
  }

  /** Returns the steps that a call can reach without anything having set the name: a cheap first look. */
  #listUnsetSteps(name: string): ReadonlySet<string> {
    const known = this.#unsetSteps.get(name) ?? findUnsetSteps(this.#draft, name, [this.#draft.graph.entry]);
    this.#unsetSteps.set(name, known);
    return known;
  }

  #follow(
    names: readonly string[],
    deciding: ReadonlySet<string>,
  ): ReadonlyMap<string, readonly Arrival[]> | undefined {
    const key = [...names, '', ...[...deciding].toSorted()].join(' ');
    if (this.#walks.has(key) || this.#left <= 0) return this.#walks.get(key);
    const followed = [...addOrigins(this.#draft, names, isCopy)].filter((name) => this.#initial.has(name));
    const initial = new Map([
      ...[...deciding].map((name) => [name, this.#deciding.get(name) ?? ''] as const),
      ...followed.map((name) => [name, this.#initial.get(name) ?? ''] as const),
    ]);
    const withFinalizer = this.#ends.size > 0;
    const found = followValues(this.#draft, {
      initial,
      max: Math.min(MAX_FOLLOWED, this.#left),
      withFinalizer,
    });
    this.#left -= found === undefined ? MAX_FOLLOWED : countArrivals(found) * (initial.size + 1);
    this.#walks.set(key, found);
    return found;
  }
}

function countArrivals(found: ReadonlyMap<string, readonly Arrival[]>): number {
  return [...found.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Adds the names from which these get their values, as far as they count. */
function addOrigins(
  draft: FlowDraft,
  names: readonly string[],
  counts: (from: string, source: Source) => boolean,
): ReadonlySet<string> {
  const found = new Set(names);
  // The iterator of a set also visits elements that are added meanwhile.
  for (const name of found)
    for (const source of name.startsWith('vars.') ? (findSources(draft).get(removeHolder(name)) ?? []) : [])
      for (const from of source.reads) if (counts(from, source)) found.add(from);
  return found;
}

/** True for the assignment of one variable to another. */
function isCopy(from: string, source: Source): boolean {
  return source.kind === 'expression' && source.source.trim() === from;
}

/** Returns the names on which switches decide, with their values at the beginning. */
export const listDecidingNames = memoize((draft: FlowDraft): ReadonlyMap<string, Value> => {
  const switches = draft.graph.steps.filter(({ verb }) => verb === 'switch');
  const names = new Set(switches.flatMap(({ name }) => [...getStepValues(draft, name).reads]));
  return new Map(
    Object.entries(draft.vars).flatMap(([variable, { initial }]) =>
      names.has(`vars.${variable}`) && !draft.brokenVars.has(variable) ? [[`vars.${variable}`, initial]] : [],
    ),
  );
});

/** Returns the steps that can follow these without anything setting the name. */
function findUnsetSteps(draft: FlowDraft, name: string, from: readonly string[]): ReadonlySet<string> {
  const { graph } = draft;
  const steps = new Map(graph.steps.map((step) => [step.name, step]));
  const reached = new Set(from);
  // The iterator of a set also visits elements that are added meanwhile.
  for (const one of reached) {
    const step = steps.get(one);
    if (step === undefined) continue;
    const left = step.edges.filter(
      (edge) => edge.kind !== 'error' && !setsVariable(removeHolder(name), step, { edge, draft }),
    );
    for (const { to } of [...left, ...(step.waits === 'caller' ? graph.always : [])]) reached.add(to);
    if (graph.endStep !== undefined) reached.add(graph.endStep);
  }
  return reached;
}

/** True when leaving a step in this way certainly gives the variable a value. Copies and results may be empty. */
function setsVariable(
  variable: string,
  { name, verb }: GraphStep,
  { edge, draft }: { edge: Edge; draft: FlowDraft },
): boolean {
  const written = listWrites(draft, name, edge).filter((one) => one.variable === variable);
  return written.some(({ isSet, kind }) => (isSet ? kind !== 'expression' : verb !== 'run'));
}

/** Returns `tier` of `vars.tier`. */
export function removeHolder(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

/** A switch that decides on a name before anything can have set it. */
interface EarlyDecision {
  step: string;
  name: string;
}

/** Finds the switches that decide on one of these names although nothing before them sets it. */
export function findEarlyDecisions(draft: FlowDraft, initial: ReadonlyMap<string, Value>): EarlyDecision[] {
  const { graph } = draft;
  const ways = findWays(graph);
  return graph.steps.flatMap(({ name: step, verb, file }) => {
    // A file that several flows import may decide on what only some of them set.
    if (verb !== 'switch' || ways.get(step)?.road !== 'main' || file !== undefined) return [];
    const names = [...getStepValues(draft, step).reads].filter((name) => initial.has(name));
    return names
      .filter((name) => isStillInitial(draft, removeHolder(name), step))
      .map((name) => ({ step, name }));
  });
}

function traceWay(arrival: Arrival): { step: string; outcome: string }[] {
  const way: { step: string; outcome: string }[] = [];
  for (let { before } = arrival; before !== undefined; { before } = before.arrival)
    way.push({ step: before.arrival.step, outcome: before.outcome });
  return way.reverse();
}

/** Determines which numbers the variables of a flow can have, in the whole flow and at each step. */
import {
  listTerms,
  memoize,
  namePath,
  resolveBack,
  toType,
  type Edge,
  type GraphNode,
  type Term,
} from '../../model/index.ts';
import { listConditions } from '../check/known-values.ts';
import { isWritten, getStepValues, type Source } from '../check/step-values.ts';
import { findAnswerExpression, findSources, findSourcesFor } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import {
  ANY_NUMBER,
  computeRanges,
  joinRanges,
  narrowNames,
  toHull,
  type NamedRanges,
  type NumberRanges,
  type TextNumbers,
} from './number-ranges.ts';
import { findDomain, findRange, type Domain } from './value-domains.ts';

/** Rounds after which a bound that still moves is taken for infinite. */
const MAX_ROUNDS = 3;

/**
 * Returns the numbers that each variable can have anywhere. A variable that nothing writes may have any: it is a
 * constant, which somebody may change.
 */
const findVariableRanges = memoize((draft: FlowDraft): NamedRanges => {
  const sources = [...findSources(draft)].filter(
    ([name, all]) => isNumber(draft, `vars.${name}`) && all.some(({ step }) => step !== undefined),
  );
  const ranges = new Map<string, NumberRanges>(sources.map(([name]) => [`vars.${name}`, []]));
  const named: NamedRanges = {
    find: (name) => ranges.get(name) ?? ANY_NUMBER,
    isWhole: (name) => isWhole(draft, name),
  };
  for (let round = 0, isChanged = true; isChanged; round += 1) {
    isChanged = false;
    for (const [name, all] of sources) {
      const before = named.find(`vars.${name}`);
      const computed = joinRanges(...before, ...all.flatMap((one) => readSource(one, draft, named)));
      if (JSON.stringify(computed) === JSON.stringify(before)) continue;
      isChanged = true;
      ranges.set(`vars.${name}`, round < MAX_ROUNDS ? computed : widen(before, computed));
    }
  }
  return named;
});

/** Returns the numbers and texts that variables can have when an expression of a step reads them. */
export function findRangesFor(draft: FlowDraft, step: string | undefined): NamedRanges {
  const named = findVariableRanges(draft);
  return {
    ...named,
    find: (name) => {
      const variable = /^vars\.(\w+)$/.exec(name)?.[1] ?? '';
      if (named.find(name) === ANY_NUMBER) return ANY_NUMBER;
      const sources = findSourcesFor(draft, variable, step);
      return joinRanges(...sources.flatMap((one) => readSource(one, draft, named)));
    },
    findText: (name) => measureTexts(findDomain(draft, name, step)),
  };
}

/** Returns the lengths and the numbers of texts; undefined when they are not known of all of them. */
function measureTexts(domain: Domain | undefined): TextNumbers | undefined {
  if (domain?.kind !== 'text') return undefined;
  const texts = [...domain.texts];
  const lengths = domain.forms.map(({ length }) => length);
  const bounds = domain.forms.map((form) => form.bounds);
  if (lengths.includes(undefined)) return undefined;
  const values = [
    ...texts.map((text) => ({ min: text, max: text })),
    ...bounds.map((one) => one ?? { min: '', max: '' }),
  ];
  const isNumeric = values.every(({ min, max }) => /^\d+$/.test(min) && /^\d+$/.test(max));
  return {
    lengths: joinRanges(
      ...texts.map((text) => Array.from(text).length).map((length) => ({ min: length, max: length })),
      ...lengths.filter((one) => one !== undefined),
    ),
    values: isNumeric
      ? joinRanges(...values.map(({ min, max }) => ({ min: Number(min), max: Number(max) })))
      : ANY_NUMBER,
  };
}

function isNumber({ vars, brokenVars }: FlowDraft, name: string): boolean {
  const variable = name.slice('vars.'.length);
  const type = Object.hasOwn(vars, variable) ? vars[variable]?.type : undefined;
  return (type === 'int' || type === 'double') && !brokenVars.has(variable);
}

function isWhole({ vars }: FlowDraft, name: string): boolean {
  return name.startsWith('vars.') && vars[name.slice('vars.'.length)]?.type === 'int';
}

/** Moves the bounds that have moved to infinity. */
function widen(before: NumberRanges, after: NumberRanges): NumberRanges {
  const [one, other] = [toHull(before), toHull(after)];
  if (one === undefined || other === undefined) return after;
  return [
    {
      min: other.min < one.min ? -Infinity : other.min,
      max: other.max > one.max ? Infinity : other.max,
    },
  ];
}

/** Returns the numbers that a source gives. */
function readSource(source: Source, draft: FlowDraft, named: NamedRanges): NumberRanges {
  const type = draft.vars[source.variable]?.type ?? 'string';
  if (source.kind === 'texts')
    return joinRanges(
      ...source.texts.flatMap(({ text }) => {
        const value = toType(text, type);
        return typeof value === 'number' ? [{ min: value, max: value }] : ANY_NUMBER;
      }),
    );
  if (source.kind === 'answer') {
    const { min, max } = findRange(source.body);
    return Number.isNaN(min) || Number.isNaN(max) ? ANY_NUMBER : [{ min, max }];
  }
  const expression = source.kind === 'expression' ? source.source : findAnswerExpression(source, draft);
  const term = expression === undefined ? undefined : draft.expressions().parse(expression);
  return term === undefined ? ANY_NUMBER : computeRanges(term, named);
}

/** Returns the numbers that variables can have when a call comes to a step. */
export function findRangesAt(draft: FlowDraft, step: string): NamedRanges {
  return toNamed(findHeldAt(draft, step), draft);
}

/** The numbers that each variable of `listNumbers` can have, in its order. */
export type Held = readonly NumberRanges[];

/** Name of each variable with a number, such as `vars.tries` → its place in what is held. */
const listNumbers = memoize((draft: FlowDraft): ReadonlyMap<string, number> => {
  const names = Object.keys(draft.vars).map((name) => `vars.${name}`);
  return new Map(names.filter((name) => isNumber(draft, name)).map((name, at) => [name, at]));
});

/** Returns the numbers that are possible when a call comes to a step. */
export function findHeldAt(draft: FlowDraft, step: string): Held {
  return followRanges(draft).get(step) ?? [];
}

function toNamed(held: Held, draft: FlowDraft): NamedRanges {
  const places = listNumbers(draft);
  return {
    find: (name) => held[places.get(name) ?? -1] ?? ANY_NUMBER,
    isWhole: (name) => isWhole(draft, name),
  };
}

const followRanges = memoize((draft: FlowDraft): ReadonlyMap<string, Held> => {
  const { graph } = draft;
  const names = [...listNumbers(draft).keys()];
  const nodes = new Map(resolveBack(graph).map((node) => [node.name, node]));
  const states = new Map<string, Held>();
  /** Number of times that a step was left. */
  const rounds = new Map<string, number>();
  const waiting = new Set<string>();
  const arrive = (step: string, held: Held): void => {
    if (!nodes.has(step)) return;
    const before = states.get(step);
    const isLate = (rounds.get(step) ?? 0) > MAX_ROUNDS;
    const after = before === undefined ? held : joinHeld(before, held, isLate);
    if (before === after) return;
    states.set(step, after);
    waiting.add(step);
  };
  arrive(
    graph.entry,
    names.map((name) => {
      const value = Number(draft.vars[name.slice('vars.'.length)]?.initial);
      return [{ min: value, max: value }];
    }),
  );
  // What is known at the end of a call depends on the step at which it ends.
  arrive(
    graph.endStep ?? '',
    names.map(() => ANY_NUMBER),
  );
  // Most ways lead on in the order of the file, so that each step is left once all ways have come to it.
  while (waiting.size > 0)
    for (const [name, node] of nodes) {
      const held = states.get(name);
      if (held === undefined || !waiting.delete(name)) continue;
      rounds.set(name, (rounds.get(name) ?? 0) + 1);
      leaveStep(node, held, { draft, arrive });
    }
  return states;
});

interface Following {
  draft: FlowDraft;
  arrive: (step: string, held: Held) => void;
}

function leaveStep(node: GraphNode, held: Held, { draft, arrive }: Following): void {
  for (const edge of node.edges) {
    const known = holdBehind(node, edge, { draft, held });
    if (known !== undefined) arrive(edge.to, known);
  }
  if (node.waits === 'caller') for (const { to } of draft.graph.always) arrive(to, held);
}

/** Returns the numbers that are possible behind an edge of a step; undefined when no call takes it. */
export function holdBehind(
  { name }: Pick<GraphNode, 'name'>,
  { outcome, failure }: Pick<Edge, 'outcome' | 'failure'>,
  { draft, held }: { draft: FlowDraft; held: Held },
): Held | undefined {
  const byOutcome = listConditions(draft).has(name) ? splitByCase(name, held, draft) : undefined;
  const known = byOutcome?.has(outcome) === true ? byOutcome.get(outcome) : held;
  return known && writeValues(name, { outcome, failure }, { draft, held: known });
}

/** Returns what is known behind each case of a switch; undefined behind one that no call takes. */
function splitByCase(step: string, held: Held, draft: FlowDraft): ReadonlyMap<string, Held | undefined> {
  const byOutcome = new Map<string, Held | undefined>();
  let left: Held | undefined = held;
  for (const [index, { source }] of (listConditions(draft).get(step) ?? []).entries()) {
    const term = draft.expressions().parse(source);
    byOutcome.set(`case_${index + 1}`, left && narrowHeld(left, term, { isTrue: true, draft }));
    left &&= narrowHeld(left, term, { isTrue: false, draft });
  }
  return byOutcome.set('otherwise', left);
}

/** Returns what is known where a condition holds, or does not; undefined when that cannot be. */
function narrowHeld(
  held: Held,
  term: Term | undefined,
  { isTrue, draft }: { isTrue: boolean; draft: FlowDraft },
): Held | undefined {
  if (term === undefined) return held;
  const narrowed = narrowNames(term, isTrue, toNamed(held, draft));
  const places = listNumbers(draft);
  const after = [...held];
  for (const name of listTerms(term).flatMap((one) => namePath(one) ?? [])) {
    const place = places.get(name);
    if (place === undefined) continue;
    const ranges = narrowed.find(name);
    if (ranges.length === 0) return undefined;
    after[place] = ranges;
  }
  return after;
}

function writeValues(
  step: string,
  way: Pick<Edge, 'outcome' | 'failure'>,
  { draft, held }: { draft: FlowDraft; held: Held },
): Held {
  const places = listNumbers(draft);
  const { writes } = getStepValues(draft, step);
  if (writes.length === 0) return held;
  const named = toNamed(held, draft);
  const after = [...held];
  for (const source of writes) {
    const place = places.get(`vars.${source.variable}`);
    if (place !== undefined && isWritten(source, way)) after[place] = readSource(source, draft, named);
  }
  return after;
}

/** Returns what is possible in one of two cases; `before` itself when the other one adds nothing. */
function joinHeld(before: Held, other: Held, isLate: boolean): Held {
  if (other === before) return before;
  const joined = before.map((ranges, at) => joinOne(ranges, other[at] ?? ANY_NUMBER, isLate));
  return joined.every((ranges, at) => ranges === before[at]) ? before : joined;
}

function joinOne(ranges: NumberRanges, others: NumberRanges, isLate: boolean): NumberRanges {
  if (others === ranges || others.every((other) => isInside(other, ranges))) return ranges;
  const joined = ranges.every((one) => isInside(one, others)) ? others : joinRanges(...ranges, ...others);
  return isLate ? widen(ranges, joined) : joined;
}

function isInside(one: NumberRanges[number], ranges: NumberRanges): boolean {
  return ranges.some(({ min, max }) => min <= one.min && one.max <= max);
}

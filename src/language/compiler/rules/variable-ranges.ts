/** Determines which numbers the variables of a flow can have, in the whole flow and at each step. */
import { memoize, resolveBack, toType, type Edge, type GraphNode, type Term } from '../../model/index.ts';
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

/** Name → the numbers that it can have, of names such as `vars.tries`. */
export type Held = ReadonlyMap<string, NumberRanges>;

/** Returns the numbers that are possible when a call comes to a step. */
export function findHeldAt(draft: FlowDraft, step: string): Held {
  return followRanges(draft).get(step) ?? new Map();
}

function toNamed(held: Held, draft: FlowDraft): NamedRanges {
  return { find: (name) => held.get(name) ?? ANY_NUMBER, isWhole: (name) => isWhole(draft, name) };
}

const followRanges = memoize((draft: FlowDraft): ReadonlyMap<string, Held> => {
  const { graph } = draft;
  const names = Object.keys(draft.vars).filter((name) => isNumber(draft, `vars.${name}`));
  const start = names.map((name): [string, NumberRanges] => {
    const value = Number(draft.vars[name]?.initial);
    return [`vars.${name}`, [{ min: value, max: value }]];
  });
  const nodes = new Map(resolveBack(graph).map((node) => [node.name, node]));
  const states = new Map<string, Held>();
  const visits = new Map<string, number>();
  const waiting = new Set<string>();
  const arrive = (step: string, held: Held): void => {
    if (!nodes.has(step)) return;
    const before = states.get(step);
    const count = visits.get(step) ?? 0;
    const after = before === undefined ? held : joinHeld(before, held, count > MAX_ROUNDS);
    if (before !== undefined && isSame(before, after)) return;
    visits.set(step, count + 1);
    states.set(step, after);
    waiting.add(step);
  };
  arrive(graph.entry, new Map(start));
  // What is known at the end of a call depends on the step at which it ends.
  arrive(graph.endStep ?? '', new Map(start.map(([name]) => [name, ANY_NUMBER])));
  // The iterator of a set also visits elements that are added meanwhile.
  for (const name of waiting) {
    waiting.delete(name);
    const held = states.get(name);
    const node = nodes.get(name);
    if (held !== undefined && node !== undefined) leaveStep(node, held, { draft, arrive });
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
  const known = byOutcome?.get(outcome) ?? held;
  if ([...known.values()].some(({ length }) => length === 0)) return undefined;
  return writeValues(name, { outcome, failure }, { draft, held: known });
}

/** Returns what is known behind each case of a switch. */
function splitByCase(step: string, held: Held, draft: FlowDraft): ReadonlyMap<string, Held> {
  const byOutcome = new Map<string, Held>();
  let left = held;
  for (const [index, { source }] of (listConditions(draft).get(step) ?? []).entries()) {
    const term = draft.expressions().parse(source);
    byOutcome.set(`case_${index + 1}`, narrowHeld(left, term, { isTrue: true, draft }));
    left = narrowHeld(left, term, { isTrue: false, draft });
  }
  return byOutcome.set('otherwise', left);
}

function narrowHeld(
  held: Held,
  term: Term | undefined,
  { isTrue, draft }: { isTrue: boolean; draft: FlowDraft },
): Held {
  if (term === undefined) return held;
  const narrowed = narrowNames(term, isTrue, toNamed(held, draft));
  return new Map([...held.keys()].map((name) => [name, narrowed.find(name)]));
}

function writeValues(
  step: string,
  way: Pick<Edge, 'outcome' | 'failure'>,
  { draft, held }: { draft: FlowDraft; held: Held },
): Held {
  const written = getStepValues(draft, step).writes.filter(
    (source) => held.has(`vars.${source.variable}`) && isWritten(source, way),
  );
  if (written.length === 0) return held;
  const named = toNamed(held, draft);
  return new Map([
    ...held,
    ...written.map((one) => [`vars.${one.variable}`, readSource(one, draft, named)] as const),
  ]);
}

function joinHeld(before: Held, other: Held, isLate: boolean): Held {
  return new Map(
    [...before].map(([name, ranges]) => {
      const joined = joinRanges(...ranges, ...(other.get(name) ?? ANY_NUMBER));
      return [name, isLate ? widen(ranges, joined) : joined];
    }),
  );
}

function isSame(one: Held, other: Held): boolean {
  return [...one].every(([name, ranges]) => {
    const others = other.get(name) ?? [];
    return (
      others.length === ranges.length &&
      ranges.every(({ min, max }, at) => min === others[at]?.min && max === others[at].max)
    );
  });
}

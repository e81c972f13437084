import { findReachable, indexSteps, listTerms, memoize, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, listReferences } from '../check/references.ts';
import { listConditions } from '../check/known-values.ts';
import { getStepValues } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { keyRangeAt } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep } from './unasked-ways.ts';

/**
 * Reports counters that never come to the bound with which a condition compares them: nothing but `set` writes them, by
 * constants, themselves, or themselves and a constant, and every such step leads away from the bound or leaves the value
 * as it is.
 */
export const counterStandsStill: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [name, { bounds, first, steps, isUpwards, isTowards }] of findStillCounters(draft))
      report({
        code: 'counter-stands-still',
        message: `"${name}" is compared with ${bounds.join(' and ')}, but no step brings it there: it ${describeCounting(steps, isTowards)}`,
        span: findReferenceSpan(draft.document, first.reference),
        hint: `write \${vars.${name} ${isUpwards ? '+' : '-'} 1}`,
      });
    for (const { step, name, other, before } of listOtherCounters(draft))
      report({
        code: 'counter-stands-still',
        message: `step "${step}" decides by "${name}", which no step changes: step "${before}" before it counts "${other}"`,
        span: draft.document.span(keyRangeAt(draft.document.root, ['steps', step])),
        hint: `count "${name}" there, or decide by "${other}"`,
      });
    for (const { step, name, bound } of listForgottenCounters(draft))
      report({
        code: 'counter-stands-still',
        message: `step "${step}" waits for "${name}" to come to ${bound}, but no step counts it: callers come back here for ever`,
        span: draft.document.span(keyRangeAt(draft.document.root, ['steps', step])),
        hint: `set ${name}: \${vars.${name} + 1} on the way back`,
      });
  },
};

function describeCounting(steps: readonly number[], isTowards: boolean): string {
  if (isTowards) return `passes by in steps of ${Math.abs(steps[0] ?? 1)}`;
  return steps.every((by) => by === 0) ? 'keeps its value' : 'counts the other way';
}

interface OtherCounter {
  step: string;
  name: string;
  other: string;
  before: string;
}

/** Lists switches on a counter that nothing writes, behind a step that counts with another one, which they do not read. */
function listOtherCounters(draft: FlowDraft): OtherCounter[] {
  const { steps } = draft.graph;
  const still = listUnwrittenCounters(draft);
  if (still.length === 0) return [];
  return steps.flatMap(({ name: step, verb }) => {
    const conditions = verb === 'switch' ? (listConditions(draft).get(step) ?? []) : [];
    const name = still.find((one) =>
      conditions.some(({ source }) => new RegExp(`vars\\.${one}\\s*[<>]`).test(source)),
    );
    if (name === undefined) return [];
    const { reads } = getStepValues(draft, step);
    const [before, ...more] = steps.filter(({ edges }) => edges.some(({ to }) => to === step));
    if (before === undefined || more.length > 0) return [];
    const counted = getStepValues(draft, before.name).writes.find(
      ({ variable, isSet, reads: own }) =>
        isSet && own.has(`vars.${variable}`) && !reads.has(`vars.${variable}`),
    );
    return counted === undefined ? [] : [{ step, name, other: counted.variable, before: before.name }];
  });
}

interface ForgottenCounter {
  step: string;
  name: string;
  bound: number;
}

/** Bounds of rounds: 1 may be that of a switch which is on or off, and larger ones are rather amounts. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 10;

/** Lists switches that decide about another round by a counter which keeps its first value of 0 or 1. */
function listForgottenCounters(draft: FlowDraft): ForgottenCounter[] {
  const others = new Set(listOtherCounters(draft).map(({ step }) => step));
  const still = listUnwrittenCounters(draft).filter((name) =>
    [0, 1].includes(Number(draft.vars[name]?.initial)),
  );
  if (still.length === 0) return [];
  return draft.steps.flatMap(({ name: step }): ForgottenCounter[] => {
    const [only, ...more] = (listConditions(draft).get(step) ?? []).map(({ source }) => source);
    const { name = '', operator = '', bound = 0 } = readRounds(only ?? '');
    const edges = findStep(draft, step)?.edges ?? [];
    if (
      !still.includes(name) ||
      more.length > 0 ||
      others.has(step) ||
      bound < MIN_ROUNDS ||
      bound > MAX_ROUNDS
    )
      return [];
    // The way of the condition, and the one past it.
    const [isHolding, isFailing] = ['<', '<='].includes(operator) ? [0, 1] : [1, 0];
    const [round, end] = [edges[isHolding]?.to ?? '', edges[isFailing]?.to ?? ''];
    return leadsBack(round, step, draft) && end !== round ? [{ step, name, bound }] : [];
  });
}

/** Reads a comparison of a variable with a number, on either side. */
function readRounds(source: string): { name?: string; operator?: string; bound?: number } {
  const [, name, operator, bound] = /^\s*vars\.(\w+)\s*(<=?|>=?)\s*(\d+)\s*$/.exec(source) ?? [];
  if (name !== undefined && operator !== undefined) return { name, operator, bound: Number(bound) };
  const [, first, sign = '', last] = /^\s*(\d+)\s*(<=?|>=?)\s*vars\.(\w+)\s*$/.exec(source) ?? [];
  return last === undefined
    ? {}
    : { name: last, operator: sign.startsWith('<') ? '>' : '<', bound: Number(first) };
}

function leadsBack(from: string, to: string, draft: FlowDraft): boolean {
  return findReachable(indexSteps(draft.graph), [from]).has(to);
}

/** Lists the integers that conditions compare and no step writes. */
function listUnwrittenCounters(draft: FlowDraft): string[] {
  return [...groupBounds(draft).keys()].filter(
    (name) =>
      draft.vars[name]?.type === 'int' &&
      findSources(draft)
        .get(name)
        ?.some((source) => source.step !== undefined) === false,
  );
}

interface StillCounter {
  bounds: readonly number[];
  /** The first step that writes it. */
  first: Write;
  /** The numbers that steps add. */
  steps: readonly number[];
  /** True when the bounds are above it. */
  isUpwards: boolean;
  /** True when it counts towards the bounds, and passes them by. */
  isTowards: boolean;
}

/** Returns the counters that never come to their bounds, by name. */
export const findStillCounters = memoize((draft: FlowDraft): ReadonlyMap<string, StillCounter> => {
  const written = groupWrites(draft);
  const compared = groupBounds(draft);
  return new Map(
    Object.entries(draft.vars).flatMap(([name, { initial, type }]) => {
      const bounds = type === 'int' ? (compared.get(name) ?? []) : [];
      const writes = bounds.length === 0 ? undefined : readWrites(name, written.get(name) ?? [], draft);
      const isExact = !findOrdered(draft).has(name);
      const found =
        writes === undefined ? undefined : judgeCounter(Number(initial), { bounds, writes, isExact });
      return found === undefined ? [] : [[name, found]];
    }),
  );
});

function judgeCounter(
  initial: number,
  { bounds, writes, isExact }: { bounds: readonly number[]; writes: readonly Write[]; isExact: boolean },
): StillCounter | undefined {
  const [first] = writes;
  const begins = [initial, ...writes.flatMap(({ constant }) => constant ?? [])];
  const steps = writes.flatMap(({ by }) => by ?? []);
  const isUpwards = bounds.every((bound) => begins.every((begin) => begin < bound));
  const isDownwards = bounds.every((bound) => begins.every((begin) => begin > bound));
  const isTowards = steps.some((by) => (isUpwards ? by > 0 : by < 0));
  const [by = 1, ...others] = new Set(steps);
  const isPassedBy =
    isExact &&
    others.length === 0 &&
    bounds.every((bound) => begins.every((begin) => (bound - begin) % by !== 0));
  const isReached = steps.length === 0 || (isTowards && !isPassedBy);
  if (first === undefined || isReached || (!isUpwards && !isDownwards)) return undefined;
  return { bounds, first, steps, isUpwards, isTowards };
}

/** Returns the variables that some expression compares with less or more. */
const findOrdered = memoize(
  (draft: FlowDraft): ReadonlySet<string> =>
    new Set(
      listExpressions(draft).flatMap(({ source }) =>
        /[<>]/.test(source) ? [...source.matchAll(/\bvars\.(\w+)/g)].map(([, name = '']) => name) : [],
      ),
    ),
);

interface Write {
  reference: Reference;
  constant?: number;
  by?: number;
}

/** Groups everything that is written by variable. */
function groupWrites(draft: FlowDraft): ReadonlyMap<string, readonly Reference[]> {
  const kept = listReferences(draft, 'variable').filter(({ path }) => path.at(-2) !== 'set');
  const all = [...listReferences(draft, 'value', 'answer'), ...kept];
  return Map.groupBy(all, ({ kind, text, path }) => (kind === 'variable' ? text : String(path.at(-1))));
}

/** Returns what is written to a variable; undefined when something else may be. */
function readWrites(name: string, written: readonly Reference[], draft: FlowDraft): Write[] | undefined {
  const writes = written.map((reference) => readWrite(reference, name, draft));
  return writes.includes(undefined) ? undefined : (writes as Write[]);
}

function readWrite(reference: Reference, name: string, draft: FlowDraft): Write | undefined {
  const text = reference.text.trim();
  if (reference.kind !== 'value') return undefined;
  if (/^-?\d+$/.test(text)) return { reference, constant: Number(text) };
  const [, source] = /^\$\{([^{}]*)\}$/.exec(text) ?? [];
  const term = source === undefined ? undefined : draft.expressions().parse(source);
  if (term === undefined) return undefined;
  if (namePath(term) === `vars.${name}`) return { reference, by: 0 };
  if (term.kind !== 'operation' || (term.operator !== '+' && term.operator !== '-')) return undefined;
  const [left, right] = term.args;
  const by = readWhole(right);
  if (left === undefined || namePath(left) !== `vars.${name}` || by === undefined) return undefined;
  return { reference, by: term.operator === '+' ? by : -by };
}

function readWhole(term: Term | undefined): number | undefined {
  return term?.kind === 'value' && typeof term.value === 'bigint' ? Number(term.value) : undefined;
}

/** Groups the constants with which conditions compare variables; NaN stands for anything else. */
function groupBounds(draft: FlowDraft): ReadonlyMap<string, readonly number[]> {
  const bounds = new Map<string, number[]>();
  for (const { source } of listExpressions(draft)) {
    const term = /[<>=]/.test(source) ? draft.expressions().parse(source) : undefined;
    for (const one of term === undefined ? [] : listTerms(term)) {
      if (one.kind !== 'operation' || !COMPARISONS.has(one.operator)) continue;
      for (const [at, part] of one.args.entries()) {
        const [, name] = /^vars\.(\w+)$/.exec(namePath(part) ?? '') ?? [];
        const bound = readWhole(one.args[1 - at]) ?? NaN;
        const known = bounds.get(name ?? '') ?? [];
        if (name !== undefined && !known.includes(bound)) bounds.set(name, [...known, bound]);
      }
    }
  }
  return bounds;
}

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, listReferences } from '../check/references.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports counters that never come to the bound with which a condition compares them: nothing but `set` writes them, by
 * constants, themselves, or themselves and a constant, and every such step leads away from the bound or leaves the value
 * as it is.
 */
export const counterStandsStill: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const [name, { initial, type }] of Object.entries(draft.vars)) {
      if (type !== 'int') continue;
      const writes = readWrites(name, draft);
      const bounds = writes === undefined ? [] : findBounds(name, draft);
      const [first] = writes ?? [];
      if (writes === undefined || first === undefined || bounds.length === 0) continue;
      const begins = [Number(initial), ...writes.flatMap(({ constant }) => constant ?? [])];
      const steps = writes.flatMap(({ by }) => by ?? []);
      const isUpwards = bounds.every((bound) => begins.every((begin) => begin < bound));
      const isDownwards = bounds.every((bound) => begins.every((begin) => begin > bound));
      const isReached =
        (!isUpwards && !isDownwards) ||
        steps.some((by) => (isUpwards ? by > 0 : by < 0)) ||
        steps.length === 0;
      if (isReached) continue;
      report({
        code: 'counter-stands-still',
        message: `"${name}" is compared with ${bounds.join(' and ')}, but no step brings it there: it ${steps.every((by) => by === 0) ? 'keeps its value' : 'counts the other way'}`,
        span: findReferenceSpan(draft.document, first.reference),
        hint: `write \${vars.${name} ${isUpwards ? '+' : '-'} 1}`,
      });
    }
  },
};

interface Write {
  reference: Reference;
  constant?: number;
  by?: number;
}

/** Returns what is written to a variable; undefined when something else may be. */
function readWrites(name: string, draft: FlowDraft): Write[] | undefined {
  const references = listReferences(draft, 'value', 'answer').filter(({ path }) => path.at(-1) === name);
  const kept = listReferences(draft, 'variable').filter(
    (one) => one.text === name && one.path.at(-2) !== 'set',
  );
  if (kept.length > 0) return undefined;
  const writes = references.map((reference) => readWrite(reference, name, draft));
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

/** Returns the constants with which conditions compare a variable. */
function findBounds(name: string, draft: FlowDraft): number[] {
  const bounds = listExpressions(draft).flatMap(({ source }) => {
    if (!source.includes(name) || !/[<>=]/.test(source)) return [];
    const term = draft.expressions().parse(source);
    return (term === undefined ? [] : listTerms(term)).flatMap((one) => {
      if (one.kind !== 'operation' || !COMPARISONS.has(one.operator)) return [];
      const [left, right] = one.args;
      if (left === undefined || right === undefined) return [];
      if (namePath(left) === `vars.${name}`) return readWhole(right) ?? NaN;
      return namePath(right) === `vars.${name}` ? (readWhole(left) ?? NaN) : [];
    });
  });
  return [...new Set(bounds)];
}

const COMPARISONS = new Set(['==', '!=', '<', '<=', '>', '>=']);

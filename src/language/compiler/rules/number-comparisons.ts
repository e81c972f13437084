import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, isImportedStep, listExpressions, stepNameOf } from '../check/references.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { listAlternatives, shortenText } from '../read/words.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { findStillCounters } from './counter-stands-still.ts';
import type { FlowRule } from './flow-rule.ts';
import {
  compareRanges,
  computeRanges,
  toHull,
  type NamedRanges,
  type NumberRanges,
} from './number-ranges.ts';
import { findRangesFor } from './variable-ranges.ts';

/**
 * Reports comparisons of numbers that are false, or true, in every call: their variables only ever get numbers on one
 * side of the bound. Constants, settings, parameters and answers of services may be any number. A certain comparison
 * that is one of several conditions is left alone, since it harms nobody.
 */
export const numberComparisons: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = /[<>=]/.test(source) ? draft.expressions().parse(source) : undefined;
      if (term === undefined || isImportedStep(draft, reference)) continue;
      const restricted = listRestricted(term);
      const views = listViews(draft, reference);
      for (const one of listTerms(term)) {
        const view = views.find((named) => decideComparison(one, named, draft) !== undefined);
        if (view === undefined) continue;
        const isTrue = decideComparison(one, view, draft);
        const isDecisive = one === term && (isCounted(one, reference, draft) || isOnlyMeasured(one, draft));
        const isHarmless = restricted.has(one) || (view !== views[0] && !isDecisive);
        if (isTrue && isHarmless) continue;
        const place = { start: start + one.start, end: start + one.end };
        report({
          code: isTrue ? 'certain-condition' : 'impossible-condition',
          message: `${describeValues(one, source, view)}, so ${shortenText(source.slice(one.start, one.end))} is ${isTrue ? 'always' : 'never'} true`,
          span: findReferenceSpan(draft.document, reference, place),
          hint: 'correct the bound, or the places that give the variable its values',
        });
      }
    }
  },
};

/**
 * Returns the numbers that variables can have anywhere, and at the step of an expression. What is true there alone is
 * left alone: whoever excludes a number that the question refuses as well harms nobody.
 */
function listViews(draft: FlowDraft, reference: Reference): NamedRanges[] {
  return [findRangesFor(draft, undefined), findRangesFor(draft, stepNameOf(reference))];
}

/** True for a condition on a counter which every way to it has counted: then it never lets a call pass. */
function isCounted(condition: Term, reference: Reference, draft: FlowDraft): boolean {
  const step = stepNameOf(reference);
  const [name, ...others] = listNames(condition);
  if (reference.kind !== 'condition' || step === undefined || name === undefined || others.length > 0)
    return false;
  const sources = findSourcesAt(draft, name, step);
  return sources.length > 0 && sources.every(({ reads }) => reads.has(`vars.${name}`));
}

/** True for a condition on the length of a text of which the flow reads nothing else: what was entered decides nothing. */
function isOnlyMeasured(condition: Term, draft: FlowDraft): boolean {
  const [name, ...others] = listNames(condition);
  if (name === undefined || others.length > 0) return false;
  return listExpressions(draft).every(({ source }) => {
    const term = source.includes(name) ? draft.expressions().parse(source) : undefined;
    if (term === undefined) return true;
    const measured = listTerms(term).filter(isSize).flatMap(listNames);
    return listNames(term).every((one) => one !== name || measured.includes(one));
  });
}

/** Returns the terms that are only part of a conjunction. */
export function listRestricted(term: Term): ReadonlySet<Term> {
  const joined = listTerms(term).filter((one) => one.kind === 'operation' && one.operator === '&&');
  return new Set(joined.flatMap((one) => listTerms(one)));
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '!=']);

/** Returns the result that a comparison of numbers has in every call. */
function decideComparison(term: Term, named: NamedRanges, draft: FlowDraft): boolean | undefined {
  if (term.kind !== 'operation' || !COMPARISONS.has(term.operator)) return undefined;
  const [left, right] = term.args;
  if (left === undefined || right === undefined) return undefined;
  // Another rule tells what the parts of a moment are.
  if (listTerms(term).some((one) => one.kind === 'call' && one.name.startsWith('get'))) return undefined;
  if (listNames(term).some((name) => findStillCounters(draft).has(name))) return undefined;
  const isTrue = compareRanges(term.operator, computeRanges(left, named), computeRanges(right, named));
  // Whoever makes sure that a text is long enough harms nobody.
  const isGuard = term.operator !== '==' && listTerms(term).some(isSize);
  return isTrue === true && isGuard ? undefined : isTrue;
}

function isSize(term: Term): boolean {
  return term.kind === 'call' && term.name === 'size';
}

/** Returns the variables of a term. */
function listNames(term: Term): string[] {
  return listTerms(term).flatMap((one) => /^vars\.(\w+)$/.exec(namePath(one) ?? '')?.[1] ?? []);
}

function describeValues(term: Term, source: string, named: NamedRanges): string {
  const sides = term.kind === 'operation' ? term.args.filter((side) => listNames(side).length > 0) : [];
  return sides
    .map((side) => `"${source.slice(side.start, side.end)}" is ${renderRanges(computeRanges(side, named))}`)
    .join(' and ');
}

/** A number next to 0 stands for all that are not 0. */
function roundTiny(number: number): number {
  return Math.abs(number) <= Number.MIN_VALUE ? 0 : number;
}

/** Maximum number of single numbers that a message lists. */
const MAX_LISTED = 4;

function renderRanges(ranges: NumberRanges): string {
  const isList = ranges.length <= MAX_LISTED && ranges.every(({ min, max }) => min === max);
  if (isList) return listAlternatives(ranges.map(({ min }) => String(min)));
  const hull = toHull(ranges) ?? { min: 0, max: 0 };
  const [min, max] = [hull.min, hull.max].map(roundTiny);
  if (max === Infinity) return `at least ${min}`;
  return min === -Infinity ? `at most ${max}` : `between ${min} and ${max}`;
}

import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports results that are rounded down, mostly to zero, since whole numbers are divided before they are multiplied,
 * before the result is made a decimal number, or for an amount that is read out. The same number on both sides rounds on
 * purpose, and so does `int(…)` around the division.
 */
export const earlyRounding: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const isAmount = isSpokenAmount(reference, draft);
      if (!source.includes('/') || !(isAmount || /\*|double\(/.test(source))) continue;
      const term = draft.expressions().parse(source);
      for (const one of term === undefined ? [] : listTerms(term)) {
        const found =
          isAmount && one === term
            ? findLostCents(one, source, draft)
            : findEarlyRounding(one, source, draft);
        if (found === undefined) continue;
        const place = { start: start + one.start, end: start + one.end };
        report({ ...found, span: findReferenceSpan(draft.document, reference, place) });
      }
    }
  },
};

/** True for a text that is read out as an amount of money. */
function isSpokenAmount({ path }: Reference, { document }: FlowDraft): boolean {
  if (path.at(-1) !== 'text') return false;
  const as = entryOf(nodeAt(document.root, path.slice(0, -1)), 'as')?.value;
  return as?.kind === 'map' && entryOf(as, 'currency') !== undefined;
}

function findLostCents(term: Term, source: string, draft: FlowDraft): Found | undefined {
  const isDivision = term.kind === 'operation' && term.operator === '/';
  if (!isDivision || !isWhole(term, draft)) return findEarlyRounding(term, source, draft);
  return {
    code: 'early-rounding',
    message: 'the division of whole numbers drops the rest, so callers hear the amount without its cents',
    hint: `divide by a number with a point: ${source}.0`,
  };
}

const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);

interface Found {
  code: 'early-rounding';
  message: string;
  hint: string;
}

function isWhole(term: Term, draft: FlowDraft): boolean {
  if (term.kind === 'value') return typeof term.value === 'bigint';
  if (term.kind === 'call') return term.name === 'int' || term.name === 'size';
  if (term.kind === 'operation')
    return ARITHMETIC.has(term.operator) && term.args.every((one) => isWhole(one, draft));
  const [holder, name = '', ...deeper] = namePath(term)?.split('.') ?? [];
  if (deeper.length > 0 || (holder !== 'vars' && holder !== 'params')) return false;
  return Object.hasOwn(draft[holder], name) && draft[holder][name]?.type === 'int';
}

function findEarlyRounding(term: Term, source: string, draft: FlowDraft): Found | undefined {
  const [only] = term.kind === 'call' && term.name === 'double' ? term.args : [];
  if (only?.kind === 'operation' && only.operator === '/' && isWhole(only, draft))
    return {
      code: 'early-rounding',
      message: 'the division of whole numbers drops the rest before double(…) sees it',
      hint: `divide by a number with a point: ${source.slice(only.start, only.end)}.0`,
    };
  if (term.kind !== 'operation' || term.operator !== '*' || source.includes('%')) return undefined;
  const at = term.args.findIndex((one) => one.kind === 'operation' && one.operator === '/');
  const [division, share] = [term.args[at], term.args[1 - at]];
  if (division?.kind !== 'operation' || share === undefined) return undefined;
  if (!isWhole(division, draft) || !isWhole(share, draft)) return undefined;
  const [of, by] = division.args;
  const read = (one: Term) => source.slice(one.start, one.end);
  if (of === undefined || by === undefined || read(by) === read(share)) return undefined;
  return {
    code: 'early-rounding',
    message: `whole numbers are divided before they are multiplied: the result is 0 until ${read(of)} reaches ${read(by)}`,
    hint: `multiply first: ${read(of)} * ${read(share)} / ${read(by)}; int(${read(division)}) says that the rest is meant to be lost`,
  };
}

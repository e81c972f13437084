import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports shares in percent or per mille that are rounded down to zero, since whole numbers are divided before they are
 * multiplied. Other divisions of whole numbers may be meant.
 */
export const earlyRounding: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!source.includes('/') || !source.includes('*')) continue;
      const term = draft.expressions().parse(source);
      for (const one of term === undefined ? [] : listTerms(term)) {
        const found = findEarlyRounding(one, source, draft);
        if (found === undefined) continue;
        const place = { start: start + one.start, end: start + one.end };
        report({ ...found, span: findReferenceSpan(draft.document, reference, place) });
      }
    }
  },
};

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

/** Multipliers of shares: percent and per mille. */
const SHARES = new Set([100n, 1000n]);

function findEarlyRounding(term: Term, source: string, draft: FlowDraft): Found | undefined {
  if (term.kind !== 'operation' || term.operator !== '*' || source.includes('%')) return undefined;
  const division = term.args.find((one) => one.kind === 'operation' && one.operator === '/');
  const share = term.args.find((one) => one.kind === 'value' && SHARES.has(one.value as bigint));
  if (division?.kind !== 'operation' || share?.kind !== 'value' || !isWhole(division, draft))
    return undefined;
  const [of, by] = division.args;
  if (of === undefined || by === undefined || (by.kind === 'value' && by.value === share.value))
    return undefined;
  const read = (one: Term) => source.slice(one.start, one.end);
  return {
    code: 'early-rounding',
    message: `whole numbers are divided before they are multiplied: the result is 0 until ${read(of)} reaches ${read(by)}`,
    hint: `multiply first: ${read(of)} * ${String(share.value)} / ${read(by)}`,
  };
}

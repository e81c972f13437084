import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports results that are rounded down, mostly to zero, since whole numbers are divided before they are multiplied,
 * before the result is made a decimal number, or for an amount that is read out, and amounts that `int(…)` makes cents:
 * 19.99 * 100 is 1998.99…. The same number on both sides rounds on purpose, and so does `int(…)` around the division.
 */
export const earlyRounding: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const isAmount = isSpokenAmount(reference, draft);
      const isDivided = source.includes('/') && (isAmount || /\*|double\(/.test(source));
      if (!isDivided && !/int\s*\(/.test(source)) continue;
      const term = draft.expressions().parse(source);
      for (const one of term === undefined ? [] : listTerms(term)) {
        const found =
          isAmount && one === term
            ? findLostCents(one, source, draft)
            : (findEarlyRounding(one, source, draft) ??
              findLostCent(one, source, draft) ??
              findCutAmount(one, { reference, source }, draft));
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

/** Finds a number with a fraction of which `int(…)` takes 10, 100 or more times as much. */
function findLostCent(term: Term, source: string, draft: FlowDraft): Found | undefined {
  const [scaled] = term.kind === 'call' && term.name === 'int' && term.on === undefined ? term.args : [];
  if (scaled === undefined) return undefined;
  const { others, isScaled } = listFactors(scaled);
  if (!isScaled || others.every((one) => isWhole(one, draft) || isWholeDouble(one, draft))) return undefined;
  return {
    code: 'early-rounding',
    message:
      'int(…) cuts off, and such a product is often a little too small: 19.99 * 100.0 is 1998.9999…, of which 1998 is left',
    hint: `round to the nearest whole number: int(${source.slice(scaled.start, scaled.end)} + 0.5)`,
  };
}

/** Finds an amount that callers may enter with cents, and of which a request or a message gets the whole part alone. */
function findCutAmount(
  term: Term,
  { reference, source }: { reference: Reference; source: string },
  draft: FlowDraft,
): Found | undefined {
  const isSent = reference.path[2] === 'http' || reference.path[2] === 'sms';
  const [amount] = isSent && term.kind === 'call' && term.name === 'int' ? term.args : [];
  const name = amount === undefined ? undefined : namePath(amount);
  const isEntered = listCollects(draft).some(
    ({ body: { type, save = '' } }) =>
      type === 'currency' && `vars.${save}` === name && draft.vars[save]?.type === 'double',
  );
  if (!isEntered) return undefined;
  return {
    code: 'early-rounding',
    message: `int(…) cuts off the cents that callers may enter: of 12.50 it sends 12`,
    hint: `send the amount itself, or in cents: ${source.replace(/int\s*\(\s*([\w.]+)\s*\)/, 'int($1 * 100.0 + 0.5)')}`,
  };
}

interface Factors {
  /** The factors other than 10, 100, 1000 and so on. */
  others: readonly Term[];
  /** True when there is a factor of 10 or more; a division by 0.01 is one as well. */
  isScaled: boolean;
}

function listFactors(term: Term): Factors {
  const [left, right] = term.kind === 'operation' ? term.args : [];
  const operator = term.kind === 'operation' ? term.operator : '';
  if (left === undefined || right === undefined) return { others: [term], isScaled: false };
  if (operator === '*') {
    const sides = [left, right].map((side) =>
      isPowerOfTen(side) ? { others: [], isScaled: true } : listFactors(side),
    );
    return {
      others: sides.flatMap(({ others }) => others),
      isScaled: sides.some(({ isScaled }) => isScaled),
    };
  }
  const isShare = operator === '/' && right.kind === 'value' && SHARES.includes(Number(right.value));
  return isShare ? { ...listFactors(left), isScaled: true } : { others: [term], isScaled: false };
}

const SHARES = [0.1, 0.01, 0.001];

function isPowerOfTen(term: Term): boolean {
  return term.kind === 'value' && /^10+$/.test(String(term.value));
}

function isWholeDouble(term: Term, draft: FlowDraft): boolean {
  const [only] = term.kind === 'call' && term.name === 'double' ? term.args : [];
  if (term.kind === 'value') return Number.isInteger(Number(term.value));
  return only !== undefined && isWhole(only, draft);
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

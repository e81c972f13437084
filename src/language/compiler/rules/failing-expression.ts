import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { listTerms, memoize, namePath, type Term } from '../../model/index.ts';
import {
  findReferenceSpan,
  listExpressions,
  stepNameOf,
  type WrittenExpression,
} from '../check/references.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listPartialOperations, type PartialOperation } from './partial-operations.ts';
import { findForm, listPhrases } from './answer-forms.ts';
import { findRange } from './value-domains.ts';
import type { Source } from '../check/step-values.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { shortenText } from '../read/words.ts';
import { findRangesAt } from './variable-ranges.ts';

/**
 * Reports expressions that fail for what callers may enter, say or hide: a division by zero, an index behind the last
 * part, characters that a text does not have, a number made of words, a point in time made of a date. A value that the
 * flow tests anywhere is taken for guarded; values of services are not judged.
 */
export const failingExpression: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const reported = new Set<string>();
    for (const written of listExpressions(draft)) {
      const step = stepNameOf(written.reference);
      if (step === undefined || !MAY_FAIL.test(written.source)) continue;
      const term = draft.expressions().parse(written.source);
      for (const operation of term === undefined ? [] : listPartialOperations(term)) {
        const key = `${step} ${operation.name} ${operation.needs.kind}`;
        if (reported.has(key)) continue;
        const failure = isTested(operation, { written, draft })
          ? findLooseGuard(operation, { step, written, draft })
          : findFailure(operation, { step, draft });
        if (failure === undefined) continue;
        reported.add(key);
        const { start } = written;
        const { start: from, end: to } = operation.term;
        const place = { start: start + from, end: start + to };
        report({
          code: 'failing-expression',
          message: `this fails ${failure.when}`,
          span: findReferenceSpan(draft.document, written.reference, place),
          hint: failure.hint,
        });
      }
    }
  },
};

/** Quick check: most expressions cannot fail. */
const MAY_FAIL = /split|substring|int *\(|double *\(|timestamp *\(|[/%]/;

interface Failure {
  /** The calls in which it fails: "for callers who …". */
  when: string;
  hint: string;
}

function findFailure(
  operation: PartialOperation,
  { step, draft }: { step: string; draft: FlowDraft },
): Failure | undefined {
  const { name, needs } = operation;
  if (name === 'call.from' && needs.kind === 'characters')
    return {
      when: `for callers who withhold their number: it is empty and has no ${needs.count} characters`,
      hint: 'use startsWith(), or test first whether it is empty',
    };
  const [holder, variable = ''] = name.split('.');
  if (holder !== 'vars' || name.split('.').length > 2) return undefined;
  for (const source of findSourcesAt(draft, variable, step)) {
    const failure = source.step === undefined ? undefined : findSourceFailure(source, operation, source.step);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function findSourceFailure(
  source: Source,
  { name, needs }: PartialOperation,
  step: string,
): Failure | undefined {
  if (needs.kind === 'not-zero')
    return source.kind === 'answer' && canBeZero(source.body)
      ? {
          when: `for callers who enter 0 in step "${step}": nothing can be divided by zero`,
          hint: `give the step a range that begins above zero, or test ${name} first`,
        }
      : undefined;
  const hint =
    needs.kind === 'instant'
      ? `add the time and the zone: timestamp(${name} + "T00:00:00Z")`
      : `test ${name} first, for instance in a case above`;
  const example = listExamples(source).find((text) => !isEnough(text, needs));
  if (example !== undefined)
    return {
      when: `for ${nameOrigin(source, example)} "${example}": it ${describeLack(needs)}`,
      hint,
    };
  if (source.kind === 'message')
    return {
      when: `for some messages: a caller may write something that ${describeLack(needs)}`,
      hint,
    };
  if (source.kind !== 'answer' || source.body.pattern !== undefined || source.body.type !== 'text')
    return undefined;
  return source.body.speech === true ||
    source.body.speech === undefined ||
    listPhrases(source.body).length === 0
    ? {
        when: `for some answers to step "${step}": a caller may say something that ${describeLack(needs)}`,
        hint,
      }
    : undefined;
}

/** Finds a switch that compares a divisor with 0, and lets 0 pass. */
function findLooseGuard(
  { name, needs }: PartialOperation,
  { step, written, draft }: { step: string; written: WrittenExpression; draft: FlowDraft },
): Failure | undefined {
  const isNumber = name.startsWith('vars.') && needs.kind === 'not-zero';
  const tests = isNumber ? (findTests(draft).get(name) ?? []) : [];
  const isOwn = tests.some(({ reference }) => reference === written.reference);
  const guard = tests.find(({ source }) => comparesWithZero(source, name));
  if (isOwn || guard === undefined) return undefined;
  const ranges = findRangesAt(draft, step).find(name);
  return ranges.some(({ min, max }) => min === 0 || max === 0)
    ? {
        when: `when ${name} is 0: the condition ${shortenText(guard.source)} does not exclude it`,
        hint: `exclude 0 there as well: nothing can be divided by zero`,
      }
    : undefined;
}

function comparesWithZero(source: string, name: string): boolean {
  const zero = String.raw`-?0(?:\.0*)?(?![\d.])`;
  const path = name.replace('.', String.raw`\.`);
  return new RegExp(String.raw`(?:${path}\s*[<>]=?\s*${zero})|(?:${zero}\s*[<>]=?\s*${path}\b)`).test(source);
}

function nameOrigin(source: Source, text: string): string {
  if (source.kind !== 'answer') return 'the value';
  return listPhrases(source.body).includes(text) ? 'callers who say' : 'callers who enter';
}

/** Completes "the text …". */
function describeLack(needs: PartialOperation['needs']): string {
  switch (needs.kind) {
    case 'parts':
      return `has fewer than ${needs.count} parts`;
    case 'characters':
      return `has fewer than ${needs.count} characters`;
    case 'instant':
      return 'is no point in time such as 2026-12-24T09:30:00Z';
    default:
      return 'is no number';
  }
}

/** Returns texts that a source gives: cells, phrases, and the shortest answer. */
function listExamples(source: Source): string[] {
  if (source.kind === 'texts') return source.texts.map(({ text }) => text).filter((text) => text !== '');
  if (source.kind !== 'answer') return [];
  return [...listPhrases(source.body), ...listKeyedExamples(source.body)];
}

function listKeyedExamples(body: Readable<CollectStep>): string[] {
  if (body.type === 'date') return ['2026-12-24'];
  if (body.type === 'time') return ['14:30'];
  const form = findForm(body);
  const length = (body.type ?? 'digits') === 'digits' ? findKeyedLength(body) : undefined;
  return form === undefined || length === undefined ? [] : ['1'.repeat(length.min)];
}

function isEnough(text: string, needs: PartialOperation['needs']): boolean {
  switch (needs.kind) {
    case 'parts':
      return text.split(needs.separator).length >= needs.count;
    case 'characters':
      return text.length >= needs.count;
    case 'instant':
      return /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text);
    case 'number':
      return /^[-+]?\d+(\.\d+)?$/.test(text.trim());
    case 'not-zero':
      return Number(text) !== 0;
  }
}

function canBeZero(body: Readable<CollectStep>): boolean {
  const { type = 'digits', pattern } = body;
  const isNumber = type === 'number' || type === 'currency' || type === 'digits';
  return isNumber && pattern === undefined && findRange(body).min <= 0;
}

/**
 * True when the flow tests the value: in the same expression, in a case above, or in another step. Who compares it with
 * one number does not test whether it is a number.
 */
function isTested(
  operation: PartialOperation,
  { written, draft }: { written: WrittenExpression; draft: FlowDraft },
): boolean {
  const { kind } = operation.needs;
  return (findTests(draft).get(operation.name) ?? []).some(({ reference, start, at, equals }) => {
    if (kind === 'number' && equals !== undefined && isEnough(equals, { kind })) return false;
    if (reference.path[1] !== written.reference.path[1]) return true;
    // A test in the same expression, or in a case above.
    if (reference === written.reference && start === written.start) return !isInside(at, operation.term);
    return Number(reference.path[3]) < Number(written.reference.path[3]);
  });
}

function findEqualText(condition: Term, name: Term): string | undefined {
  const comparison = listTerms(condition).find(
    (term) => term.kind === 'operation' && /^[!=]=$/.test(term.operator) && term.args.includes(name),
  );
  const other = comparison?.kind === 'operation' ? comparison.args.find((one) => one !== name) : undefined;
  return other?.kind === 'value' && typeof other.value === 'string' ? other.value : undefined;
}

function isInside(one: Term, other: Term): boolean {
  return one.start >= other.start && one.end <= other.end;
}

interface NameTest extends WrittenExpression {
  at: Term;
  /** The text with which the value is compared for equality. */
  equals?: string | undefined;
}

/** Name → the conditions that mention it, other than in operations that may fail themselves. */
const findTests = memoize((draft: FlowDraft): ReadonlyMap<string, NameTest[]> => {
  const tests = listExpressions(draft).flatMap((written) => {
    const isCondition = written.reference.kind === 'condition' || written.source.includes('?');
    const term = isCondition ? draft.expressions().parse(written.source) : undefined;
    if (term === undefined) return [];
    const partial = listPartialOperations(term).map((operation) => operation.term);
    return listTerms(term).flatMap((at) => {
      const name = namePath(at);
      const isFailing = partial.some((one) => isInside(at, one));
      return name === undefined || !name.includes('.') || isFailing
        ? []
        : [{ name, test: { ...written, at, equals: findEqualText(term, at) } }];
    });
  });
  const byName = Map.groupBy(tests, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ test }) => test)]));
});

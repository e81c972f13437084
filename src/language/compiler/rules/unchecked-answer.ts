import type { Finding } from '../../diagnostics/index.ts';
import { listTerms, memoize, namePath, scanTemplate, type Term } from '../../model/index.ts';
import { findReferenceSpan, listReferences, stepNameOf } from '../check/references.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { listConditions } from '../check/known-values.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { isFromAnswer, isHelpedAfterFailure, listRequests } from './web-requests.ts';

/**
 * Reports parts of an answer that are saved without a test whether they are there, where the expression or the flow shows
 * that they may be missing: an item of a list, or a text for whose absence the flow has a case, if it stands inside of
 * another value or belongs to the answer of a request that changes something. A service that is asked for a text may send
 * an empty one. The rule does not doubt other fields, or a failure that leads to a person or to a question.
 */
export const uncheckedAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const reference of listReferences(draft, 'answer')) {
      const step = stepNameOf(reference);
      if (step === undefined || isHelpedAfterFailure(draft, step)) continue;
      const [part, ...others] = scanTemplate(reference.text).parts;
      const source = typeof part === 'object' && others.length === 0 ? part : undefined;
      const term = source === undefined ? undefined : draft.expressions().parse(source.expr);
      // An expression that decides something has looked.
      if (term === undefined || source === undefined || /\?|&&|\|\||\bhas\(/.test(source.expr)) continue;
      const found = findIndex(term, source.expr) ?? findField(term, reference, draft);
      if (found === undefined) continue;
      const place = { start: source.start, end: source.start + source.expr.length };
      report({
        code: 'unchecked-answer',
        ...found,
        span: findReferenceSpan(draft.document, reference, place),
      });
    }
  },
};

type Found = Pick<Finding, 'message' | 'hint'>;

function findIndex(term: Term, source: string): Found | undefined {
  for (const one of listTerms(term)) {
    if (one.kind !== 'part' || one.part.kind !== 'value' || typeof one.part.value !== 'bigint') continue;
    if (!isFromAnswer(one)) continue;
    const list = source.slice(one.of.start, one.of.end);
    return {
      message: `the request fails for callers of whom the service knows nothing: a list that is empty has no item ${String(one.part.value)}`,
      hint: `look first: size(${list}) > ${String(one.part.value)} ? … : …`,
    };
  }
  return undefined;
}

function findField(term: Term, reference: Reference, draft: FlowDraft): Found | undefined {
  const path = namePath(term);
  const variable = String(reference.path.at(-1));
  if (path?.startsWith('response.json.') !== true || draft.vars[variable]?.type !== 'string')
    return undefined;
  const step = stepNameOf(reference);
  const isInside = path.split('.').length > 3;
  if (!isInside && listRequests(draft).some((one) => one.step.name === step && one.method === 'get'))
    return undefined;
  const tests = findEmptyTests(draft).get(`vars.${variable}`) ?? [];
  const expecting = tests.find((test) => {
    const sources = findSourcesAt(draft, variable, test);
    return sources.length > 0 && sources.every((source) => source.step === step);
  });
  if (expecting === undefined) return undefined;
  return {
    message: `when the answer has no "${path.slice('response.json.'.length)}", the request fails and step "${expecting}", which has a case for that, is not reached`,
    hint: `look first: ${describePresence(path)} ? ${path} : ""`,
  };
}

/** Returns the condition under which an answer has a field: each part of its path needs a look of its own. */
function describePresence(path: string): string {
  const [response, json, ...names] = path.split('.');
  return names.map((_, at) => `has(${[response, json, ...names.slice(0, at + 1)].join('.')})`).join(' && ');
}

/** Name → the switches with a case for its being empty. */
const findEmptyTests = memoize((draft: FlowDraft): ReadonlyMap<string, string[]> => {
  const tests = [...listConditions(draft)].flatMap(([step, conditions]) => {
    const literals = conditions.flatMap(({ isTrue }) => isTrue?.flat() ?? []);
    return literals.flatMap(({ comparison }) =>
      comparison?.kind === 'equals' && comparison.value === '' ? [{ name: comparison.name, step }] : [],
    );
  });
  const byName = Map.groupBy(tests, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ step }) => step)]));
});

import type { RunStep, SwitchStep } from '../../../../schemas/types/flow.ts';
import { namePath } from '../../model/index.ts';
import { findSources } from '../check/variable-sources.ts';
import { keySpanAt, spanAt } from '../read/document.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findDomain } from './value-domains.ts';

/**
 * Reports results of a sub-flow that are the same in every call, because no step sets the variable that is returned; and
 * cases of its caller for values that it never returns.
 */
export const resultNeverSet: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    checkReturns(draft, report);
    checkCases(draft, report);
  },
};

/** Returns the variable that a result is; undefined for other expressions. */
function findReturned(expression: string | undefined, draft: FlowDraft): string | undefined {
  const term = expression === undefined ? undefined : draft.expressions().parse(expression);
  const [holder, variable] = (term === undefined ? '' : (namePath(term) ?? '')).split('.');
  return holder === 'vars' ? variable : undefined;
}

function checkReturns(draft: FlowDraft, report: Report): void {
  for (const [name, expression] of Object.entries(draft.returns)) {
    const variable = findReturned(expression, draft);
    const sources = variable === undefined ? undefined : findSources(draft).get(variable);
    if (sources?.every(({ step }) => step === undefined) !== true) continue;
    report({
      code: 'result-never-set',
      message: `no step sets vars.${variable ?? ''}, so every call returns ${JSON.stringify(draft.vars[variable ?? '']?.initial)} as "${name}"`,
      span: spanAt(draft.document, ['returns', name]),
      hint: 'save the result in this variable',
    });
  }
}

/** Reports cases of a switch on the result of a sub-flow that no step of the sub-flow sets. */
function checkCases(draft: FlowDraft, report: Report): void {
  const results = findResults(draft);
  type ByValue = Extract<SwitchStep, { cases: unknown }>;
  for (const { path, body } of results.size === 0 ? [] : listMapSteps<ByValue>(draft, 'switch')) {
    const result = results.get(String(body.value ?? '').trim());
    for (const literal of result === undefined ? [] : Object.keys(body.cases ?? {})) {
      if (result === undefined || result.texts.has(literal)) continue;
      report({
        code: 'result-never-set',
        message: `flow "${result.flow}" never returns "${literal}" as "${result.name}", so this case is never chosen`,
        span: keySpanAt(draft.document, [...path, 'cases', literal]),
        hint: `it returns ${[...result.texts].map((text) => JSON.stringify(text)).join(', ')}`,
      });
    }
  }
}

interface Result {
  flow: string;
  name: string;
  /** Everything that the variable can be, the value with which it begins in the caller included. */
  texts: ReadonlySet<string>;
}

/** Returns the variables with nothing but results of one sub-flow whose values are known. */
function findResults(draft: FlowDraft): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const { body } of listMapSteps<RunStep>(draft, 'run'))
    for (const [variable, name] of Object.entries(body.save ?? {})) {
      const signature = draft.others.signature(body.flow ?? '');
      const sources = findSources(draft).get(variable) ?? [];
      if (signature === undefined || name === undefined || sources.length !== 2) continue;
      const returned = findReturned(signature.draft.returns[name], signature.draft);
      const domain = returned === undefined ? undefined : findDomain(signature.draft, `vars.${returned}`);
      if (domain?.kind !== 'text' || domain.forms.length > 0) continue;
      const texts = new Set([...domain.texts, String(draft.vars[variable]?.initial ?? '')]);
      results.set(`vars.${variable}`, { flow: body.flow ?? '', name, texts });
    }
  return results;
}

import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { listTerms, memoize, namePath, type Term } from '../../model/index.ts';
import { listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import { listMapSteps } from './questions.ts';

/** Lists what conditions compare for equality, each a name such as `vars.code`. */
export function listComparedNames(draft: FlowDraft): [string, string][] {
  return listEquations(draft).flatMap(([one, other]): [string, string][] => {
    const [left, right] = [namePath(one), namePath(other)];
    return left === undefined || right === undefined ? [] : [[left, right]];
  });
}

/** Lists the names that are compared with texts, each with its text. */
export const listComparedTexts = memoize((draft: FlowDraft): [string, string][] => {
  const compared = listEquations(draft).flatMap(([one, other]): [string, string][] => {
    const name = namePath(one) ?? namePath(other);
    const text = one.kind === 'value' ? one.value : other.kind === 'value' ? other.value : undefined;
    return name === undefined || typeof text !== 'string' ? [] : [[name, text]];
  });
  const cases = listMapSteps<Extract<SwitchStep, { cases: unknown }>>(draft, 'switch').flatMap(({ body }) =>
    Object.keys(body.cases ?? {}).map((text): [string, string] => [readName(body.value), text]),
  );
  return [...compared, ...cases];
});

function readName(value: string | undefined): string {
  return value?.replace(/^\$\{\s*|\s*\}$/g, '') ?? '';
}

/** Lists the two sides of each comparison for equality. */
function listEquations(draft: FlowDraft): [Term, Term][] {
  const expressions = draft.expressions();
  return listExpressions(draft).flatMap(({ source }) => {
    const term = /[!=]=/.test(source) ? expressions.parse(source) : undefined;
    return (term === undefined ? [] : listTerms(term)).flatMap((one): [Term, Term][] => {
      if (one.kind !== 'operation' || (one.operator !== '==' && one.operator !== '!=')) return [];
      const [left, right] = one.args;
      return left === undefined || right === undefined ? [] : [[left, right]];
    });
  });
}

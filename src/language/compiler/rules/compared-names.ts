import { listTerms, namePath } from '../../model/index.ts';
import { listExpressions } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';

/** Lists what conditions compare for equality, each a name such as `vars.code`. */
export function listComparedNames(draft: FlowDraft): [string, string][] {
  const expressions = draft.expressions();
  return listExpressions(draft).flatMap(({ source }) => {
    if (!/[!=]=/.test(source)) return [];
    const term = expressions.parse(source);
    return (term === undefined ? [] : listTerms(term)).flatMap((one): [string, string][] => {
      if (one.kind !== 'operation' || (one.operator !== '==' && one.operator !== '!=')) return [];
      const [left, right] = one.args.map(namePath);
      return left === undefined || right === undefined ? [] : [[left, right]];
    });
  });
}

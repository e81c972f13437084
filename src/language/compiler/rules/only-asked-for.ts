import { keySpanAt } from '../read/document.ts';
import { listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports parameters of which a flow only asks whether they are empty: what they contain, such as the number of the next
 * person on call, is used nowhere.
 */
export const onlyAskedFor: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const sources = listExpressions(draft).map(({ source }) => source);
    for (const name of Object.keys(draft.params)) {
      const using = sources.filter((source) => new RegExp(`\\bparams\\.${name}\\b`).test(source));
      const isAskedFor = (source: string) =>
        !new RegExp(`\\bparams\\.${name}\\b`).test(source.replaceAll(getEmptiness(name), ''));
      if (using.length === 0 || !using.every(isAskedFor)) continue;
      report({
        code: 'unread-variable',
        message: `the flow only asks whether the parameter "${name}" is empty: nothing uses what it contains`,
        span: keySpanAt(draft.document, ['params', name]),
        hint: `use it, such as in to: \${params.${name}}, or let it be true or false`,
      });
    }
  },
};

/** Matches the comparison of a parameter with the empty text. */
function getEmptiness(name: string): RegExp {
  return new RegExp(
    `\\bparams\\.${name}\\s*[!=]=\\s*(?:""|'')|(?:""|'')\\s*[!=]=\\s*params\\.${name}\\b`,
    'g',
  );
}

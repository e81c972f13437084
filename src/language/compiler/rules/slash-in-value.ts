import { listTerms } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * Reports slashes inside the values of a path: a value is one segment of the path, so its slash is sent as `%2F`, and the
 * service has no such address.
 */
export const slashInValue: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const { path, text } = reference;
      const isAddress = path[2] === 'http' && path.length === 4 && METHODS.has(String(path[3]));
      // The value at the beginning is the address of the service, and one behind a question mark a parameter.
      const before = text.slice(0, Math.max(0, start - 2));
      if (!isAddress || before.trim() === '' || before.includes('?') || !source.includes('/')) continue;
      const term = draft.expressions().parse(source);
      const slash = (term === undefined ? [] : listTerms(term)).find(
        (one) => one.kind === 'value' && typeof one.value === 'string' && one.value.includes('/'),
      );
      if (slash === undefined) continue;
      report({
        code: 'glued-address',
        message: 'the slash in this value is sent as %2F: each value is one segment of the path',
        span: findReferenceSpan(draft.document, reference, {
          start: start + slash.start,
          end: start + slash.end,
        }),
        hint: 'write the slash outside of ${…}',
      });
    }
  },
};

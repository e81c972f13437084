import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reads of a response header by a name with capitals. */
const NAMED = /\bresponse\.headers(?:\[(['"])(?<name>[^'"]*[A-Z][^'"]*)\1\]|\.(?<member>\w*[A-Z]\w*))/g;

/** Reports response headers that are never there, since their names are in lower case. */
export const headerInCapitals: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft))
      for (const { 0: found, index, groups = {} } of source.matchAll(NAMED)) {
        const name = groups.name ?? groups.member ?? '';
        report({
          code: 'header-in-capitals',
          message: `a response has no header "${name}": names of headers are in lower case there`,
          span: findReferenceSpan(draft.document, reference, {
            start: start + index,
            end: start + index + found.length,
          }),
          hint: `write ${found.replace(name, name.toLowerCase())}`,
        });
      }
  },
};

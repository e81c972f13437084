import { scanTemplate } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listRequests } from './web-requests.ts';

/**
 * Reports addresses in which the path follows the host without a slash: `${env.CRM_URL}orders`. A slash at the end of
 * the setting does not help, since requests leave it out. A value behind the host is an error of its own.
 */
export const gluedAddress: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { address, step, path, method } of listRequests(draft)) {
      const [first, second] = scanTemplate(address).parts;
      if (typeof first !== 'object' || typeof second !== 'string') continue;
      if (!/^\w/.test(second) || !isAddress(first.expr, draft)) continue;
      const host = `\${${first.expr}}`;
      report({
        code: 'glued-address',
        message: `step "${step.name}" asks ${address}, where no slash separates the path from the host`,
        span: spanAt(draft.document, [...path, method]),
        hint: `write ${host}/${second}`,
      });
    }
  },
};

/** True for a setting that is an address as far as is known; behind a query or a fragment a text is a value. */
function isAddress(expression: string, { env }: FlowDraft): boolean {
  const name = /^\s*env\.(\w+)\s*$/.exec(expression)?.[1];
  return name !== undefined && !/[?#=&]/.test(env[name]?.default ?? '');
}

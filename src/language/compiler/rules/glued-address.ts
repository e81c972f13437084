import { scanTemplate } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listRequests } from './web-requests.ts';

/**
 * Reports addresses in which the path follows the host without a slash: `${env.CRM_URL}orders`. A slash at the end of
 * the setting does not help, since requests leave it out.
 */
export const gluedAddress: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { address, step, path, method } of listRequests(draft)) {
      const [first, second, third] = scanTemplate(address).parts.map((part) =>
        typeof part === 'string' ? part : `\${${part.expr}}`,
      );
      if (first === undefined || second === undefined) continue;
      if (!isGluedToSetting([first, second], draft) && !isGluedToHost([first, second, third])) continue;
      report({
        code: 'glued-address',
        message: `step "${step.name}" asks ${first}${second}…, where no slash separates the path from the host`,
        span: spanAt(draft.document, [...path, method]),
        hint: `write ${first}/${second}…`,
      });
    }
  },
};

/** True for a text right behind a setting that is an address; behind a query or a fragment it is a value. */
function isGluedToSetting([first, second]: [string, string], { env }: FlowDraft): boolean {
  const name = /^\$\{\s*env\.(\w+)\s*\}$/.exec(first)?.[1];
  const address = name === undefined ? undefined : (env[name]?.default ?? 'https://host.example');
  if (address === undefined || /[?#=&]/.test(address)) return false;
  return second.startsWith('${') ? HOST_ALONE.test(address.replace(/\/$/, '')) : /^\w/.test(second);
}

/** An address without a path. The host has a full stop and ends with a letter, so nothing is missing from it. */
const HOST_ALONE = /^https?:\/\/[^/?#$]+\.[a-z]{2,}(?::\d+)?$/i;

/** True for a value right behind a whole host, unless the host goes on behind it. */
function isGluedToHost([first, second, third]: (string | undefined)[]): boolean {
  if (!HOST_ALONE.test(first ?? '') || second?.startsWith('${') !== true) return false;
  return third === undefined || /^[/?]/.test(third);
}

import type { SmsStep } from '../../../../schemas/types/flow.ts';
import { loadPhoneNumbers } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import { listConditions } from '../check/known-values.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, followOnlyWay } from './unasked-ways.ts';

/**
 * Reports text messages to callers of whom a case has looked at nothing but the country: landlines of the country pass
 * it too. Countries of North America are left out, where numbers do not tell.
 */
export const textToAnyNumber: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const texting = new Set(
      listMapSteps<SmsStep>(draft, 'sms').flatMap(({ step, body }) =>
        isToCaller(body.to) ? [step.name] : [],
      ),
    );
    if (texting.size === 0) return;
    for (const [step, conditions] of listConditions(draft))
      for (const [index, { isTrue, path }] of conditions.entries()) {
        const [only, ...others] = isTrue ?? [];
        const [literal, ...more] = only ?? [];
        const { comparison } = literal ?? {};
        const isCountry = comparison?.kind === 'begins' && isCallingCode(comparison.text);
        if (others.length + more.length > 0 || literal?.isTrue !== true || !isCountry) continue;
        if (comparison.name !== 'call.from') continue;
        const way = followOnlyWay(draft, findEdge(draft, step, `case_${index + 1}`)?.to);
        const sent = way.find(({ name }) => texting.has(name));
        if (sent === undefined) continue;
        report({
          code: 'text-to-landline',
          message: `step "${sent.name}" sends a text message to every number that begins with "${comparison.text}", landlines too, which receive none`,
          span: spanAt(draft.document, path),
          hint: 'compare with the beginning of the mobile numbers of the country, such as "+447" or "+4915"',
        });
      }
  },
};

function isToCaller(to: SmsStep['to'] | undefined | readonly unknown[]): boolean {
  return to === undefined || /^\$\{\s*call\.from\s*\}$/.test(String(to).trim());
}

/** True for the calling code of a country, other than that of North America. */
function isCallingCode(text: string): boolean {
  const { getCountries, getCountryCallingCode } = loadPhoneNumbers();
  return text !== '+1' && getCountries().some((country) => `+${getCountryCallingCode(country)}` === text);
}

import type { ConnectStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { findSourcesAt } from '../check/variable-sources.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMapSteps } from './questions.ts';

/** Reports numbers that callers key as plain digits and that are used as they are: no number begins without its country. */
export const undialableAnswer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const digits = listDigitVariables(draft);
    for (const { step, to, path } of listTargets(draft)) {
      const [, name = ''] = /^\$\{\s*vars\.(\w+)\s*\}$/.exec(to) ?? [];
      const sources = digits.has(name) ? findSourcesAt(draft, name, step) : [];
      if (sources.length === 0 || sources.some((source) => !digits.get(name)?.has(source.step ?? '')))
        continue;
      report({
        code: 'undialable-answer',
        message: `"${name}" has only the digits that the caller keys, without "+" and the country, so nobody can be reached there`,
        span: spanAt(draft.document, path),
        hint: 'collect it with "type: phone" and "country:"',
      });
    }
  },
};

/** Returns variable → the questions that save keyed digits in it. */
function listDigitVariables(draft: FlowDraft): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { step, body } of listCollects(draft)) {
    const isPlain = (body.type ?? 'digits') === 'digits' && body.digits !== undefined;
    if (body.save === undefined || !isPlain) continue;
    found.set(body.save, (found.get(body.save) ?? new Set()).add(step.name));
  }
  return found;
}

interface Target {
  step: string;
  to: string;
  path: Path;
}

function listTargets(draft: FlowDraft): Target[] {
  return listMapSteps<SmsStep | ConnectStep>(draft, 'sms', 'connect').flatMap(({ step, body, path }) =>
    typeof body.to === 'string' ? [{ step: step.name, to: body.to.trim(), path: [...path, 'to'] }] : [],
  );
}

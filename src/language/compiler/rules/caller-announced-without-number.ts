import type { SmsStep, VoicemailStep } from '../../../../schemas/types/flow.ts';
import { listExpressions } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/**
 * Reports messages that tell somebody the number from which the caller calls, and are followed by the promise to call
 * back, where no condition of the flow looks at the number: a caller who withholds it is promised a call that nobody can
 * make.
 */
export const callerAnnouncedWithoutNumber: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (listExpressions(draft).some(({ source }) => /\bcall\.from\b\s*[^\s]/.test(source))) return;
    for (const { step, body, path } of listMapSteps<SmsStep>(draft, 'sms')) {
      const told = Object.entries(body.data ?? {}).find(([, value]) => CALLER.test(String(value)));
      const to = 'to' in body ? body.to : undefined;
      if (told === undefined || to === undefined || CALLER.test(String(to))) continue;
      if (!promisesCall(step.name, draft) || tellsMessage(body.data ?? {}, draft)) continue;
      report({
        code: 'withheld-number-used',
        message: `callers who withhold their number are promised a call, and step "${step.name}" sends an empty "${told[0]}": nobody can call them`,
        span: spanAt(draft.document, [...path, 'data', told[0]]),
        hint: 'look before it, such as switch: [{ when: call.from == "", goto: … }], and ask for a number there',
      });
    }
  },
};

/** True when a recorded message of the caller is told too: it may name a number. */
function tellsMessage(data: object, draft: FlowDraft): boolean {
  const saved = listMapSteps<VoicemailStep>(draft, 'voicemail').map(({ body }) => `vars.${body.save ?? ''}`);
  return Object.values(data).some((value) => saved.some((name) => String(value).includes(name)));
}

const CALLER = /^\s*\$\{\s*call\.from\s*\}\s*$/;

function promisesCall(step: string, draft: FlowDraft): boolean {
  const success = ['accepted', 'delivered'].flatMap((outcome) => findEdge(draft, step, outcome) ?? []);
  return success.some(({ to }) =>
    [...findUnasked(draft, to).keys()].some((name) =>
      groupSaidByStep(draft)
        .get(name)
        ?.some((said) => saysAny(said, ({ callBack }) => callBack)),
    ),
  );
}

import { findReachable, indexSteps, listSecretNames } from '../../model/index.ts';
import { findReferenceSpan, listReferences, isSpokenText, stepNameOf } from '../check/references.ts';
import { readPromptNames } from '../check/step-values.ts';
import { isPromptName } from '../schema/name-forms.ts';
import type { FlowDraft } from '../types.ts';
import { listComparedNames } from './compared-names.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports answers of callers that a condition compares with what they have to know:
 * - with something secret, though the answer is not secret itself: the right answer is the secret;
 * - with a text of a service that was told to them just before they were asked, so that everybody knows the answer.
 */
export const comparedWithSecret: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const secrets = listSecretNames(draft);
    const asked = Map.groupBy(listCollects(draft), ({ body }) => `vars.${body.save ?? ''}`);
    const seen = new Set<string>();
    for (const [one, other] of listComparedNames(draft))
      for (const [answer, known] of [
        [one, other],
        [other, one],
      ] as const) {
        const [question] = asked.get(answer) ?? [];
        if (question === undefined || asked.has(known) || seen.has(answer)) continue;
        const name = answer.slice('vars.'.length);
        if (secrets.has(known) && !secrets.has(answer)) {
          seen.add(answer);
          report({
            code: 'compared-with-secret',
            message: `"${name}" is compared with ${known}, which is secret, but is kept in clear itself${question.body.confirm === undefined ? '' : ' and read back aloud'}`,
            span: draft.document.span(question.step.nameRange),
            hint: `declare ${name}: { type: string, secret: true }`,
          });
        }
        const told = findToldBefore(known, question.step.name, draft);
        if (told === undefined) continue;
        seen.add(answer);
        report({
          code: 'code-told-first',
          message: `callers hear ${known} before step "${question.step.name}" asks for it, so everybody gives the right answer`,
          span: findReferenceSpan(draft.document, told),
          hint: 'send it by text message, and declare it { secret: true, send_by: sms }',
        });
      }
  },
};

/** Returns the text that tells a value of a service on a way to the question. */
function findToldBefore(name: string, question: string, draft: FlowDraft) {
  if (!name.startsWith('vars.') || !isFromService(name.slice('vars.'.length), draft)) return undefined;
  const steps = indexSteps(draft.graph);
  return listReferences(draft, 'prompt', 'template').find((reference) => {
    const step = stepNameOf(reference);
    if (step === undefined || step === question || !isSpokenText(reference)) return false;
    const names = isPromptName(reference.text) ? readPromptNames(draft).get(reference.text) : undefined;
    const reads = names?.has(name) ?? new RegExp(`\\b${name}\\b`).test(reference.text);
    return reads && findReachable(steps, [step]).has(question);
  });
}

/** True for a variable that only answers of services fill. */
function isFromService(variable: string, draft: FlowDraft): boolean {
  const answers = listReferences(draft, 'answer').filter(({ path }) => path.at(-1) === variable);
  const others = listReferences(draft, 'value', 'variable').filter(
    (one) => one.text === variable || one.path.at(-1) === variable,
  );
  return answers.length > 0 && others.every(({ path }) => path[2] === 'http');
}

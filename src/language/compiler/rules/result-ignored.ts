import type { RunStep } from '../../../../schemas/types/flow.ts';
import { findWays, indexSteps, listSecretNames, RETURN, type Edge, type Graph } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findStep, findUnasked } from './unasked-ways.ts';
import { findNames, listRequests } from './web-requests.ts';

/** Outcomes by which a flow says no, as authors name them. */
const REFUSALS =
  /^(?:denied|refused|rejected|declined|wrong|invalid|unauthori[sz]ed|forbidden|locked(?:_out)?|blocked|failure|not_\w+|no(?:_(?:pin|code|password|match|access))?|too_\w+|unverified|mismatch|incorrect)$/;

/**
 * Reports results that make no difference: another flow returns a value that is not saved and has no other outcome to
 * tell, or a refusal of it leads where its success leads, as any outcome does of a flow that asks for a secret; or so
 * does a failure of the request that checks what only the
 * right caller knows, unless it leads to a person.
 */
export const resultIgnored: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkSecrets(draft, report);
    const steps = indexSteps(draft.graph);
    for (const { step, body } of listMapSteps<RunStep>(draft, 'run')) {
      const signature = body.flow === undefined ? undefined : draft.others.signature(body.flow);
      const graphStep = steps.get(step.name);
      if (signature === undefined || graphStep === undefined) continue;
      const results = Object.keys(signature.returns);
      const { span } = graphStep;
      if (results.length > 0 && body.save === undefined && signature.outcomes.length < 2)
        report({
          code: 'result-ignored',
          message: `step "${step.name}" runs "${body.flow ?? ''}" and does not save what it returns: ${results.join(', ')}`,
          span,
          hint: `save it: run: { flow: ${body.flow ?? ''}, save: { … } }, and decide by it in a "switch"`,
        });
      const success = graphStep.edges.find(({ outcome }) => outcome === 'done');
      const isCheck = signature.valueEffects().asksForSecret;
      const isRefusal = ({ outcome, kind, failure, to }: Edge): boolean =>
        REFUSALS.test(outcome) || (isCheck && kind === 'on' && !failure && !isWithPerson(to, draft));
      const refusal = graphStep.edges.find(
        (edge) => edge.outcome !== 'done' && edge.to === success?.to && isRefusal(edge),
      );
      if (refusal !== undefined && mayReturnDone(signature.graph))
        report({
          code: 'result-ignored',
          message: `"${refusal.outcome}" of step "${step.name}" leads to step "${refusal.to}", as success does`,
          span: refusal.span ?? span,
          hint: 'lead it to a step of its own',
        });
    }
  },
};

/** True when a way through a flow returns without a named outcome. */
function mayReturnDone({ steps }: Graph): boolean {
  return steps.some(({ verb, edges }) =>
    edges.some(({ to, outcome }) => to === RETURN && (verb !== 'return' || outcome === 'done')),
  );
}

/** True when the call is connected before anything is asked: a person can ask again. */
function isWithPerson(to: string, draft: FlowDraft): boolean {
  return [...findUnasked(draft, to).values()].some(({ verb }) => verb === 'connect');
}

function checkSecrets(draft: FlowDraft, report: Report): void {
  const secrets = listSecretNames(draft);
  const ways = findWays(draft.graph);
  for (const { step, expressions } of listRequests(draft)) {
    const isCheck = [...findNames(draft, expressions)].some(
      (name) => name.startsWith('vars.') && secrets.has(name),
    );
    const { edges = [], span } = findStep(draft, step.name) ?? {};
    const success = edges.find(({ outcome }) => outcome === 'ok');
    const failure = edges.find(({ kind, failure, to }) => kind === 'on' && failure && to === success?.to);
    // The finalizer checks nothing: it reports.
    if (
      !isCheck ||
      failure === undefined ||
      ways.get(step.name)?.road === 'end' ||
      isWithPerson(failure.to, draft)
    )
      continue;
    report({
      code: 'result-ignored',
      message: `when the request of step "${step.name}" ends with "${failure.outcome}", callers go on to step "${failure.to}" as if what they entered in confidence were right`,
      span: failure.span ?? span ?? draft.document.span(step.nameRange),
      hint: 'lead the failure to a step that says that it is not possible at the moment',
    });
  }
}

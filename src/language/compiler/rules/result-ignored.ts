import type { RunStep } from '../../../../schemas/types/flow.ts';
import { indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Outcomes by which a flow says no, as authors name them. */
const REFUSALS =
  /^(?:denied|refused|rejected|declined|wrong|invalid|unauthori[sz]ed|forbidden|locked(?:_out)?|blocked|failure|not_\w+|no|too_\w+|unverified|mismatch|incorrect)$/;

/**
 * Reports runs of another flow whose result makes no difference: it returns a value that is not saved and has no other
 * outcome to tell, or a refusal leads where its success leads.
 */
export const resultIgnored: FlowRule = {
  needsAll: true,
  check(draft, report) {
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
      const refusal = graphStep.edges.find(
        ({ outcome, to }) => outcome !== 'done' && to === success?.to && REFUSALS.test(outcome),
      );
      if (refusal !== undefined)
        report({
          code: 'result-ignored',
          message: `"${refusal.outcome}" of step "${step.name}" leads to step "${refusal.to}", as success does`,
          span: refusal.span ?? span,
          hint: 'lead it to a step of its own',
        });
    }
  },
};

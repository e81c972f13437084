import { restrictTo, findCyclicParts } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports steps that speak or ask and whose failure leads to themselves, directly or through each other's failures: what
 * the platform refuses once it refuses again.
 */
export const failureAskedAgain: FlowRule = {
  needsAll: true,
  check({ graph }, report) {
    const speaking = graph.steps.filter(({ waits }) => waits === 'caller' || waits === 'playback');
    const failures = new Map(
      speaking.map(({ name, edges }) => [
        name,
        edges.filter(({ kind, failure }) => kind === 'on' && failure).map(({ to }) => to),
      ]),
    );
    const known = restrictTo(new Set(failures.keys()), failures);
    for (const part of findCyclicParts(known)) {
      const step = speaking.find(({ name }) => part.has(name));
      const edge = step?.edges.find(({ to, failure }) => failure && part.has(to));
      if (step === undefined || edge === undefined) continue;
      report({
        code: 'failure-asked-again',
        message: `when the platform refuses to speak at step "${step.name}", it is asked again at once and for ever, and callers hear nothing`,
        span: edge.span ?? step.span,
        hint: `lead "${edge.outcome}" to a person, or to another step`,
      });
    }
  },
};

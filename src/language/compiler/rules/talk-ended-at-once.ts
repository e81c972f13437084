import { findReachable, HANGUP, indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports conversations that the flow ends as they begin: `on.bridged` leads to the end of the call, and no step waits. */
export const talkEndedAtOnce: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const passes = (name: string): boolean => {
      const step = steps.get(name);
      return step !== undefined && !isStaying(step);
    };
    for (const { name, verb, edges, span } of draft.graph.steps) {
      const bridged = edges.find(({ kind, outcome }) => kind === 'on' && outcome === 'bridged');
      if (verb !== 'connect' || bridged === undefined) continue;
      const reached = findReachable(
        steps,
        [bridged.to],
        ({ kind, failure }, from) => kind !== 'error' && !failure && passes(from),
      );
      const ending = [...reached].find(
        (one) =>
          steps.get(one)?.verb === 'hangup' ||
          (passes(one) && steps.get(one)?.edges.some(({ to, failure }) => to === HANGUP && !failure)),
      );
      if (bridged.to !== HANGUP && ending === undefined) continue;
      report({
        code: 'talk-cut-off',
        message: `the conversation of step "${name}" is cut off as it begins: "bridged" leads to the end of the call, and no step waits for the end of the conversation`,
        span: bridged.span ?? span,
        hint: 'for what follows the conversation use "next"; otherwise wait for its end: wait: { for: bridge_end }',
      });
    }
  },
};

/** Verbs of steps that take no time, or that of a service. */
const QUICK = new Set(['set', 'outcome', 'switch', 'http', 'sms', 'lookup', 'hours', 'language', 'record']);

function isStaying({ verb }: GraphStep): boolean {
  return !QUICK.has(verb);
}

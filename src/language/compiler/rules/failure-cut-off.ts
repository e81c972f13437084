import { HANGUP } from '../../model/index.ts';
import { listStepsOnLine, isCertain, type StepOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSilentEnds } from './silent-ends.ts';

/** Steps that may fail without anybody on the line having a part in it. */
const ASKING = new Set(['http', 'lookup', 'sms']);

/** Reports failures of a service that end the call without a word. Steps that end the call anyway are exempt. */
export const failureCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = findSilentEnds(draft);
    const isCutOff = (to: string) => to === HANGUP || silent.has(to);
    const edges = new Map(draft.graph.steps.map((step) => [step.name, step.edges]));
    for (const { name } of listStepsOnLine(draft, isAsking)) {
      const [ordinary, ...others] = edges.get(name) ?? [];
      const cut = others.find(({ kind, to }) => kind !== 'error' && isCutOff(to));
      if (ordinary === undefined || isCutOff(ordinary.to) || cut?.span === undefined) continue;
      report({
        code: 'failure-cut-off',
        message: `when step "${name}" ends with "${cut.outcome}", the caller is cut off without a word`,
        span: cut.span,
        hint: 'lead it to a person, or to a step that explains the problem',
      });
    }
  },
};

function isAsking({ content, line }: StepOnLine): boolean {
  return ASKING.has(content.verb.name) && isCertain(line, 'answered') && !isCertain(line, 'ended');
}

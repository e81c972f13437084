import { HANGUP } from '../../model/index.ts';
import { stepsOnLine, surely, type StepOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';
import { silentEnds } from './silent-ends.ts';

/** What nobody on the line has a part in, and may fail. */
const ASKING = new Set(['http', 'lookup', 'sms']);

/** Where a service fails the caller is told so before the call is ended. Where it ends anyway there is nothing to tell. */
export const failureCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = silentEnds(draft);
    const isCutOff = (to: string) => to === HANGUP || silent.has(to);
    const edges = new Map(draft.graph.steps.map((step) => [step.name, step.edges]));
    for (const { name } of stepsOnLine(draft, isAsking)) {
      const [ordinary, ...others] = edges.get(name) ?? [];
      const cut = others.find(({ kind, to }) => kind !== 'error' && isCutOff(to));
      if (ordinary === undefined || isCutOff(ordinary.to) || cut?.span === undefined) continue;
      report({
        code: 'failure-cut-off',
        message: `where step "${name}" ends with "${cut.outcome}" the caller is cut off without a word`,
        span: cut.span,
        hint: 'lead it to a person, or to a step that says what is the matter',
      });
    }
  },
};

function isAsking({ content, line }: StepOnLine): boolean {
  return ASKING.has(content.verb.name) && surely(line, 'answered') && !surely(line, 'ended');
}

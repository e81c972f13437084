import { findReachable, type GraphStep, indexSteps } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/**
 * Reports conversations after which callers are asked, or told, what is meant for those whom nobody answered: both ways
 * lead to the same question, or to an apology or a promise to call back. A question that leads to the conversation, such
 * as the main menu, and a common farewell are right on both ways.
 */
export const talkNotNoticed: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const said = groupSaidByStep(draft);
    for (const { name, verb, edges } of draft.graph.steps) {
      if (verb !== 'connect') continue;
      const talked = edges.find(({ outcome }) => outcome === 'completed');
      const missed = edges.filter(({ outcome }) => NOT_REACHED.has(outcome)).map(({ to }) => to);
      if (talked === undefined || missed.length === 0) continue;
      const missedWays = missed.map((to) => followStraight(to, steps));
      const common = followStraight(talked.to, steps).filter((one) =>
        missedWays.every((way) => way.includes(one)),
      );
      const shared = common.find((one) =>
        steps.get(one)?.waits === 'caller'
          ? !findReachable(steps, [one], ({ failure }) => !failure).has(name)
          : (said.get(one) ?? []).some((text) => saysAny(text, ({ callBack }) => callBack)),
      );
      if (shared === undefined) continue;
      report({
        code: 'talk-not-noticed',
        message: `after a finished conversation in step "${name}" callers come to step "${shared}", as if nobody had answered`,
        span: draft.steps.some((step) => step.name === name && step.next !== undefined)
          ? spanAt(draft.document, ['steps', name, 'next'])
          : spanAt(draft.document, ['steps', name]),
        hint: `give step "${name}" a "next" of its own, such as hangup`,
      });
    }
  },
};

const NOT_REACHED = new Set(['busy', 'no_answer', 'failed']);

/** Verbs of steps in which callers are with somebody else. */
const STAYING = new Set(['connect', 'room', 'stream', 'wait', 'run']);

/** Returns the steps that follow one another without a choice, up to and with the first that waits for somebody. */
function followStraight(from: string, steps: ReadonlyMap<string, GraphStep>): string[] {
  const passed = new Set<string>();
  for (let step = steps.get(from); step !== undefined && !passed.has(step.name);) {
    passed.add(step.name);
    const further = step.edges.filter(({ failure }) => !failure);
    if (step.waits === 'caller' || STAYING.has(step.verb) || further.length !== 1) break;
    step = steps.get(further[0]?.to ?? '');
  }
  return [...passed];
}

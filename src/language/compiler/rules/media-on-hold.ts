import { isCertain, isPossible, listStepsOnLine } from '../check/line-state.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findStep } from './unasked-ways.ts';

/**
 * Reports the first steps that speak or ask while callers who came on one of the ways are on hold and hear the music of
 * the platform. Steps that nobody reaches otherwise are told by `wrong-order` itself.
 */
export const mediaOnHold: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const late = new Map(
      listStepsOnLine(
        draft,
        ({ line, content: { verb } }) =>
          isPossible(line, 'held') && (verb.waits === 'caller' || verb.waits === 'playback'),
      ).map((step) => [step.name, step]),
    );
    if (late.size === 0) return;
    for (const name of findFirst(draft, (one) => late.has(one))) {
      const step = late.get(name);
      if (step === undefined || isCertain(step.line, 'held')) continue;
      report({
        code: 'wrong-order',
        message: `step "${name}" speaks to callers of whom some are on hold and hear music`,
        span: draft.document.span(step.nameRange),
        hint: 'put a step "resume:" on the way from the step with "hold"',
      });
    }
  },
};

/** Returns the first steps of a kind to which the ways from steps with `hold` lead. */
function findFirst(draft: FlowDraft, isWanted: (name: string) => boolean): Set<string> {
  const holding = draft.graph.steps.filter(({ verb }) => verb === 'hold');
  const passed = new Set(holding.flatMap(({ name }) => findEdge(draft, name, 'done')?.to ?? []));
  // The iterator of a set also visits elements that are added meanwhile.
  for (const name of passed)
    if (!isWanted(name))
      for (const { to, kind } of findStep(draft, name)?.edges ?? []) if (kind !== 'error') passed.add(to);
  return new Set([...passed].filter(isWanted));
}

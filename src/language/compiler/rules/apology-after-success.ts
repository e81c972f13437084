import { type Edge, findReachable, findWays, indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports steps that go, after they have succeeded, to the step below, where callers hear the apology for their failure.
 * Only the step below is reported: a `next` that leads to an apology is meant. On the error path an apology is right,
 * and so it is after a step that reports a failure.
 */
export const apologyAfterSuccess: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const said = groupSaidByStep(draft);
    const ways = findWays(draft.graph);
    const regular = findReachable(steps, [draft.graph.entry], (edge) => !isFailure(edge));
    const written = new Set(draft.steps.filter(({ next }) => next !== undefined).map(({ name }) => name));
    for (const { name, verb, edges, span } of draft.graph.steps) {
      if (ways.get(name)?.road !== 'main' || (verb !== 'connect' && !regular.has(name))) continue;
      const [success] = edges.filter((edge) => !isFailure(edge));
      const failures = edges.filter(isFailure);
      const target = success?.kind === 'next' && !written.has(name) ? steps.get(success.to) : undefined;
      if (target === undefined || !failures.some(({ to, kind }) => kind === 'on' && to === target.name))
        continue;
      const texts = said.get(target.name) ?? [];
      if (
        !texts.some(
          (one) => saysAny(one, ({ apology }) => apology) || (verb === 'connect' && tellsUnreached(one)),
        )
      )
        continue;
      report({
        code: 'apology-after-success',
        message: `after step "${name}" has succeeded, callers hear the apology of step "${target.name}", to which its failures lead`,
        span,
        hint: `give step "${name}" a "next"`,
      });
    }
  },
};

const UNREACHED = new Set(['busy', 'no_answer', 'failed', 'unreached']);

function isFailure({ failure, outcome }: Edge): boolean {
  return failure || UNREACHED.has(outcome);
}

function tellsUnreached({ pieces }: Said): boolean {
  return pieces.some(({ text }) => newsPatterns.busy.test(text) || newsPatterns.noAnswer.test(text));
}

import { type Edge, findReachable, findWays, type GraphStep, indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { newsPatterns, type News } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports steps that go, after they have succeeded, to the step below, where callers hear the apology for their failure, or
 * that something is unknown; steps between that tell and note the success are passed.
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
      const failures = edges.filter((edge) => isFailure(edge) && edge.kind === 'on');
      const target = failures.length === 0 ? undefined : steps.get(findStepBelow(name, steps, written) ?? '');
      if (target === undefined || !failures.some(({ to }) => to === target.name)) continue;
      const texts = (said.get(target.name) ?? []).filter(({ part }) => part === 'say' || part === 'prompt');
      if (
        !texts.some(
          (one) =>
            saysAny(one, ({ apology }) => apology) ||
            tells(one, verb === 'connect' ? ['busy', 'noAnswer'] : ['unknown']),
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

function tells({ pieces }: Said, news: readonly News[]): boolean {
  return pieces.some(({ text }) => news.some((one) => newsPatterns[one].test(text)));
}

/** Steps that keep, count or tell a success before the call goes on. */
const PASSED = new Set(['say', 'set', 'outcome']);

/**
 * Returns the step into which a step that has succeeded falls, by itself or behind the steps that tell and note the
 * success; undefined where a `next` leads on.
 */
function findStepBelow(
  name: string,
  steps: ReadonlyMap<string, GraphStep>,
  written: ReadonlySet<string>,
): string | undefined {
  const passed = new Set<string>();
  for (let step = steps.get(name); step !== undefined && !passed.has(step.name);) {
    passed.add(step.name);
    const [success] = step.edges.filter((edge) => !isFailure(edge));
    if (success?.kind !== 'next' || written.has(step.name)) return undefined;
    const next = steps.get(success.to);
    if (next === undefined || !PASSED.has(next.verb) || isLedTo(next.name, name, steps)) return next?.name;
    step = next;
  }
  return undefined;
}

/** True for a step to which an outcome of the given step leads under `on`. */
function isLedTo(name: string, from: string, steps: ReadonlyMap<string, GraphStep>): boolean {
  return steps.get(from)?.edges.some(({ to, kind }) => kind === 'on' && to === name) === true;
}

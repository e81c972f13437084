import { type Edge, findReachable, findWays, type GraphStep, indexSteps } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { phrase } from '../../speech/index.ts';
import { decide, listConditions, type Known } from '../check/known-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { saysApology } from './unasked-ways.ts';
import { newsPatterns, type News } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports steps that go, after they have succeeded, to the step below, where callers hear the apology for their failure, or
 * that something is unknown; steps between that tell and note the success are passed.
 * Only the step below is reported: a `next` that leads to an apology is meant. On the error path an apology is right,
 * and so it is after a step that reports a failure. Likewise reports a step that falls into the cases of a failure, which
 * take the call to an apology although nothing has failed.
 */
export const apologyAfterSuccess: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkErrorCases(draft, report);
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
            tells(one, verb === 'connect' ? ['busy', 'noAnswer'] : ['unknown']) ||
            (verb === 'connect' && one.pieces.some(({ text }) => NOT_REACHED.test(text))),
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

/** What `error.code` is while nothing has failed. */
const NOTHING_FAILED: ReadonlyMap<string, Known> = new Map([['error.code', { value: '' }]]);

function checkErrorCases(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  const regular = findReachable(steps, [draft.graph.entry], (edge) => !isFailure(edge));
  const fallingIn = draft.steps.filter(({ next }) => next === undefined).map(({ name }) => steps.get(name));
  for (const [cases, conditions] of listConditions(draft)) {
    if (!conditions.every(({ source }) => source.includes('error.code'))) continue;
    const at = conditions.findIndex((one) => decide(one, NOTHING_FAILED, draft.expressions()) !== false);
    const way = at < 0 ? 'otherwise' : `case_${at + 1}`;
    const target = steps.get(cases)?.edges.find(({ outcome }) => outcome === way)?.to;
    const fallen = fallingIn.find(
      (step) =>
        step !== undefined &&
        TELLING.has(step.verb) &&
        regular.has(step.name) &&
        step.edges.some(({ kind, to }) => kind === 'next' && to === cases),
    );
    if (fallen === undefined || !saysApology(draft, target)) continue;
    report({
      code: 'apology-after-success',
      message: `step "${fallen.name}" goes on to the cases of a failure in step "${cases}", and with none of them callers hear the apology of step "${target}"`,
      span: fallen.span,
      hint: `give step "${fallen.name}" a "next"`,
    });
  }
}

/** Verbs of steps that tell and note a success. */
const TELLING = new Set(['say', 'set', 'outcome', 'sms']);

const UNREACHED = new Set(['busy', 'no_answer', 'failed', 'unreached']);

function isFailure({ failure, outcome }: Edge): boolean {
  return failure || UNREACHED.has(outcome);
}

/** The news that a party could not be reached. */
const NOT_REACHED = phrase(
  String.raw`(?:cannot|can't|could not) be reached|(?:is|are) not (?:available|reachable)|(?:ist|sind)[^.!?]{0,40} nicht (?:erreichbar|zu erreichen)|(?:est|sont) (?:injoignables?|pas joignables?)|no (?:está|están) disponibles?|non (?:è|sono) (?:raggiungibil[ei]|disponibil[ei])|niet (?:bereikbaar|te bereiken)|não (?:está|estão) disponíve(?:l|is)|inte (?:nås|anträffbar\p{L}*)`,
);

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

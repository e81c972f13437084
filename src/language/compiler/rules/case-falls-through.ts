import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { findReachable, HANGUP, indexSteps, type Edge, type GraphStep } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { reportClosedToOpen } from './closed-told-when-open.ts';
import { listMapSteps } from './questions.ts';
import { findStep, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/** Reports branches that run on into the next one, because their last step has no `next`. */
export const caseFallsThrough: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkCases(draft, report);
    checkSisters(draft, report);
    checkOthers(draft, report);
    checkTalks(draft, report);
    reportClosedToOpen(draft, report);
  },
};

/**
 * Reports cases of a `switch` that run on into the next case: a step that only speaks has no `next`, and the step below
 * belongs to another case alone, so that callers hear what is true of both. Where two cases share their steps, something
 * else leads there too, or the others run on as well and tell other values.
 */
function checkCases(draft: FlowDraft, report: Report): void {
  const entries = Map.groupBy(
    draft.graph.steps.flatMap(({ name, edges }) => edges.map((edge) => ({ from: name, edge }))),
    ({ edge }) => edge.to,
  );
  for (const { name, verb, edges } of draft.graph.steps) {
    const cases = new Set(edges.filter(({ kind }) => kind === 'goto').map(({ to }) => to));
    const targets = new Set(edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to));
    if (verb !== 'switch' || targets.size < MIN_CASES) continue;
    const isEntry = ({ from, edge }: { from: string; edge: Edge }): boolean =>
      from === name && edge.kind !== 'error';
    for (const target of targets) {
      const below = findFallThrough(target, draft);
      if (below === undefined || !cases.has(below)) continue;
      const isOwn = [target, below].every((to) =>
        entries.get(to)?.every((entry) => isEntry(entry) || (to === below && entry.from === target)),
      );
      const others = [...targets].filter((one) => one !== target && one !== below);
      const isApart = cases.has(target) && [...others, below].some((one) => hasNext(one, draft));
      if (!isOwn || !(isApart || tellSameValues(target, below, draft)) || !groupSaidByStep(draft).has(below))
        continue;
      report({
        code: 'case-falls-through',
        message: `callers for whom step "${name}" goes to "${target}" hear step "${below}" as well, which is another case`,
        span: draft.document.span(findDraft(target, draft)?.nameRange ?? { from: 0, to: 0 }),
        hint: `give step "${target}" a "next"`,
      });
    }
  }
}

/**
 * Reports cases that run on into a question to which another step leads, while what else is said behind the `switch` leads
 * to one step. A question that leads back to the `switch` asks again, and may stand below.
 */
function checkSisters(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const { name, verb, edges } of draft.graph.steps) {
    const targets = [...new Set(edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to))];
    if (verb !== 'switch' || targets.length < MIN_CASES) continue;
    const behind = [...findUnasked(draft, name).keys()];
    const told = behind.filter((to) => steps.get(to)?.verb === 'say' && hasNext(to, draft));
    const ends = Map.groupBy(
      told,
      (to) => steps.get(to)?.edges.find(({ kind }) => kind === 'next')?.to ?? '',
    );
    const groups = [...ends].filter(([to, sisters]) => to !== HANGUP && sisters.length >= MIN_SISTERS);
    const [common = ''] = groups.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    const lost = targets.find((to) => leadsAstray(to, { name, common, steps, draft }));
    if (common === '' || lost === undefined) continue;
    report({
      code: 'case-falls-through',
      message: `after step "${lost}" callers come to the question of step "${findFallThrough(lost, draft) ?? ''}", to which another step leads; after what else is said behind step "${name}" they come to "${common}"`,
      span: draft.document.span(findDraft(lost, draft)?.nameRange ?? { from: 0, to: 0 }),
      hint: `give step "${lost}" a "next", such as ${common}`,
    });
  }
}

const MIN_SISTERS = 2;

function leadsAstray(
  target: string,
  {
    name,
    common,
    steps,
    draft,
  }: Record<'name' | 'common', string> & {
    steps: ReadonlyMap<string, GraphStep>;
    draft: FlowDraft;
  },
): boolean {
  const below = findFallThrough(target, draft);
  const verb = steps.get(below ?? '')?.verb;
  if (below === undefined || below === common || (verb !== 'menu' && verb !== 'collect')) return false;
  const isLedTo = draft.graph.steps.some(
    (step) => step.name !== target && step.edges.some(({ to, kind }) => to === below && kind === 'goto'),
  );
  return isLedTo && !findReachable(steps, [below], ({ to }) => to !== common).has(name);
}

/** True for steps of which the second repeats values that the first has told. */
function tellSameValues(first: string, second: string, draft: FlowDraft): boolean {
  const told = getStepValues(draft, first).reads;
  return [...getStepValues(draft, second).reads].filter((name) => told.has(name)).length >= MIN_VALUES;
}

/** A name or a number may be told twice. */
const MIN_VALUES = 2;

/**
 * Reports switches on a value without a `next` whose first step below belongs to one of their cases: values that no case
 * names are taken for that one.
 */
function checkOthers(draft: FlowDraft, report: Report): void {
  for (const { step, body } of listMapSteps<SwitchStep>(draft, 'switch')) {
    if (Array.isArray(body) || step.next !== undefined) continue;
    const below = findStep(draft, step.name)?.edges.find(({ kind }) => kind === 'next')?.to;
    const [found, ...others] = Object.entries(body.cases ?? {}).filter(([, target]) => target === below);
    if (found === undefined || others.length > 0 || Object.keys(body.cases ?? {}).length < MIN_CASES)
      continue;
    const [value, target] = found;
    report({
      code: 'case-falls-through',
      message: `values that no case of step "${step.name}" names lead to step "${String(target)}", as "${value}" does`,
      span: draft.document.span(step.nameRange),
      hint: 'give the switch a "next" for all other values; if they are meant to go there, leave out the case',
    });
  }
}

/**
 * Reports conversations, messages and promises to call back that one branch of a menu or `switch` leads to and that run on
 * into the beginning of another branch. A farewell is right after each of them.
 */
function checkTalks(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const { name, verb, flow, edges, span } of draft.graph.steps) {
    const ended = flow === undefined ? ENDED[verb] : ENDING_FLOWS[flow];
    const below = edges.find(({ kind, outcome }) => kind === 'next' && outcome === ended?.outcome)?.to;
    if (ended === undefined || below === undefined || below === HANGUP || hasNext(name, draft)) continue;
    if (verb !== 'connect' && !asksNext(below, draft)) continue;
    if (
      groupSaidByStep(draft)
        .get(below)
        ?.some((said) => saysAny(said, ({ farewell }) => farewell))
    )
      continue;
    const branching = draft.graph.steps.find((step) => leadsApart(step, { name, below, steps }));
    if (branching === undefined) continue;
    report({
      code: 'case-falls-through',
      message: `after ${ended.what} of step "${name}" callers come to step "${below}", which is another choice of step "${branching.name}"`,
      span,
      hint: `give step "${name}" a "next", such as hangup`,
    });
  }
}

/** Verbs, and flows of the library, after which a call has come to its end, with the outcome of that. */
const ENDED: Readonly<Record<string, Ending>> = {
  connect: { outcome: 'completed', what: 'the conversation' },
  voicemail: { outcome: 'recorded', what: 'the message' },
};
const ENDING_FLOWS: Readonly<Record<string, Ending>> = {
  'std/callback': { outcome: 'done', what: 'the promise to call back' },
  'std/hunt': { outcome: 'done', what: 'the conversation' },
};

interface Ending {
  outcome: string;
  what: string;
}

/** True when the first thing that callers are asked from a step on is to enter something. */
function asksNext(from: string, draft: FlowDraft): boolean {
  return followOnlyWay(draft, from).at(-1)?.verb === 'collect';
}

/** True for a step with a choice for one step and another choice that leads to the other step alone. */
function leadsApart(
  { name: branching, edges }: GraphStep,
  { name, below, steps }: { name: string; below: string; steps: ReadonlyMap<string, GraphStep> },
): boolean {
  const targets = [...new Set(edges.filter(({ kind }) => kind === 'goto').map(({ to }) => to))];
  if (!targets.includes(below) || below === branching) return false;
  const isBefore = (from: string): boolean =>
    findReachable(steps, [from], ({ to }) => to !== branching).has(name);
  return targets.some((target) => target !== below && isBefore(target)) && !isBefore(below);
}

/** Two cases may be meant as one that says more and one that says less. */
const MIN_CASES = 3;

function findDraft(name: string, draft: FlowDraft): FlowDraft['steps'][number] | undefined {
  return draft.steps.find((step) => step.name === name);
}

function hasNext(name: string, draft: FlowDraft): boolean {
  return findDraft(name, draft)?.next !== undefined;
}

/** Returns the step below a speaking step without `next`. */
function findFallThrough(name: string, draft: FlowDraft): string | undefined {
  const step = draft.graph.steps.find((one) => one.name === name);
  if (step?.verb !== 'say' || hasNext(name, draft)) return undefined;
  return step.edges.find(({ kind }) => kind === 'next')?.to;
}

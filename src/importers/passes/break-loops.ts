/** Ends loops in which nobody is asked: a flow with one would not compile, and the provider of the original ends the call. */
import type { Step } from '../../../schemas/types/flow.ts';
import { addStep, createTodo } from '../project/index.ts';
import type { Draft, NodeId } from '../project/index.ts';
import { listTargets, mapTargets } from './targets.ts';

/** The steps at which loops end: those of the original, and those that go round only because a step on the way is left to the author. */
const ENDS = { ENDLESS_LOOP: 'todo_endless_loop', LOOP_OF_STUB: 'todo_way_back' } as const;
type LoopReason = keyof typeof ENDS;

/** Verbs of steps that wait for nobody. */
const PASSING = [
  'accept',
  'hours',
  'language',
  'lookup',
  'outcome',
  'record',
  'say',
  'set',
  'switch',
] as const;
/** Outcomes that do not count as a way out. */
const FAILURES = new Set(['failed', 'client_error', 'server_error', 'timeout']);

/** Nodes from which ways lead that closed a loop, by the reason that each has. */
type Looping = Readonly<Record<LoopReason, readonly NodeId[]>>;

/** Leads ways that close such a loop to a step that is to be written; returns the nodes from which they lead, too. */
export function breakLoops(draft: Draft): { draft: Draft; looping: Looping } {
  const own = cutLoops(draft, 'ENDLESS_LOOP');
  const all = cutLoops(own.draft, 'LOOP_OF_STUB');
  return { draft: all.draft, looping: { ENDLESS_LOOP: own.looping, LOOP_OF_STUB: all.looping } };
}

/** Cuts the loops of one kind: a step that is left to the author can wait for somebody, so that no loop through it is the original's. */
function cutLoops(draft: Draft, reason: LoopReason): { draft: Draft; looping: readonly NodeId[] } {
  const { steps } = draft.flow;
  const end = ENDS[reason];
  const isPassing = (name: string) =>
    waitsForNobody(steps[name]) && (reason === 'LOOP_OF_STUB' || draft.about[name]?.todo === undefined);
  const trapped = findTrapped(steps, isPassing);
  const numbers = numberSteps(steps);
  const closes = (from: string, to: string) =>
    (to === from && isPassing(from)) ||
    (trapped.has(from) && trapped.has(to) && (numbers.get(to) ?? 0) <= (numbers.get(from) ?? 0));
  const looping = Object.keys(steps).filter((name) =>
    listTargets(steps[name] ?? {}).some((target) => closes(name, target)),
  );
  if (looping.length === 0) return { draft, looping: [] };
  const cut = Object.entries(steps).map(([name, step]) => [
    name,
    mapTargets(step, (target) => (closes(name, target) ? end : target)),
  ]);
  const broken: Draft = {
    ...draft,
    flow: { ...draft.flow, steps: Object.fromEntries(cut) as Record<string, Step> },
    about: { ...draft.about },
  };
  const nodes = looping.flatMap((name) => draft.about[name]?.nodes ?? []);
  addStep(broken, end, { ...createTodo(end, { reason, next: 'hangup' }), nodes: [] });
  return { draft: broken, looping: nodes };
}

function waitsForNobody(step: Step | undefined): boolean {
  return step !== undefined && PASSING.some((verb) => verb in step);
}

/** Finds steps from which a call can neither end nor wait for anybody, failures aside. */
function findTrapped(
  steps: Readonly<Record<string, Step>>,
  isPassing: (name: string) => boolean,
): Set<string> {
  const before = new Map<string, string[]>();
  const free: string[] = [];
  for (const [name, step] of Object.entries(steps)) {
    const targets = listUsualTargets(step);
    if (!isPassing(name) || targets.length === 0 || targets.some((to) => !Object.hasOwn(steps, to)))
      free.push(name);
    for (const to of targets) {
      const known = before.get(to);
      if (known === undefined) before.set(to, [name]);
      else known.push(name);
    }
  }
  const trapped = new Set(Object.keys(steps));
  for (let name = free.pop(); name !== undefined; name = free.pop())
    if (trapped.delete(name)) free.push(...(before.get(name) ?? []));
  return trapped;
}

function listUsualTargets({ on = {}, ...step }: Step): readonly string[] {
  const usual = Object.entries(on).filter(([outcome]) => !FAILURES.has(outcome));
  return listTargets({ ...step, on: Object.fromEntries(usual) });
}

/** Numbers steps in the order in which calls meet them. */
function numberSteps(steps: Readonly<Record<string, Step>>): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const pending = Object.keys(steps).toReversed();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const step = steps[name];
    if (step === undefined || numbers.has(name)) continue;
    numbers.set(name, numbers.size);
    pending.push(...listTargets(step).toReversed());
  }
  return numbers;
}

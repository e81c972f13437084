/** Orders the steps of a flow as a caller meets them, and leaves out what the order says. */
import type { Step } from '../../../schemas/types/flow.ts';
import { leaveOutWays } from './implied-ways.ts';
import { listTargets } from '../passes/index.ts';
import type { Draft } from '../project/index.ts';

type Flow = Draft['flow'];

/** Returns the steps in the order of calls, depth first along the usual ways; ends that several ways share come last. */
export function orderSteps({ steps, on = {} }: Flow): Record<string, Step> {
  const names = orderNames(
    steps,
    [on.error, on.end].filter((name) => name !== undefined),
  );
  const kept = names.flatMap((name, at): [string, Step][] => {
    const step = steps[name];
    if (step === undefined) return [];
    const below = names[at + 1];
    const isError = below !== undefined && (below === on.error || below === on.end);
    const short = leaveOutWays(step, on.error);
    return [[name, leaveOutNext(short, isError ? undefined : below, at === names.length - 1 || isError)]];
  });
  return Object.fromEntries(kept);
}

function orderNames(steps: Flow['steps'], last: readonly string[]): string[] {
  const ways = new Map<string, number>();
  for (const step of Object.values(steps))
    for (const target of new Set(listTargets(step))) ways.set(target, (ways.get(target) ?? 0) + 1);
  const isSharedEnd = (name: string) => {
    const step = steps[name];
    return (
      step !== undefined && (ways.get(name) ?? 0) > 1 && !listTargets(step).some((target) => target in steps)
    );
  };
  const seen = new Set<string>(last);
  const [ordered, ends]: [string[], string[]] = [[], []];
  const pending = Object.keys(steps).slice(0, 1);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const step = steps[name];
    if (step === undefined || seen.has(name)) continue;
    seen.add(name);
    (isSharedEnd(name) ? ends : ordered).push(name);
    pending.push(...listTargets(step).toReversed());
  }
  const rest = Object.keys(steps).filter((name) => !seen.has(name));
  return [...ordered, ...rest, ...ends, ...last.filter((name) => name in steps)];
}

/** Leaves out a `next` that leads where the call goes anyway: to the step below, or at the end to the hang-up. */
function leaveOutNext(step: Step, below: string | undefined, isLast: boolean): Step {
  const { next, ...rest } = step;
  const isImplied = next === below || (isLast && next === 'hangup');
  return isImplied ? rest : step;
}

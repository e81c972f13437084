/** Leads ways past steps that do nothing. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { findReadVariables } from './reads.ts';
import { listReached, mapTargets } from './targets.ts';

/** Leaves out assignments to variables that nobody reads, steps that then do nothing, and steps that no way leads to. */
export function skipEmptySteps(draft: Draft): Draft {
  const read = findReadVariables(draft);
  const cleared = Object.entries(draft.flow.steps).map(
    ([name, step]) => [name, clearSet(step, read)] as const,
  );
  const skipped = new Map(cleared.flatMap(([name, step]) => (isEmpty(step) ? [[name, step.next]] : [])));
  const follow = (target: string) => {
    const passed = new Set<string>();
    let end = target;
    for (let next = skipped.get(end); next !== undefined && !passed.has(end); next = skipped.get(end)) {
      passed.add(end);
      end = next;
    }
    return end;
  };
  const entry = follow(cleared[0]?.[0] ?? '');
  const all = new Map(cleared.map(([name, step]) => [name, mapTargets(step, follow)] as const));
  return keepReachable({ ...draft, flow: { ...draft.flow, steps: reorder(all, entry) } }, entry);
}

function clearSet(step: Step, read: ReadonlySet<string>): Step {
  if (step.set === undefined || Object.keys(step.set).every((name) => read.has(name))) return step;
  return { ...step, set: Object.fromEntries(Object.entries(step.set).filter(([name]) => read.has(name))) };
}

function isEmpty(step: Step): step is Step & { next: string } {
  return step.set !== undefined && Object.keys(step.set).length === 0 && step.next !== undefined;
}

/** Puts the entry first. */
function reorder(steps: ReadonlyMap<string, Step>, entry: string): Record<string, Step> {
  const first = steps.get(entry);
  return Object.fromEntries([...(first === undefined ? [] : [[entry, first] as const]), ...steps]);
}

function keepReachable(draft: Draft, entry: string): Draft {
  const reached = listReached(draft, entry);
  const keep = <T>(record: Record<string, T>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => reached.has(name)));
  const { vars, ...flow } = draft.flow;
  const steps = keep(flow.steps);
  const read = findReadVariables({ ...draft, flow: { ...flow, steps } });
  const written = findWritten(steps);
  const kept = Object.entries(vars ?? {}).filter(([name]) => read.has(name) || written.has(name));
  return {
    ...draft,
    flow: { ...flow, ...(kept.length > 0 && { vars: Object.fromEntries(kept) }), steps },
    about: keep(draft.about),
  };
}

/** Returns the variables that steps write. */
function findWritten(steps: Record<string, Step>): Set<string> {
  const names = Object.values(steps).flatMap(({ set, menu, collect, http, run, lookup, voicemail, wait }) => [
    ...Object.keys(set ?? {}),
    ...(menu?.choices ?? []).flatMap((choice) => Object.keys(choice.set ?? {})),
    ...listSaved(menu?.extension?.save),
    ...listSaved(collect?.save),
    ...[http?.save, run?.save, lookup?.save, voicemail?.save].flatMap(listSaved),
    ...(typeof wait === 'object' ? listSaved(wait.save) : []),
  ]);
  return new Set(names);
}

function listSaved(save: unknown): string[] {
  if (typeof save === 'string') return [save];
  return typeof save === 'object' && save !== null ? Object.keys(save) : [];
}

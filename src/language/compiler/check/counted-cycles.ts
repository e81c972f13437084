/** Determines which cycles of steps end because the flow counts its rounds. */
import { findCyclicParts, restrictTo, type Successors } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { getStepValues } from './step-values.ts';

/**
 * Returns the parts of a graph that remain cyclic without the counted cycles. A cycle is counted when a `set` in it
 * changes a variable, a step in it decides on that variable and can leave the cycle, and nothing in it begins the
 * count anew. `restarts` are steps at which the flow begins anew and forgets every count.
 */
export function findUncountedParts(
  draft: FlowDraft,
  successors: Successors,
  restarts: ReadonlySet<string> = new Set(),
): Set<string>[] {
  const waiting = findCyclicParts(successors);
  const found: Set<string>[] = [];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inside = restrictTo(part, successors);
    const counting = restarts.isDisjointFrom(part)
      ? findCountingSteps(draft, part, inside)
      : new Set<string>();
    if (counting.size === 0) found.push(part);
    else waiting.push(...findCyclicParts(removeNodes(inside, counting)));
  }
  return found;
}

function removeNodes(successors: Successors, removed: ReadonlySet<string>): Map<string, readonly string[]> {
  return new Map([...successors].filter(([name]) => !removed.has(name)));
}

/** Returns the steps that count the rounds of every cycle through them; empty when there are none. */
function findCountingSteps(
  draft: FlowDraft,
  part: ReadonlySet<string>,
  inside: Successors,
): ReadonlySet<string> {
  const exits = draft.graph.steps.filter(
    ({ name, verb, edges }) => part.has(name) && DECIDING.has(verb) && edges.some(({ to }) => !part.has(to)),
  );
  for (const [variable, counting] of findCounters(draft, part).slice(0, MAX_COUNTERS)) {
    const names = findDerivedNames(draft, part, variable);
    const deciding = exits
      .map(({ name }) => name)
      .filter((name) => hasAny(getStepValues(draft, name).reads, names));
    if (deciding.length === 0) continue;
    const undecided = findCyclicParts(removeNodes(inside, new Set(deciding)));
    if (![...counting].some((step) => undecided.some((cycle) => cycle.has(step)))) return counting;
  }
  return new Set();
}

/** Verbs whose outcome depends on what they read. */
const DECIDING = new Set(['switch', 'lookup', 'http', 'connect', 'run', 'sms']);
/** Maximum number of counters of one part; cycles in practice have one or two. */
const MAX_COUNTERS = 50;

/** Returns the variables that count rounds, each with the steps that change it. */
function findCounters(draft: FlowDraft, part: ReadonlySet<string>): [string, Set<string>][] {
  const writes = [...part].flatMap((step) =>
    getStepValues(draft, step).writes.map((one) => ({ ...one, step })),
  );
  const saved = new Set(writes.filter(({ isSet }) => !isSet).map(({ variable }) => variable));
  return [...Map.groupBy(writes, (one) => one.variable)].flatMap(([variable, own]) => {
    const selfReading = own.filter(({ reads }) => reads.has(`vars.${variable}`)).length;
    // Constants alone mark how far the call has come; among steps that count they begin the count anew.
    const isReset = selfReading > 0 && selfReading < own.length;
    return saved.has(variable) || isReset ? [] : [[variable, new Set(own.map(({ step }) => step))]];
  });
}

/** Returns the name of a variable and of those that the cycle computes from it. */
function findDerivedNames(draft: FlowDraft, part: ReadonlySet<string>, variable: string): Set<string> {
  const names = new Set([`vars.${variable}`]);
  const writes = [...part].flatMap((step) => getStepValues(draft, step).writes);
  for (let size = 0; size < names.size;) {
    ({ size } = names);
    for (const { variable: to, reads } of writes) if (hasAny(reads, names)) names.add(`vars.${to}`);
  }
  return names;
}

function hasAny(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  for (const name of names) if (wanted.has(name)) return true;
  return false;
}

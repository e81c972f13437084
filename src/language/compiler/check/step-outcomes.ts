/** Outcomes of a step that may be partly unreadable. */
import { findClosest } from '../../diagnostics/index.ts';
import type { Outcome, DraftStep } from '../types.ts';

/** Returns the outcomes of a step; empty when its verb is unknown. */
export function outcomesOf({ content }: DraftStep): Outcome[] {
  return content?.outcomes ?? [];
}

/** Lists the outcomes that `on` does not rule out. A ruled-out outcome with an edge is kept, and a rule reports it. */
export function listPossibleOutcomes(step: DraftStep): Outcome[] {
  return outcomesOf(step).filter((outcome) => {
    const ruledOut = 'otherwise' in outcome && step.on?.has(outcome.unless ?? '') === true;
    return !ruledOut || step.on?.has(outcome.name) === true;
  });
}

/** Lists the outcomes that `on` may route. */
export function listRoutableOutcomes(step: DraftStep): string[] {
  return outcomesOf(step).flatMap((outcome) => ('otherwise' in outcome ? [outcome.name] : []));
}

/** True for a name that only gives its edge to other outcomes, such as `unreached` of `connect`. */
export function isGroup(outcome: Outcome): boolean {
  return 'otherwise' in outcome && outcome.otherwise === 'never';
}

/** Lists the outcomes that take the edge of this one when they have none of their own. */
export function listMembers(group: string, step: DraftStep): string[] {
  return outcomesOf(step).flatMap((one) => ('otherwise' in one && one.like === group ? [one.name] : []));
}

/** Lists the routable outcomes without a key in `on`. */
export function listFreeOutcomes(step: DraftStep): string[] {
  return listRoutableOutcomes(step).filter((outcome) => step.on?.has(outcome) !== true);
}

/** True when `on` has a key for the outcome, even a misspelt one, or could not be read. */
export function isRouted(outcome: string, step: DraftStep): boolean {
  if (step.on === undefined || step.on.has(outcome)) return true;
  if (step.on.size === 0) return false;
  const legal = listRoutableOutcomes(step);
  const misspelt = [...step.on.keys()].filter((written) => !legal.includes(written));
  return misspelt.some((written) => findClosest(written, listFreeOutcomes(step)) === outcome);
}

/** True when a target of the step could not be read, so that it may lead to any step. */
export function canLeadAnywhere(step: DraftStep): boolean {
  if (step.content === undefined || step.on === undefined || step.isNextBroken) return true;
  const targets = outcomesOf(step).flatMap((outcome) => ('goto' in outcome ? [outcome.goto] : []));
  return [...step.on.values(), ...targets].includes(undefined);
}

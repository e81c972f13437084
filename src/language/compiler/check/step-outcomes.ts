/** What is known of the ways out of a step, of which a part may be broken. */
import { closest } from '../../diagnostics/index.ts';
import type { Outcome, DraftStep } from '../types.ts';

/** The outcomes of a step; none when it is not known what it does. */
export function outcomesOf({ content }: DraftStep): Outcome[] {
  return content?.outcomes ?? [];
}

/** Those that nothing of what is written under `on` rules out; what has an edge all the same is told by a rule. */
export function possibleOutcomes(step: DraftStep): Outcome[] {
  return outcomesOf(step).filter((outcome) => {
    const ruledOut = 'otherwise' in outcome && step.on?.has(outcome.unless ?? '') === true;
    return !ruledOut || step.on?.has(outcome.name) === true;
  });
}

/** The outcomes that `on` may route. */
export function routableOutcomes(step: DraftStep): string[] {
  return outcomesOf(step).flatMap((outcome) => ('otherwise' in outcome ? [outcome.name] : []));
}

/** Those of them for which `on` has no key. */
export function freeOutcomes(step: DraftStep): string[] {
  return routableOutcomes(step).filter((outcome) => step.on?.has(outcome) !== true);
}

/** True when `on` has a key for the outcome, if only a misspelt one, or may have one that could not be read. */
export function isRouted(outcome: string, step: DraftStep): boolean {
  if (step.on === undefined || step.on.has(outcome)) return true;
  if (step.on.size === 0) return false;
  const legal = routableOutcomes(step);
  const misspelt = [...step.on.keys()].filter((written) => !legal.includes(written));
  return misspelt.some((written) => closest(written, freeOutcomes(step)) === outcome);
}

/** True when some target of the step could not be read, so that it may lead to any other one. */
export function mayLeadAnywhere(step: DraftStep): boolean {
  if (step.content === undefined || step.on === undefined || step.isNextBroken) return true;
  const targets = outcomesOf(step).flatMap((outcome) => ('goto' in outcome ? [outcome.goto] : []));
  return [...step.on.values(), ...targets].includes(undefined);
}

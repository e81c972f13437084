/** Leaves out tests of guards that are never set: the way that sets one may have turned out to lead elsewhere. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

/** Folds the guards of a draft, variables of the translation that begin with false, as far as no step sets them to true. */
export function foldGuards(draft: Draft): Draft {
  const { guards = [], flow } = draft;
  const unset = guards.filter((name) => !Object.values(flow.steps).some((step) => sets(step, name)));
  if (unset.length === 0) return draft;
  const steps = Object.entries(flow.steps).map(([name, step]) => [name, foldStep(step, unset)]);
  return { ...draft, flow: { ...flow, steps: Object.fromEntries(steps) as Record<string, Step> } };
}

function sets({ set = {}, menu }: Step, name: string): boolean {
  const assignments = [set, ...(menu?.choices ?? []).map((choice) => choice.set ?? {})];
  return assignments.some((one) => Object.hasOwn(one, name) && one[name] !== false);
}

function foldStep(step: Step, unset: readonly string[]): Step {
  if (!Array.isArray(step.switch)) return step;
  const cases = step.switch.map(({ when, goto }) => ({ when: unset.reduce(foldCondition, when), goto }));
  const certain = cases.findIndex(({ when }) => when === '');
  if (certain === -1) return { ...step, switch: cases };
  const { switch: _switch, ...rest } = step;
  const next = cases[certain]?.goto;
  const kept = cases.slice(0, certain);
  return {
    ...rest,
    ...(kept.length > 0 ? { switch: kept } : { set: {} }),
    ...(next !== undefined && { next }),
  };
}

/** Returns what is left of a condition when this guard is false; '' for a condition that always holds. */
function foldCondition(when: string, guard: string): string {
  const test = `!vars.${guard}`;
  if (when === test) return '';
  return when.startsWith(`${test} && (`) && when.endsWith(')') ? when.slice(test.length + 5, -1) : when;
}

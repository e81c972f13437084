/** Writes a switch whose conditions compare one value with texts or numbers as a value with cases. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

const COMPARISON = /^(?<value>[a-z]+\.\w+) == (?<constant>"(?:[^"\\]|\\.)*"|-?\d+)$/;

/** Turns chains of comparisons into cases. */
export function toSwitchCases(draft: Draft): Draft {
  const steps = Object.entries(draft.flow.steps).map(([name, step]) => [name, toCases(step)] as const);
  return { ...draft, flow: { ...draft.flow, steps: Object.fromEntries(steps) } };
}

function toCases(step: Step): Step {
  if (!Array.isArray(step.switch) || step.switch.length < 2) return step;
  const compared = step.switch.map(({ when, goto }) => ({ ...COMPARISON.exec(when)?.groups, goto }));
  const [{ value } = { value: undefined }] = compared as { value?: string }[];
  if (value === undefined) return step;
  const cases: Record<string, string> = {};
  for (const { value: own, constant, goto } of compared as {
    value?: string;
    constant?: string;
    goto: string;
  }[]) {
    if (own !== value || constant === undefined) return step;
    const key = String(JSON.parse(constant));
    if (key === '' || Object.hasOwn(cases, key)) return step;
    cases[key] = goto;
  }
  return { ...step, switch: { value, cases } };
}

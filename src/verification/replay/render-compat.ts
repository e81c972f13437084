/** Renders the result of `compat` as text. */
import { formatCount, joinFirst } from '../../language/text/index.ts';
import type { Compat, StepCompat } from './compat.ts';

/** Maximum number of calls that are named; the JSON lists all. */
const SHOWN = 5;

/** The table, step by step. */
export function renderCompat(compat: Compat): string {
  const { of, could, couldNot, steps, elsewhere = 0, drainedBy } = compat;
  const width = Math.max(4, ...steps.map(({ step, verb }) => step.length + verb.length + 3));
  const lines = [
    `${could} of ${countOf(of, could + couldNot)} could go on${steps.length === 0 ? '' : ':'}`,
    ...steps.flatMap((step) => renderStep(step, width)),
    ...(elsewhere === 0 ? [] : ['', `${countOf(of, elsewhere)} of the flow on other versions`]),
    ...(drainedBy === undefined ? [] : ['', renderDrained(drainedBy)]),
  ];
  return `${lines.join('\n')}\n`;
}

function countOf(of: Compat['of'], count: number): string {
  return of === 'calls'
    ? formatCount(count, 'live call')
    : formatCount(count, 'place where a call can rest', 'places where a call can rest');
}

function renderStep({ step, verb, could, couldNot }: StepCompat, width: number): string[] {
  const without = couldNot.reduce((sum, { those }) => sum + those.length, 0);
  return [
    `  ${`${step} (${verb})`.padEnd(width)}  ${String(could.length).padStart(5)} could  ${String(without).padStart(5)} could not`,
    ...couldNot.map(({ why, those }) => `    ${those.length}: ${why}  (${joinFirst(those, SHOWN)})`),
  ];
}

function renderDrained(by: number): string {
  const time = new Date(by).toISOString().slice(0, 19);
  return `Without intervention, the last call reaches its limits at ${time}Z, or later if it is bridged again.`;
}

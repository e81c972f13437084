/** Writes a text before a hang-up as its last words. */
import type { Draft } from '../project/index.ts';

/** Turns `say` followed by nothing but a hang-up into `hangup` with a text. */
export function toLastWords(draft: Draft): Draft {
  const { steps } = draft.flow;
  const isHangup = (target: string | undefined) =>
    target === 'hangup' || (target !== undefined && isPlainHangup(steps[target]));
  const changed = Object.entries(steps).map(([name, step]) => {
    const { say, next, on = {}, ...rest } = step;
    const isLast = say !== undefined && isHangup(next) && Object.values(on).every(isHangup);
    return [name, isLast ? { ...rest, hangup: say } : step] as const;
  });
  return { ...draft, flow: { ...draft.flow, steps: Object.fromEntries(changed) } };
}

function isPlainHangup(step: Draft['flow']['steps'][string] | undefined): boolean {
  return step !== undefined && 'hangup' in step && typeof step.hangup !== 'string' && isNothing(step.hangup);
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

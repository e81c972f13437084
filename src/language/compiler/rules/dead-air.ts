import { company, never, perhaps, stepsOnLine, surely, type StepOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** Maximum number of seconds of silence before a caller takes the line for dead. */
const MOST_SECONDS = 5;

/** Reports steps that keep a caller waiting in silence. Steps of the finalizer and steps before the answer are exempt. */
export const deadAir: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { name, nameRange, content } of stepsOnLine(draft, isDeadAir))
      report({
        code: 'dead-air',
        message: `in step "${name}" the caller may hear nothing for ${secondsOf(content)} seconds`,
        span: draft.document.span(nameRange),
        hint: hintFor(content),
      });
  },
};

function isDeadAir({ content, line }: StepOnLine): boolean {
  return (
    secondsOf(content) > MOST_SECONDS &&
    !never(line, 'answered') &&
    !surely(line, 'ended') &&
    !company.some((fact) => perhaps(line, fact))
  );
}

function secondsOf({ verb, body, isVague }: StepOnLine['content']): number {
  return body === undefined || isVague ? 0 : Math.round((verb.silentMs?.(body as never) ?? 0) / 1_000);
}

function hintFor({ verb, body }: StepOnLine['content']): string {
  if (verb.name !== 'http') return 'put "hold" before it and "resume" behind it, or wait for less time';
  const { filler } = (body ?? {}) as { filler?: unknown };
  return filler === undefined ? 'add a "filler"' : 'begin the filler earlier, by "filler_after"';
}

import { perhaps, stepsOnLine, surely, type StepOnLine } from '../line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** How long a caller waits in silence before taking the line for dead. */
const MOST_SECONDS = 5;

/** No step keeps a caller waiting for long without a word. Nobody waits in the finalizer. */
export const deadAir: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { name, nameRange, content } of stepsOnLine(draft, isDeadAir))
      report({
        code: 'dead-air',
        message: `in step "${name}" the caller may hear nothing for ${secondsOf(content)} seconds`,
        span: draft.document.span(nameRange),
        hint:
          content.verb.name === 'http'
            ? 'add a "filler"'
            : 'put "hold" before it and "resume" behind it, or wait for less time',
      });
  },
};

/** While one of these is so the caller hears the other party, music, or whatever the stream says. */
const COMPANY = ['bridged', 'inRoom', 'held', 'streaming'] as const;

function isDeadAir({ content, line }: StepOnLine): boolean {
  return (
    secondsOf(content) > MOST_SECONDS &&
    !surely(line, 'ended') &&
    !COMPANY.some((fact) => perhaps(line, fact))
  );
}

function secondsOf({ verb, body, isVague }: StepOnLine['content']): number {
  return body === undefined || isVague ? 0 : Math.round((verb.silentMs?.(body as never) ?? 0) / 1_000);
}

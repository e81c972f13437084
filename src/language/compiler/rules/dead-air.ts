import {
  companyFacts,
  isExcluded,
  isConceivable,
  listStepsOnLine,
  isCertain,
  type StepOnLine,
} from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** Maximum number of seconds of silence before a caller takes the line for dead. */
const MAX_SILENT_SECONDS = 5;

/** Reports steps that keep a caller waiting in silence. Steps of the finalizer and steps before the answer are exempt. */
export const deadAir: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { name, nameRange, content } of listStepsOnLine(draft, isDeadAir))
      report({
        code: 'dead-air',
        message: `in step "${name}" the caller may hear nothing for ${measureSilence(content)} seconds`,
        span: draft.document.span(nameRange),
        hint: suggestFiller(content),
      });
  },
};

function isDeadAir({ content, line }: StepOnLine): boolean {
  return (
    measureSilence(content) > MAX_SILENT_SECONDS &&
    !isExcluded(line, 'answered') &&
    !isCertain(line, 'ended') &&
    !companyFacts.some((fact) => isConceivable(line, fact))
  );
}

function measureSilence({ verb, body, isVague }: StepOnLine['content']): number {
  return body === undefined || isVague ? 0 : Math.round((verb.getSilentMs?.(body as never) ?? 0) / 1_000);
}

function suggestFiller({ verb, body }: StepOnLine['content']): string {
  if (verb.name !== 'http') return 'put "hold" before it and "resume" after it, or wait for less time';
  const { filler } = (body ?? {}) as { filler?: unknown };
  return filler === undefined ? 'add a "filler"' : 'start the filler earlier with "filler_after"';
}

import { keySpanAt } from '../read/document.ts';
import type { StepContent, DraftStep, FlowDraft } from '../types.ts';
import { suggestName } from '../check/references.ts';
import { listFreeOutcomes, listRoutableOutcomes } from '../check/step-outcomes.ts';
import { findOtherOutcome } from '../mend/other-outcomes.ts';
import { quoteAlternatives } from '../read/words.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports keys under a step's `on` that are not routable outcomes of its verb. */
export const unknownOutcome: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const step of draft.steps) checkRouting(step, draft, report);
  },
};

function checkRouting(step: DraftStep, draft: FlowDraft, report: Report): void {
  const { document } = draft;
  const { name, content, on = new Map<string, string | undefined>() } = step;
  if (!content || content.isVague || isUnknownRun(content, draft)) return;
  const { verb, body } = content;
  const legal = listRoutableOutcomes(step);
  for (const [outcome, target] of on) {
    if (legal.includes(outcome) || target === undefined) continue;
    const needed = body === undefined ? undefined : verb.describeOutcomeNeed?.(body as never, outcome);
    const hint = needed ?? findOtherOutcome({ verb: verb.name, word: outcome, legal });
    const span = keySpanAt(document, ['steps', name, 'on', outcome]);
    report({
      code: 'unknown-outcome',
      message:
        legal.length === 0
          ? `"${verb.name}" has no outcome that "on" can route; found "${outcome}"`
          : `"${verb.name}" has no outcome "${outcome}"; expected ${quoteAlternatives(legal)}`,
      span,
      ...(hint === undefined ? suggestName(outcome, listFreeOutcomes(step), span) : { hint }),
    });
  }
}

/** True for a step that runs an unknown flow, so that its outcomes are unknown. */
function isUnknownRun({ verb, body }: StepContent, { source, others }: FlowDraft): boolean {
  const { flow } = (body ?? {}) as { flow?: unknown };
  if (verb.name !== 'run' || typeof flow !== 'string') return false;
  return flow !== source.name && others.signature(flow) === undefined;
}

import { keyRangeAt } from '../document.ts';
import type { DraftStep, FlowDraft } from '../draft.ts';
import { didYouMean } from '../references.ts';
import { quoted } from '../words.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Every key under a step's `on` is an outcome of its verb that `on` may route. */
export const unknownOutcome: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const step of draft.steps) checkStep(step, draft, report);
  },
};

function checkStep({ name, content, on }: DraftStep, { document }: FlowDraft, report: Report): void {
  if (!content) return;
  const { verb } = content;
  const legal = verb.outcomes(content.body as never).flatMap((one) => ('otherwise' in one ? [one.name] : []));
  for (const outcome of on.keys()) {
    if (legal.includes(outcome)) continue;
    const span = document.span(keyRangeAt(document.root, ['steps', name, 'on', outcome]));
    report({
      code: 'unknown-outcome',
      message:
        legal.length === 0
          ? `"${verb.name}" has no outcome to which "on" could give an edge, found "${outcome}"`
          : `"${verb.name}" has no outcome "${outcome}"; expected ${quoted(legal)}`,
      span,
      ...didYouMean(
        outcome,
        legal.filter((other) => !on.has(other)),
        span,
      ),
    });
  }
}

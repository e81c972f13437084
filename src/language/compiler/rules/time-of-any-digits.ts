import { findReferenceSpan, isSpokenText, listReferences } from '../check/references.ts';
import { findSources } from '../check/variable-sources.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import type { FlowDraft, Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports times and dates that callers enter as digits of any kind, so that they can be 99:99. */
export const timeOfAnyDigits: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const reference of listReferences(draft, 'prompt', 'template')) {
      const manner = isSpokenText(reference) ? findManner(reference, draft) : undefined;
      const variable = /^\$\{\s*vars\.(\w+)\s*\}$/.exec(reference.text.trim())?.[1];
      const step = manner === undefined ? undefined : findAnyDigits(variable, draft);
      if (manner === undefined || step === undefined) continue;
      report({
        code: 'misread-value',
        message: `callers hear "${variable ?? ''}" as a ${manner}, but step "${step}" takes any digits, also those of no ${manner}`,
        span: findReferenceSpan(draft.document, reference),
        hint: `let the step ask with "type: ${manner}"`,
      });
    }
  },
};

/** Returns `time` or `date` for a text that is read out as one. */
function findManner({ path }: Reference, { document }: FlowDraft): 'time' | 'date' | undefined {
  if (path.at(-1) !== 'text') return undefined;
  const as = entryOf(nodeAt(document.root, path.slice(0, -1)), 'as')?.value;
  if (as === undefined) return undefined;
  const names = ['time', 'date'] as const;
  return names.find((name) =>
    as.kind === 'map' ? entryOf(as, name) !== undefined : as.kind === 'string' && as.value === name,
  );
}

/** Returns the question that saves digits without a pattern in a variable. */
function findAnyDigits(variable: string | undefined, draft: FlowDraft): string | undefined {
  return findSources(draft)
    .get(variable ?? '')
    ?.find(
      (source) =>
        source.kind === 'answer' &&
        (source.body.type ?? 'digits') === 'digits' &&
        source.body.pattern === undefined &&
        source.body.range === undefined,
    )?.step;
}

import type { Reference, FlowDraft } from '../types.ts';
import { entryOf, canHoldEntry, nodeAt } from '../read/document.ts';
import { isLegalName } from '../schema/name-forms.ts';
import { suggestName, listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import { findReversedSaves } from '../check/reversed-saves.ts';
import { extractName } from '../mend/rewrites.ts';
import type { FlowRule } from './flow-rule.ts';

/** Yields the variables that could replace the name: all of them, or in a map those that are not yet among its keys. */
function* listCandidates({ at, path }: Reference, { document, vars }: FlowDraft): Generator<string> {
  const map = 'key' in at ? nodeAt(document.root, path.slice(0, -1)) : undefined;
  for (const name of Object.keys(vars)) if (isLegalName(name) && entryOf(map, name) === undefined) yield name;
}

/** Returns a hint for `save: ${vars.pin}`. */
function suggestBareName(text: string, vars: FlowDraft['vars']): { hint: string } | undefined {
  const name = text.startsWith('${') ? extractName(text)?.text : undefined;
  return name !== undefined && Object.hasOwn(vars, name)
    ? { hint: `write the name alone: ${name}` }
    : undefined;
}

function isKeyReference({ at }: Reference): boolean {
  return 'key' in at;
}

/** Reports writes to undeclared variables. The rule `expressions` reports undeclared variables that are read. */
export const unknownVariable: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, vars } = draft;
    const references = listReferences(draft, 'variable');
    const reversed = findReversedSaves(draft);
    const keys = Map.groupBy(references.filter(isKeyReference), ({ text }) => text);
    for (const reference of references) {
      const { text } = reference;
      if (isKeyReference(reference) && reversed.has(stepNameOf(reference) ?? '')) continue;
      if (Object.hasOwn(vars, text) || canHoldEntry(document, text, keys.get(text)?.length)) continue;
      const span = findReferenceSpan(document, reference);
      report({
        code: 'unknown-variable',
        message: `there is no variable "${text}" under "vars"`,
        span,
        ...(suggestBareName(text, vars) ?? suggestName(text, listCandidates(reference, draft), span)),
      });
    }
  },
};

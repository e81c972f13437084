import type { Reference, FlowDraft } from '../types.ts';
import { entryOf, mayHold, nodeAt } from '../read/document.ts';
import { isLegalName } from '../schema/name-forms.ts';
import { nameMeant, referencesOf, spanOf } from '../check/references.ts';
import { nameAlone } from '../mend/rewrites.ts';
import type { FlowRule } from './flow-rule.ts';

/** Yields the variables that could replace the name: all of them, or in a map those that are not yet among its keys. */
function* free({ at, path }: Reference, { document, vars }: FlowDraft): Generator<string> {
  const map = 'key' in at ? nodeAt(document.root, path.slice(0, -1)) : undefined;
  for (const name of Object.keys(vars)) if (isLegalName(name) && entryOf(map, name) === undefined) yield name;
}

/** Returns a hint for `save: ${vars.pin}`. */
function aloneIn(text: string, vars: FlowDraft['vars']): { hint: string } | undefined {
  const name = text.startsWith('${') ? nameAlone(text)?.text : undefined;
  return name !== undefined && Object.hasOwn(vars, name)
    ? { hint: `write the name alone: ${name}` }
    : undefined;
}

function isKey({ at }: Reference): boolean {
  return 'key' in at;
}

/** Reports writes to undeclared variables. The rule `expressions` reports undeclared variables that are read. */
export const unknownVariable: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, vars } = draft;
    const references = referencesOf(draft, 'variable');
    const keys = Map.groupBy(references.filter(isKey), ({ text }) => text);
    for (const reference of references) {
      const { text } = reference;
      if (Object.hasOwn(vars, text) || mayHold(document, text, keys.get(text)?.length)) continue;
      const span = spanOf(document, reference);
      report({
        code: 'unknown-variable',
        message: `there is no variable "${text}" under "vars"`,
        span,
        ...(aloneIn(text, vars) ?? nameMeant(text, free(reference, draft), span)),
      });
    }
  },
};

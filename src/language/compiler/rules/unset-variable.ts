import { importOf, type Range } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { nameUsesOf, type UnplacedUse } from '../check/names.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * What steps read of a variable that begins empty, some step has put there. One that begins with a value may be meant to
 * keep it; what is imported may be written by other flows.
 */
export const unsetVariable: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const byName = Map.groupBy(
      nameUsesOf(draft).filter(({ section }) => section === 'vars'),
      ({ name }) => name,
    );
    // What is kept under a name that does not exist may be meant to be kept in any of them.
    if ([...byName].some(([name, uses]) => !Object.hasOwn(draft.vars, name) && uses.some(isKept))) return;
    for (const [name, uses] of byName) {
      if (draft.vars[name]?.initial !== '' || draft.brokenVars.has(name)) continue;
      if (uses.some(isKept) || isImported(uses, draft)) continue;
      const range = firstPlace(uses.filter(({ isDefinition }) => !isDefinition));
      if (range === undefined) continue;
      report({
        code: 'unset-variable',
        message: `the variable "${name}" is always empty here: nothing gives it a value`,
        span: draft.document.span(range),
      });
    }
  },
};

function isKept(use: UnplacedUse): boolean {
  return use.isKept === true;
}

function isImported(uses: readonly UnplacedUse[], { document }: FlowDraft): boolean {
  const range = uses.find(({ isDefinition }) => isDefinition)?.range();
  return range === undefined || importOf(document, range) !== undefined;
}

function firstPlace(uses: readonly UnplacedUse[]): Range | undefined {
  const places = uses.flatMap(({ range }) => range() ?? []);
  return places.toSorted((a, b) => a.from - b.from)[0];
}

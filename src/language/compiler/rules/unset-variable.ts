import { findImportAt, nodeAt, type Range } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listNameUses, type UnplacedUse } from '../check/names.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports variables that begin empty, are read, and are never written. A variable with an initial value may be
 * constant; other flows may write imported ones.
 */
export const unsetVariable: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const byName = Map.groupBy(
      listNameUses(draft).filter(({ section }) => section === 'vars'),
      ({ name }) => name,
    );
    // A value saved under an unknown name may be meant for any variable.
    if ([...byName].some(([name, uses]) => !Object.hasOwn(draft.vars, name) && uses.some(isKeptUse))) return;
    for (const [name, uses] of byName) {
      const initial = draft.vars[name]?.initial;
      if (draft.brokenVars.has(name) || !(initial === '' || isWithoutDefault(name, draft))) continue;
      if (uses.some(isKeptUse) || isImported(uses, draft)) continue;
      const range = findFirstPlace(uses.filter(({ isDefinition }) => !isDefinition));
      if (range === undefined) continue;
      report({
        code: 'unset-variable',
        message: `the variable "${name}" is always ${initial === '' ? 'empty' : String(initial)} here: nothing assigns a value to it`,
        span: draft.document.span(range),
      });
    }
  },
};

/** True for a variable that is declared by its type alone. */
function isWithoutDefault(name: string, { document }: FlowDraft): boolean {
  const node = nodeAt(document.root, ['vars', name]);
  return node?.kind === 'map' && !node.entries.has('initial');
}

function isKeptUse(use: UnplacedUse): boolean {
  return use.isKept === true;
}

function isImported(uses: readonly UnplacedUse[], { document }: FlowDraft): boolean {
  const range = uses.find(({ isDefinition }) => isDefinition)?.range();
  return range === undefined || findImportAt(document, range) !== undefined;
}

function findFirstPlace(uses: readonly UnplacedUse[]): Range | undefined {
  const places = uses.flatMap(({ range }) => range() ?? []);
  return places.toSorted((a, b) => a.from - b.from)[0];
}

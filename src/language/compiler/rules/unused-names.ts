import { findClosest } from '../../diagnostics/index.ts';
import { findWays } from '../../model/index.ts';
import { findImportAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listNameUses, type UnplacedUse } from '../check/names.ts';
import { namedKinds, type NameSection } from '../schema/name-forms.ts';
import { listExpressions, isAssignmentTo, listReferences, stepNameOf } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** The diagnostic code for each section whose names have to be used; a new kind of names needs one line here. */
const CODES = {
  vars: 'unused-variable',
  params: 'unused-variable',
  env: 'unused-variable',
  prompts: 'unused-prompt',
  hours: 'unused-hours',
  tables: 'unused-table',
} as const;

/**
 * Reports names that are declared but not used, and values that are kept but not read; values kept by the finalizer
 * are for the record. In a flow with a part that does not fit its schema nothing counts as unused, since that part
 * may contain the use. Imported names are exempt, since other flows may use them.
 */
export const unusedNames: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const names = listNameUses(draft);
    const { kept, read } = collectUses(names, draft);
    for (const name of listFinalizerVariables(draft)) read.add(name);
    for (const { section, name, range: rangeOf, isDefinition } of names) {
      const use = `${section}.${name}`;
      if (!isDefinition || !isChecked(section) || read.has(use)) continue;
      const range = rangeOf();
      if (range === undefined || findImportAt(draft.document, range) !== undefined) continue;
      const span = draft.document.span(range);
      const kind = namedKinds[section];
      if (!kept.has(use))
        report({ code: CODES[section], message: `nothing uses the ${kind} "${name}"`, span });
      else report({ code: 'unread-variable', message: `nothing reads the ${kind} "${name}"`, span });
    }
  },
};

function isChecked(section: NameSection): section is keyof typeof CODES {
  return Object.hasOwn(CODES, section);
}

interface Uses {
  /** Names such as `vars.tier` that a value is written to. */
  kept: Set<string>;
  /** Names used in any other way. */
  read: Set<string>;
}

/** Collects the uses of names. A misspelt use, which has been reported already, counts for the name that was meant. */
function collectUses(names: readonly UnplacedUse[], draft: FlowDraft): Uses {
  const declared = Map.groupBy(
    names.filter(({ isDefinition }) => isDefinition),
    ({ section }) => section,
  );
  const kept = new Set<string>();
  const read = new Set<string>();
  for (const [section, uses] of Map.groupBy(names, (use) => use.section)) {
    if (!isChecked(section)) continue;
    const legal = new Set((declared.get(section) ?? []).map(({ name }) => name));
    for (const { name, isDefinition, isKept } of uses)
      if (!isDefinition)
        (isKept === true ? kept : read).add(
          `${section}.${legal.has(name) ? name : findClosest(name, legal)}`,
        );
  }
  const expressions = draft.expressions();
  // An expression may also read all variables at once.
  for (const { source, reference } of listExpressions(draft))
    for (const use of expressions.findReads(source))
      if (!isAssignmentTo(use.replace(/^vars\./, ''), reference)) read.add(use);
  return { kept, read };
}

function listFinalizerVariables(draft: FlowDraft): string[] {
  const ways = findWays(draft.graph);
  return listReferences(draft, 'variable')
    .filter((reference) => ways.get(stepNameOf(reference) ?? '')?.road === 'end')
    .map(({ text }) => `vars.${text}`);
}

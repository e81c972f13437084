import { closest } from '../../diagnostics/index.ts';
import { importOf } from '../document.ts';
import type { FlowDraft } from '../draft.ts';
import { namedKinds, namesOf, type NameSection } from '../names.ts';
import { expressionsOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** What is declared and has to be used; a further kind of names is one more line here. */
const CODES = {
  vars: 'unused-variable',
  params: 'unused-variable',
  env: 'unused-variable',
  prompts: 'unused-prompt',
  hours: 'unused-hours',
  tables: 'unused-table',
} as const;

/**
 * Everything that is declared is used. In a flow of which a part does not fit its schema nothing counts as unused: the
 * use may stand in that part. What is imported may be there for other flows.
 */
export const unusedNames: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    const names = namesOf(draft);
    const used = usedNames(names, draft);
    for (const { section, name, range, isDefinition } of names) {
      if (!isDefinition || !isChecked(section) || used.has(`${section}.${name}`)) continue;
      if (importOf(draft.document, range) !== undefined) continue;
      report({
        code: CODES[section],
        message: `nothing uses the ${namedKinds[section]} "${name}"`,
        span: draft.document.span(range),
      });
    }
  },
};

function isChecked(section: NameSection): section is keyof typeof CODES {
  return Object.hasOwn(CODES, section);
}

/** The names that are used, as `vars.tier`. A misspelt use, which was told already, uses what was meant. */
function usedNames(names: ReturnType<typeof namesOf>, draft: FlowDraft): Set<string> {
  const declared = Map.groupBy(
    names.filter(({ isDefinition }) => isDefinition),
    ({ section }) => section,
  );
  const used = new Set<string>();
  for (const [section, uses] of Map.groupBy(names, (use) => use.section)) {
    const legal = new Set((declared.get(section) ?? []).map(({ name }) => name));
    for (const { name } of uses.filter(({ isDefinition }) => !isDefinition))
      used.add(`${section}.${legal.has(name) ? name : closest(name, legal)}`);
  }
  const expressions = draft.expressions();
  // An expression may also read all variables at once.
  for (const { source } of expressionsOf(draft)) for (const name of expressions.reads(source)) used.add(name);
  return used;
}

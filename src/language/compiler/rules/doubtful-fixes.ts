import type { Diagnostic, DiagnosticCode } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import { listUsedNames } from '../check/names.ts';
import { isNameSection, type NameSection } from '../schema/name-forms.ts';

/** Sections of the names that fixes replace. */
const SECTIONS: Partial<Record<DiagnosticCode, NameSection>> = {
  'unknown-variable': 'vars',
  'unknown-prompt': 'prompts',
  'unknown-hours': 'hours',
  'unknown-table': 'tables',
  'dangling-target': 'steps',
};

/** Removes fixes that would give several uses a name that nothing else uses: the declaration may be misspelt instead. */
export function removeDoubtfulFixes(
  diagnostics: readonly Diagnostic[],
  { document, references }: FlowDraft,
): Diagnostic[] {
  const byName = Map.groupBy(diagnostics.filter(isNameFix), readGivenName);
  const several = [...byName].filter(([, found]) => found.length > 1);
  if (several.length === 0) return [...diagnostics];
  const used = listUsedNames(document, references);
  const isUsed = (given: string) => {
    const [section = '', name = ''] = given.split('.');
    return isNameSection(section) && used.get(section)?.has(name) === true;
  };
  const doubtful = new Set(several.flatMap(([given, found]) => (isUsed(given) ? [] : found)));
  return diagnostics.map((one) => {
    const { fix: _fix, ...rest } = one;
    return doubtful.has(one) ? rest : one;
  });
}

function isNameFix({ code, fix }: Diagnostic): boolean {
  return fix !== undefined && SECTIONS[code] !== undefined;
}

/** Returns the replacement as `vars.tier`; a fix inside an expression contains both parts, or the name alone. */
function readGivenName({ code, fix }: Diagnostic): string {
  const text = fix?.text ?? '';
  return text.includes('.') ? text : `${SECTIONS[code] ?? ''}.${text}`;
}

/** Fixes that would make one name of another. Where a declaration is misspelt, its right uses must not follow it. */
import type { Diagnostic, DiagnosticCode } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import { usedNames } from '../check/names.ts';
import { isNameSection, type NameSection } from '../schema/name-forms.ts';

const SECTIONS: Partial<Record<DiagnosticCode, NameSection>> = {
  'unknown-variable': 'vars',
  'unknown-prompt': 'prompts',
  'unknown-hours': 'hours',
  'unknown-table': 'tables',
  'dangling-target': 'steps',
};

/** The diagnostics, without fixes by which several uses would get a name that nothing else uses: it may be the one that is wrong. */
export function withoutDoubtfulFixes(
  diagnostics: readonly Diagnostic[],
  { document, references }: FlowDraft,
): Diagnostic[] {
  const byName = Map.groupBy(diagnostics.filter(isOfName), nameGiven);
  const several = [...byName].filter(([, found]) => found.length > 1);
  if (several.length === 0) return [...diagnostics];
  const used = usedNames(document, references);
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

function isOfName({ code, fix }: Diagnostic): boolean {
  return fix !== undefined && SECTIONS[code] !== undefined;
}

/** As `vars.tier`; a fix inside of an expression has both parts already, or the name alone. */
function nameGiven({ code, fix }: Diagnostic): string {
  const text = fix?.text ?? '';
  return text.includes('.') ? text : `${SECTIONS[code] ?? ''}.${text}`;
}

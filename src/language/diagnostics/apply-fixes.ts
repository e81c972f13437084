import type { Diagnostic } from './diagnostic.ts';

interface FixedText {
  text: string;
  /** The diagnostics whose fixes were applied, in the order of their places. */
  applied: Diagnostic[];
}

/**
 * Applies the fixes to a text. Of overlapping or adjacent fixes only the first is applied; the others wait for the
 * next run.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): FixedText {
  const applied = dropOverlaps(diagnostics);
  let fixed = '';
  let at = 0;
  for (const { fix } of applied) {
    fixed += text.slice(at, fix.span.start.offset) + fix.text;
    at = fix.span.end.offset;
  }
  return { text: fixed + text.slice(at), applied };
}

type Fixable = Diagnostic & Required<Pick<Diagnostic, 'fix'>>;

function dropOverlaps(diagnostics: readonly Diagnostic[]): Fixable[] {
  const kept: Fixable[] = [];
  for (const one of diagnostics.filter(isFixable).toSorted(comparePlaces)) {
    const last = kept.at(-1);
    if (last === undefined || one.fix.span.start.offset > last.fix.span.end.offset) kept.push(one);
  }
  return kept;
}

function isFixable(diagnostic: Diagnostic): diagnostic is Fixable {
  return diagnostic.fix !== undefined;
}

function comparePlaces({ fix: a }: Fixable, { fix: b }: Fixable): number {
  return a.span.start.offset - b.span.start.offset || a.span.end.offset - b.span.end.offset;
}

/** Notes faults of the original in the text of a flow, so that `validate` reports only what the author has to do. */
import { parseDocument } from '../../language/compiler/index.ts';
import type { Node } from '../../language/compiler/index.ts';
import type { Draft, Fault, ImportedFlow } from '../project/index.ts';
import type { Diagnostic, DiagnosticCode, Span } from '../../language/diagnostics/index.ts';

/** Warnings about how the flow is written, or about what the import left to do: the original has none of them. */
const OWN: ReadonlySet<DiagnosticCode> = new Set([
  'carrier-does-less',
  'ignore-unused',
  'import-todo',
  'result-ignored',
  'secret-by-name',
  'unread-variable',
  'unused-next',
]);

interface Noted {
  text: string;
  /** Those that are noted. */
  faults: readonly Fault[];
  /** All others, at their new places. */
  diagnostics: readonly Diagnostic[];
}

/** What a comment says of a fault. */
const NOTES: Readonly<Record<Fault['comesFrom'] | 'finish', string>> = {
  finish: 'the key ends an entry in the original',
  original: 'as in the original',
  stub: 'until the steps that are left to you are written',
};

/** True for a warning about the call itself. */
export function isFault({ severity, code }: Diagnostic): boolean {
  return severity === 'warning' && !OWN.has(code);
}

/**
 * Writes a `ringflow-ignore` comment above each line with a fault. `isOriginal`: whether the original has it, too. That nobody
 * mentions a key that ends an entry is noted, but is no fault.
 */
export function noteFaults(
  { text, draft: { finish } }: Pick<ImportedFlow, 'text' | 'draft'>,
  found: readonly Diagnostic[],
  isOriginal: (fault: Diagnostic) => boolean,
): Noted {
  const noted = found.filter(isFault).map((diagnostic) => ({
    diagnostic,
    comesFrom: isAboutFinish(diagnostic, text, finish)
      ? ('finish' as const)
      : isOriginal(diagnostic)
        ? ('original' as const)
        : ('stub' as const),
  }));
  const faults = noted.flatMap(({ diagnostic, comesFrom }): Fault[] =>
    comesFrom === 'finish' ? [] : [{ diagnostic, comesFrom }],
  );
  if (noted.length === 0) return { text, faults, diagnostics: found };
  const lines = text.split('\n');
  const begins = findBegins(text);
  const notes = new Map<number, Set<string>>();
  for (const { diagnostic, comesFrom } of noted) {
    const { span, code } = diagnostic;
    const line = begins.get(span.start.line) ?? span.start.line;
    const indent = /^ */.exec(lines[line - 1] ?? '')?.[0] ?? '';
    const note = `${indent}# ringflow-ignore ${code}: ${NOTES[comesFrom]}`;
    notes.set(line, (notes.get(line) ?? new Set()).add(note));
  }
  const written = lines.flatMap((line, at) => [...(notes.get(at + 1) ?? []), line]);
  return {
    text: written.join('\n'),
    faults,
    diagnostics: found
      .filter((one) => !isFault(one))
      .map((one) => ({ ...one, span: moveSpan(one.span, notes) })),
  };
}

/** True for the warning that no text mentions a key which ends an entry. */
function isAboutFinish({ code, span }: Diagnostic, text: string, finish: Draft['finish']): boolean {
  if (code !== 'choice-not-spoken') return false;
  const before = text.slice(0, span.start.offset);
  const step = [...before.matchAll(/^ {2}(\w+):$/gm)].at(-1)?.[1] ?? '';
  const key = text.slice(span.start.offset, span.end.offset).replaceAll(/['"]/g, '');
  return key !== '' && finish?.get(step) === key;
}

/** Maps each further line of a text over several lines to its first one, above which a comment can stand. */
function findBegins(text: string): ReadonlyMap<number, number> {
  const document = parseDocument(text, () => undefined);
  const begins = new Map<number, number>();
  const pending: (Node | undefined)[] = [document?.root];
  for (let node = pending.pop(); document !== undefined && node !== undefined; node = pending.pop()) {
    if (node.kind === 'map') for (const { value } of node.entries.values()) pending.push(value);
    else if (node.kind === 'list') pending.push(...node.items);
    else if (text.slice(node.range.from, node.range.to).includes('\n')) {
      const { start, end } = document.span(node.range);
      for (let line = start.line + 1; line <= end.line; line += 1) begins.set(line, start.line);
    }
  }
  return begins;
}

function moveSpan(span: Span, notes: ReadonlyMap<number, ReadonlySet<string>>): Span {
  return { ...span, start: movePosition(span.start, notes), end: movePosition(span.end, notes) };
}

function movePosition(
  position: Span['start'],
  notes: ReadonlyMap<number, ReadonlySet<string>>,
): Span['start'] {
  const above = [...notes].flatMap(([line, written]) => (line <= position.line ? [...written] : []));
  return {
    ...position,
    line: position.line + above.length,
    offset: position.offset + above.reduce((sum, note) => sum + note.length + 1, 0),
  };
}

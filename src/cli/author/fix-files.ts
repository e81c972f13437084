/** Applies the fixes of diagnostics to the files. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { applyFixes, findUnreadParts } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { checkFlows } from '../../authoring/flow-files/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';
import type { CheckedFlows } from '../../authoring/flow-files/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import { describeError } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** Maximum number of passes; a fix can reveal the next problem. */
const MAX_ROUNDS = 10;

/** Applies all fixes to the flows in the paths, prints the changes on stderr and returns the flows as checked afterwards. */
export function fixFlows(paths: string[], io: Io, carriers?: readonly NamedCapabilities[]): CheckedFlows {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const loaded = checkFlows(paths, carriers);
    const changed = [...Map.groupBy(loaded.diagnostics, ({ file }) => file)].map(([file, diagnostics]) =>
      fixFile({ file, diagnostics, text: loaded.source(file) }, io),
    );
    if (!changed.includes(true)) return loaded;
  }
  return checkFlows(paths, carriers);
}

interface Fixable {
  file: string;
  diagnostics: Diagnostic[];
  /** Absent when it was not read. */
  text: string | undefined;
}

function fixFile({ file, diagnostics, text }: Fixable, io: Io): boolean {
  // Writing back a file that is not valid UTF-8 would change other parts of it.
  if (text === undefined || !isUtf8(readFileSync(file))) return false;
  const fixed = applyFixes(text, selectApplicable(diagnostics));
  if (fixed.applied.length === 0) return false;
  replaceFile(file, fixed.text);
  for (const { fix, span, code } of fixed.applied) {
    const place = `${file}:${span.start.line}:${span.start.column}`;
    const before = fix ? text.slice(fix.span.start.offset, fix.span.end.offset).trim() : '';
    io.err(`${place}: ${describeChange(before, fix?.text.trim() ?? '')} [${code}]\n`);
  }
  return true;
}

function describeChange(before: string, after: string): string {
  if (after === '') return before === '' ? 'changed the spaces' : `removed ${before}`;
  return before === '' ? `added ${after}` : `changed ${before} to ${after}`;
}

/** Fixes syntax first: a name that seems to be missing may be in a part that could not be parsed. */
function selectApplicable(diagnostics: Diagnostic[]): Diagnostic[] {
  const unread = findUnreadParts(diagnostics);
  return unread.length > 0 ? unread : diagnostics;
}

/** Replaces the file atomically. */
function replaceFile(file: string, text: string): void {
  const path = realpathSync(file);
  const beside = `${path}.ringflow-fix`;
  try {
    writeFileSync(beside, text, { mode: statSync(path).mode });
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    const message = `${file} cannot be written: ${describeError(cause)}`;
    throw new OperationalError('unwritable_file', message, { retryable: false, cause });
  }
}

/** Makes the fixes that diagnostics carry in the files themselves. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { applyFixes, findUnreadParts } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { checkFlows } from '../../authoring/flow-files/index.ts';
import type { CheckedFlows } from '../../authoring/flow-files/index.ts';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Io } from '../shared/io.ts';

/** A fix can show the next mistake; a file that needs more rounds than this is better looked at. */
const MOST_ROUNDS = 10;

/** Makes all fixes of the flows that paths mean, says on stderr what it changed, and gives what the flows are then. */
export function fixFlows(paths: string[], io: Io): CheckedFlows {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const loaded = checkFlows(paths);
    const changed = [...Map.groupBy(loaded.diagnostics, ({ file }) => file)].map(([file, diagnostics]) =>
      fixFile({ file, diagnostics, text: loaded.source(file) }, io),
    );
    if (!changed.includes(true)) return loaded;
  }
  return checkFlows(paths);
}

interface Fixable {
  file: string;
  diagnostics: Diagnostic[];
  /** Absent when it was not read. */
  text: string | undefined;
}

function fixFile({ file, diagnostics, text }: Fixable, io: Io): boolean {
  // What is no text would be another one when it is written back.
  if (text === undefined || !isUtf8(readFileSync(file))) return false;
  const fixed = applyFixes(text, safeOnes(diagnostics));
  if (fixed.applied.length === 0) return false;
  replaceFile(file, fixed.text);
  for (const { fix, span, code } of fixed.applied) {
    const place = `${file}:${span.start.line}:${span.start.column}`;
    const before = fix && text.slice(fix.span.start.offset, fix.span.end.offset).trim();
    io.err(
      `${place}: ${fix?.text === '' ? `removed ${before}` : `changed ${before} to ${fix?.text}`} [${code}]\n`,
    );
  }
  return true;
}

/** Until a file can be read whole, only what keeps it from that is mended: a name that seems to be missing may be there. */
function safeOnes(diagnostics: Diagnostic[]): Diagnostic[] {
  const unread = findUnreadParts(diagnostics);
  return unread.length > 0 ? unread : diagnostics;
}

/** Writes beside the file and then takes its place, so that nobody ever reads half of it. */
function replaceFile(file: string, text: string): void {
  const path = realpathSync(file);
  const beside = `${path}.ringflow-fix`;
  try {
    writeFileSync(beside, text, { mode: statSync(path).mode });
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    const message = `${file} cannot be written: ${cause instanceof Error ? cause.message : 'unknown reason'}`;
    throw new OperationalError('unwritable_file', message, { retryable: false, cause });
  }
}

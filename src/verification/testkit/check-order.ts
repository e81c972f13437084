/** Finds script lines that are impossible because an earlier line ends the call. */
import type { Line } from '../../../schemas/types/scenario.ts';
import { rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import type { Report } from '../../language/diagnostics/index.ts';

/** Lines that need a caller, with the reason why they are impossible without one. */
const needsCaller: Partial<Record<string, string>> = {
  hears: 'nobody hears anything',
  presses: 'nobody can press a key',
  says: 'nobody can say anything',
  mumbles: 'nobody can say anything',
  stays_silent: 'nobody is asked anything',
  waits: 'nobody can wait on the line',
  waits_until: 'nobody can wait on the line',
  hangs_up: 'nobody can hang up',
  operator_hangs_up: 'there is no call to end',
  party_hangs_up: 'nobody is connected',
  stream_ends: 'nothing is streamed',
  stream_breaks: 'nothing is streamed',
};

/** Reports each line after the end of the call that needs a caller. */
export function checkOrder(
  { document, script, path }: { document: Document; script: readonly Line[]; path: Path },
  report: Report,
): void {
  let end: { words: string; line: number } | undefined;
  for (const [index, line] of script.entries()) {
    const span = document.span(rangeAt(document.root, [...path, index]));
    const reason = needsCaller[readKeyword(line)];
    if (end !== undefined && reason !== undefined)
      report({
        code: 'impossible-line',
        message: `${reason} after line ${end.line}, where ${end.words}`,
        span,
        hint: 'move this line up, or remove one of the two',
      });
    end ??= findEnd(line, span.start.line);
  }
}

function readKeyword(line: Line): string {
  return typeof line === 'string' ? line : (Object.keys(line)[0] ?? '');
}

function findEnd(line: Line, at: number): { words: string; line: number } | undefined {
  if (line === 'hangs_up') return { words: 'the caller hangs up', line: at };
  if (line === 'operator_hangs_up') return { words: 'an operator ends the call', line: at };
  const isEnd = typeof line === 'object' && line.expects?.ended !== undefined;
  return isEnd ? { words: 'the call is expected to end', line: at } : undefined;
}

/** Lines of a script that can never happen, whatever the flow does: the call is over by then. */
import type { Line } from '../../../schemas/types/scenario.ts';
import { rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import type { Report } from '../../language/diagnostics/index.ts';

/** Lines that need somebody on the line, and why they cannot be after that. */
const needsCaller: Partial<Record<string, string>> = {
  hears: 'nobody hears anything',
  presses: 'nobody can press a key',
  says: 'nobody can say anything',
  mumbles: 'nobody can say anything',
  stays_silent: 'nobody is asked anything',
  waits: 'nobody can wait on the line',
  waits_until: 'nobody can wait on the line',
  hangs_up: 'nobody can hang up',
  party_hangs_up: 'nobody is connected',
  stream_ends: 'nothing is streamed',
  stream_breaks: 'nothing is streamed',
};

/** Tells each line behind the end of the call that needs a caller. */
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
        message: `${reason} any more: ${end.words} in line ${end.line}`,
        span,
        hint: 'move this line before that one, or remove one of the two',
      });
    end ??= findEnd(line, span.start.line);
  }
}

function readKeyword(line: Line): string {
  return typeof line === 'string' ? line : (Object.keys(line)[0] ?? '');
}

function findEnd(line: Line, at: number): { words: string; line: number } | undefined {
  if (line === 'hangs_up') return { words: 'the caller has hung up', line: at };
  const isEnd = typeof line === 'object' && line.expects?.ended !== undefined;
  return isEnd ? { words: 'the call was to end', line: at } : undefined;
}

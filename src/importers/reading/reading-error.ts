import type { Finding, Span } from '../../language/diagnostics/index.ts';

/** Maximum depth of nesting. */
export const MAX_DEPTH = 100;

/** A place, and what to do there. */
interface Hinted {
  span: Span;
  hint: string;
}

/** Thrown where a file cannot be read any further; only `readSource` catches it. */
export class ReadingError extends Error {
  readonly finding: Finding;

  constructor(code: 'import-unreadable' | 'import-too-large', message: string, at: Span | Hinted) {
    super(message);
    this.finding = { code, message, ...('span' in at ? at : { span: at }) };
  }
}

/** Creates the error for a tree that is too deep. */
export function createDepthError(span: Span): ReadingError {
  return new ReadingError('import-too-large', `the file is nested deeper than ${MAX_DEPTH} levels`, span);
}

/** Creates the error for a file with a second document. */
export function createSecondError(span: Span): ReadingError {
  const hint = 'give each document a file of its own, and import the files together';
  return new ReadingError('import-unreadable', 'a second document begins here', { span, hint });
}

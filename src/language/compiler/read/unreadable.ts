/** Texts that cannot be read, or not completely. */
import type { Finding, Report } from '../../diagnostics/index.ts';
import type { Source } from './lines.ts';

/** Maximum length of a text in characters; longer ones are rejected. */
export const MAX_LENGTH = 1_048_576;

/** Returns the reason to reject a text; undefined when it can be read. */
export function findReadProblem(text: string): Omit<Finding, 'span'> | undefined {
  if (text.length > MAX_LENGTH) return { code: 'too-large', message: 'the file is larger than 1 MiB' };
  if (!text.includes('\0')) return undefined;
  const isUtf16 = text.split('\0').length - 1 > text.length / 4;
  const message = isUtf16
    ? 'the file is UTF-16; expected UTF-8'
    : 'the file contains NUL characters, so it is not text';
  return { code: 'wrong-encoding', message, hint: 'save the file as UTF-8' };
}

/** Reported when brackets are nested too deeply for the YAML library. */
export const TOO_DEEPLY_NESTED: Omit<Finding, 'span'> = {
  code: 'too-large',
  message: 'the file is nested too deeply to be read',
  hint: 'check for a { or [ that is never closed, and for missing commas between entries',
};

const REPLACEMENT_CHARACTER = '\ufffd';

/** Reports the first replacement character; the rest of the text can still be read. */
export function reportLostCharacter({ text, span }: Source, report: Report): void {
  const from = text.indexOf(REPLACEMENT_CHARACTER);
  if (from < 0) return;
  report({
    code: 'wrong-encoding',
    message: 'this character was lost, because the file is not UTF-8, or once was not',
    span: span({ from, to: from + 1 }),
    hint: 'save the file as UTF-8 and type the character again',
  });
}

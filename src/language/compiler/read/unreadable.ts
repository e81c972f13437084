/** Texts that cannot be read, or not completely. */
import type { Finding, Report } from '../../diagnostics/index.ts';
import type { Source } from './lines.ts';

/** Maximum length of a text in characters; longer ones are rejected. */
export const MAX_LENGTH = 1_048_576;

/** Returns the reason to reject a text; undefined when it can be read. */
export function findReadProblem({ text, span }: Source): Finding | undefined {
  const start = span({ from: 0, to: 0 });
  if (text.length > MAX_LENGTH)
    return { code: 'too-large', message: 'the file is larger than 1 MiB', span: start };
  const nul = text.indexOf('\0');
  if (nul < 0) return undefined;
  const code = 'wrong-encoding';
  if (text.split('\0').length - 1 > text.length / 4)
    return {
      code,
      message: 'the file is UTF-16; expected UTF-8',
      hint: 'save the file as UTF-8',
      span: start,
    };
  return {
    code,
    message: 'a NUL character stands here, so the file is not text',
    hint: 'delete the character, and save the file as UTF-8',
    span: span({ from: nul, to: nul + 1 }),
  };
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

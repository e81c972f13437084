/** Reads a file of answers. */
import schema from '../../../schemas/import-answers.schema.json' with { type: 'json' };
import { checkDocument, compileSchemas, parseDocument } from '../../language/compiler/index.ts';
import { collectDiagnostics, hasErrors } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { noAnswers } from './answers.ts';
import type { Answers } from './answers.ts';

const rule = compileSchemas([schema])('import-answers.schema.json');

/** Reads the text of a file of answers; what is not answered has its default. */
export function readAnswers(file: string, text: string): { answers: Answers; diagnostics: Diagnostic[] } {
  const { report, diagnostics } = collectDiagnostics(file);
  const written = parseDocument(text, report);
  if (written === undefined) return { answers: noAnswers, diagnostics };
  const { value } = checkDocument(written, rule, report);
  const given = hasErrors(diagnostics) ? {} : ((value ?? {}) as Partial<Answers>);
  return { answers: { ...noAnswers, ...removeOpen(given) }, diagnostics };
}

/** Removes answers that are not given yet. */
function removeOpen(given: Partial<Answers>): Partial<Answers> {
  return Object.fromEntries(
    Object.entries(given).map(([section, answers]) => [
      section,
      typeof answers === 'object' ? removeNulls(answers) : answers,
    ]),
  );
}

function removeNulls(answers: object): object {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== null));
}

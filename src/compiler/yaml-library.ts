/** The YAML library, with the settings of our files. */
import { parseAllDocuments, type Document } from 'yaml';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The documents of a text. */
export function parsed(text: string): readonly Document.Parsed[] {
  return parseAllDocuments(text, OPTIONS);
}

/** How much is wrong with a text. */
export function errorsIn(text: string): number {
  return parsed(text).reduce((count, { errors }) => count + errors.length, 0);
}

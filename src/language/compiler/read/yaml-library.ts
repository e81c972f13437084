/** The YAML library, with the settings of our files. */
import { parseAllDocuments, type Document } from 'yaml';
import { readPlainYaml } from './plain-yaml.ts';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The documents of a text; undefined where reading it takes more of the stack than there is. */
export function parsed(text: string): readonly Document.Parsed[] | undefined {
  try {
    return parseAllDocuments(text, OPTIONS);
  } catch (error) {
    // The parser goes one call deeper for each thing that it expects to end, such as a pair without its comma.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** How much is wrong with a text. */
export function errorsIn(text: string): number {
  if (readPlainYaml(text) !== undefined) return 0;
  return parsed(text)?.reduce((count, { errors }) => count + errors.length, 0) ?? Infinity;
}

/** The YAML library with our settings. */
import type { Document } from 'yaml';
import { loadYaml } from '../../model/index.ts';
import { readPlainYaml } from './plain-yaml.ts';

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** Parses all documents of a text; undefined when the parser exceeds the stack. */
export function parseYamlDocuments(text: string): readonly Document.Parsed[] | undefined {
  try {
    return loadYaml().parseAllDocuments(text, OPTIONS);
  } catch (error) {
    // The parser recurses for each open construct, such as a pair without its comma.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Counts the errors of a text. */
export function countYamlErrors(text: string): number {
  if (readPlainYaml(text) !== undefined) return 0;
  return parseYamlDocuments(text)?.reduce((count, { errors }) => count + errors.length, 0) ?? Infinity;
}

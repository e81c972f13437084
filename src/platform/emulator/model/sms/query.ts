/** The query of the GET form as the fields of the POST form (sms.md 2.1): objects and lists of objects are JSON there. */
import { invalid } from '../answers.ts';
import type { Fields } from '../fields.ts';

const readers = new Map<string, (text: string, name: string) => unknown>([
  ['recipient', parse],
  ['data', parse],
  ['type_details', parse],
]);

/** An empty parameter counts as absent; of a repeated one the last counts. */
export function fieldsOf(query: URLSearchParams): Fields {
  const given = Array.from(query).filter(([, text]) => text !== '');
  return Object.fromEntries(given.map(([name, text]) => [name, readers.get(name)?.(text, name) ?? text]));
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`${name} is not JSON`);
  }
}

/** The query of the GET form as the fields of the POST form (sms.md 2.1): lists, JSON and numbers are text there. */
import { invalid } from '../answers.ts';
import type { Fields } from '../fields.ts';

const readers = new Map<string, (text: string, name: string) => unknown>([
  ['to', (text) => text.split(',')],
  ['recipient', parse],
  ['data', parse],
  ['type_details', parse],
  ['validity', (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)],
  ['flash_message', (text) => new Map([['true', true], ['false', false]]).get(text) ?? text],
]); // prettier-ignore

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

import { Formats } from '../../call/formats/index.ts';

/** Steps between the formats of documents, by the name of their collection. None has changed since the first release. */
const formats: Readonly<Record<string, Formats>> = {};

const FIRST = new Formats([]);

/** The formats of the documents of a collection. */
export function documentFormats(collection: string): Formats {
  return formats[collection] ?? FIRST;
}

import { Formats } from '../../call/formats/index.ts';

/** Migrations of document formats by collection. None has changed since the first release. */
const formats: Readonly<Record<string, Formats>> = {};

const FIRST = new Formats([]);

/** Returns the formats of a collection. */
export function findDocumentFormats(collection: string): Formats {
  return formats[collection] ?? FIRST;
}

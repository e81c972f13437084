import { Formats } from '../formats/index.ts';

/**
 * The formats of records, with the commands and the trace beside them. What contexts gain later gets its value from
 * resting-context.ts and needs none; test/fixtures/records tells when one is needed.
 */
export const recordFormats = new Formats([]);

/** True for the record of a later release: it is to be left to nodes that know its format. */
export function isNewerRecord({ format }: { format: number }): boolean {
  return recordFormats.isNewer({ format });
}

/** Results of a campaign, read from their CSV. */

/** A finished recipient: column → cell. */
export type ResultRow = Readonly<Record<string, string>>;

/**
 * Reads the rows of a CSV file with headings. A quoted cell may hold commas, quotes and line breaks.
 *
 * @param isWhole false when the text was cut off: its last row is left out
 */
export function parseResults(text: string, isWhole: boolean): ResultRow[] {
  const rows = parseCsv(text);
  if (!isWhole) rows.pop();
  const [headings = [], ...records] = rows;
  return records.map((cells) =>
    Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? ''])),
  );
}

/** A cell, and what ends it: a comma, the end of the line, or the end of the text. */
const CELL = /(?:"((?:[^"]|"")*)"?|([^",\r\n]*))(,|\r?\n|$)/gy;

function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, quoted, plain = '', end] of text.matchAll(CELL)) {
    if (whole === '' && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

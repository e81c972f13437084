/**
 * Renders rows as columns two spaces apart, each as wide as its widest cell; all rows have as many cells as the first. Control
 * characters are removed, so that a cell cannot move the cursor of a terminal.
 */
export function renderTable(rows: readonly (readonly string[])[]): string {
  return alignColumns(rows)
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns the lines of `renderTable`; columns whose numbers are in `right` are aligned to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { right = [] }: { right?: readonly number[] } = {},
): string[] {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, '')));
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, measureWidth(row[column] ?? '')), 0),
  );
  const pad = (cell: string, column: number) => {
    const space = ' '.repeat((widths[column] ?? 0) - measureWidth(cell));
    return right.includes(column) ? space + cell : cell + space;
  };
  return cells.map((row) => row.map(pad).join('  ').trimEnd());
}

/** Returns the columns that a terminal needs for a text: two for East Asian letters and emoji, none for combining marks. */
export function measureWidth(text: string): number {
  if (!/[^\x20-\x7E]/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : Number(!ZERO_WIDTH.test(character));
  return width;
}

const WIDE =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\uFF01-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}]--[\uFF61-\uFFDC]]/v;
const ZERO_WIDTH = /[\p{M}\p{Cf}]/v;

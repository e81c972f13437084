/**
 * Columns two spaces apart, each as wide as its widest cell; all rows have as many cells as the first. What means something to a
 * terminal is left out: cells hold what others have named.
 */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, '')));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Text as Markdown. */

/** Text in which only what stands in backticks has a meaning. */
export function prose(text: string): string {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? piece : escaped(piece)))
    .join('`');
}

function escaped(text: string): string {
  return text.replace(/[\\*_[\]~]/g, (mark) => `\\${mark}`).replaceAll('<', '&lt;');
}

/** A table; a cell keeps its bars to itself. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

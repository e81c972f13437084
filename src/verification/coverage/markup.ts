/** Text in a page, with the marks of HTML taken for what they are. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Names the places in a page to which others lead: the lines of its files. */
export type LineId = (place: { file: string; line: number }) => string;

/** The same file has the same names wherever it is spoken of. */
export function lineIds(files: readonly string[]): LineId {
  const numbers = new Map([...new Set(files)].map((file, index) => [file, index + 1]));
  return ({ file, line }) => `file-${numbers.get(file) ?? 0}-line-${line}`;
}

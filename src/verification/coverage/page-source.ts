/** Renders the text of a file in the coverage page, with marks for each line. */
import type { Mark } from '../../authoring/drawing/index.ts';
import { singularKind } from './coverage.ts';
import type { CoverageItem } from './coverage.ts';

/** A file with its items, of all flows. */
interface MarkedFile {
  file: string;
  text: string;
  items: readonly CoverageItem[];
}

/** Renders a file with line numbers, hits per line and marks for uncovered items. */
export function renderSource({ file, text, items }: MarkedFile, lineId: LineId): string {
  const byLine = Map.groupBy(
    items.filter(({ kind }) => kind !== 'failures'),
    ({ line }) => line,
  );
  const lines = text.split(/\r\n|\n|\r/).map((content, index) => {
    const found = byLine.get(index + 1) ?? [];
    return renderLine(content, { id: lineId({ file, line: index + 1 }), number: index + 1, found });
  });
  return `<h3>${escapeHtml(file)}</h3>\n<pre>${lines.join('')}</pre>\n`;
}

interface Line {
  id: string;
  number: number;
  found: readonly CoverageItem[];
}

function renderLine(content: string, { id, number, found }: Line): string {
  const mark = chooseMark(found);
  const missing = found
    .filter(({ hits }) => hits === 0)
    .map(({ kind, name }) => `${singularKind(kind)} ${name}`);
  const title = missing.length === 0 ? '' : ` title="${escapeHtml(`not covered: ${missing.join(', ')}`)}"`;
  const hits = found.length === 0 ? '' : `${Math.max(...found.map((item) => item.hits))}×`;
  const gutter = `<i class="number">${number}</i><i class="hits">${hits}</i>`;
  return `<span id="${id}"${mark === undefined ? '' : ` class="${mark}"`}${title}>${gutter}${escapeHtml(content)}\n</span>`;
}

/** Marks items by how many of them are covered; undefined if there are none. */
export function chooseMark(items: readonly Pick<CoverageItem, 'hits'>[]): Mark | undefined {
  if (items.length === 0) return undefined;
  const covered = items.filter(({ hits }) => hits > 0).length;
  if (covered === 0) return 'none';
  return covered === items.length ? 'full' : 'part';
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Returns the id of a line in the page. */
export type LineId = (place: { file: string; line: number }) => string;

/** Creates ids that are the same in all sections of the page. */
export function createLineIds(files: readonly string[]): LineId {
  const numbers = new Map([...new Set(files)].map((file, index) => [file, index + 1]));
  return ({ file, line }) => `file-${numbers.get(file) ?? 0}-line-${line}`;
}

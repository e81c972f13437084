import type { Range, ScalarNode } from './document.ts';

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
  r: '\r',
};

/**
 * The stretch of the file in which a part of a scalar's value is written (offsets into the value, `end` exclusive).
 * Where the way from file to value cannot be followed, the whole scalar.
 */
export function rangeInside(text: string, node: ScalarNode, part: { start: number; end: number }): Range {
  const offsets = offsetsOf(text, node);
  const from = offsets?.[part.start];
  const last = offsets?.[Math.max(part.start, part.end - 1)];
  if (from === undefined || last === undefined) return node.range;
  return { from, to: part.end > part.start ? last + 1 : from };
}

/** Where in the file each character of the value stands, and behind them the end. */
function offsetsOf(text: string, node: ScalarNode): number[] | undefined {
  const value = node.kind === 'string' ? String(node.value) : node.source;
  const block = node.style === 'block' ? blockOf(text, node) : undefined;
  let at = block?.from ?? node.range.from + (node.style === 'plain' ? 0 : 1);
  const offsets: number[] = [];
  for (const char of value) {
    const width = widthAt(text, at, { char, style: node.style });
    if (width === 0 && !isBreak(text[at])) return undefined;
    for (let unit = 0; unit < char.length; unit += 1) offsets.push(at + unit);
    at = width > 0 ? at + width : afterBreak(text, at, block?.indent);
  }
  return [...offsets, at];
}

/** How many characters of the file stand for one of the value; 0: they do not match. */
function widthAt(
  text: string,
  at: number,
  { char, style }: { char: string; style: ScalarNode['style'] },
): number {
  if (style === 'double' && text[at] === '\\') return ESCAPES[text[at + 1] ?? ''] === char ? 2 : 0;
  if (char === '\n' || !text.startsWith(char, at)) return 0;
  return style === 'single' && char === "'" ? 2 : char.length;
}

function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

/** Behind a line break and the indentation of the next line: all of it, or as much as a block has. */
function afterBreak(text: string, at: number, indent = Infinity): number {
  let next = at + (text.startsWith('\r\n', at) ? 2 : 1);
  for (let spaces = 0; spaces < indent && text[next] === ' '; spaces += 1) next += 1;
  return next;
}

/** Where the text of a block scalar begins, and how far its lines are indented. */
function blockOf(text: string, { range }: ScalarNode): { from: number; indent: number } | undefined {
  const header = text.indexOf('\n', range.from);
  if (header === -1) return undefined;
  const indent = /^ */.exec(text.slice(header + 1))?.[0].length ?? 0;
  return { from: header + 1 + indent, indent };
}

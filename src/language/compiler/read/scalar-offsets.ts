import type { Range, ScalarNode } from './document.ts';

/** Part of a scalar's value: offsets into it; `end` is exclusive. */
interface ScalarPart {
  start: number;
  end: number;
}

/**
 * Finds the range of the file that holds part of a scalar's value; the whole scalar when its escapes or folding cannot
 * be followed.
 */
export function findRangeInside(text: string, node: ScalarNode, { start, end }: ScalarPart): Range {
  const toOffset = knownOffsets.get(node) ?? mapVerbatim(text, node) ?? mapByReading(text, node);
  knownOffsets.set(node, toOffset);
  const from = toOffset(start);
  const last = toOffset(Math.max(start, end - 1));
  if (from === undefined || last === undefined) return node.range;
  return { from, to: end > start ? last + 1 : from };
}

type ToOffset = (index: number) => number | undefined;

/** Cache: a long scalar may contain thousands of mistakes. A node always belongs to the same text. */
const knownOffsets = new WeakMap<ScalarNode, ToOffset>();

/** Maps the offsets of a scalar that the file contains verbatim, as it does most of them. */
function mapVerbatim(text: string, { kind, value, source, style, range }: ScalarNode): ToOffset | undefined {
  if (style === 'block') return undefined;
  const quote = style === 'plain' ? 0 : 1;
  const from = range.from + quote;
  const written = text.slice(from, range.to - quote);
  const read = kind === 'string' ? String(value) : source;
  return written === read ? (index) => (index <= read.length ? from + index : undefined) : undefined;
}

function mapByReading(text: string, node: ScalarNode): ToOffset {
  const offsets = computeOffsets(text, node);
  return (index) => offsets?.[index];
}

interface ScalarReading {
  text: string;
  value: string;
  style: ScalarNode['style'];
  /** True for a literal block, which keeps its line breaks. */
  isLiteral: boolean;
  /** Number of leading spaces of each line that are not part of the value. */
  indent: number;
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
  r: '\r',
};

function computeOffsets(text: string, node: ScalarNode): number[] | undefined {
  const begun = findBeginning(text, node);
  if (!begun) return undefined;
  const { reading, from } = begun;
  const offsets: number[] = [];
  let at = from;
  for (let index = 0; index < reading.value.length; index += 1) {
    const next = isLineBreak(text[at])
      ? skipLineBreaks(reading, index, at)
      : skipCharacter(reading, index, at);
    if (next === undefined) return undefined;
    offsets.push(at);
    at = next;
  }
  return [...offsets, at];
}

/**
 * Finds the beginning of a scalar's text; undefined for folded blocks with more-indented lines, which fold differently.
 */
function findBeginning(text: string, node: ScalarNode): { reading: ScalarReading; from: number } | undefined {
  const { kind, style, range } = node;
  const value = kind === 'string' ? String(node.value) : node.source;
  const isLiteral = text[range.from] === '|' && style === 'block';
  const reading = { text, value, style, isLiteral, indent: Infinity };
  if (style !== 'block') return { reading, from: range.from + (style === 'plain' ? 0 : 1) };
  if (!isLiteral && /^[ \t]/m.test(value)) return undefined;
  const firstLine = text.indexOf('\n', range.from) + 1;
  const indent = countIndentation(text.slice(firstLine, range.to)) - countIndentation(value);
  const isFirstBlank = isLineBreak(text[firstLine]);
  return { reading: { ...reading, indent }, from: firstLine + (isFirstBlank ? 0 : indent) };
}

function countIndentation(text: string): number {
  return /^( *)[^ \r\n]/m.exec(text)?.[1]?.length ?? 0;
}

function skipCharacter({ text, value, style }: ScalarReading, index: number, at: number): number | undefined {
  const char = value[index];
  if (style === 'double' && text[at] === '\\')
    return ESCAPES[text[at + 1] ?? ''] === char ? at + 2 : undefined;
  if (text[at] !== char) return undefined;
  return style === 'single' && char === "'" ? at + 2 : at + 1;
}

/** Outside literal blocks a single line break is read as a space, and the first of several is dropped. */
function skipLineBreaks(reading: ScalarReading, index: number, at: number): number | undefined {
  const { value, isLiteral } = reading;
  const char = value[index];
  if (char !== '\n' && (char !== ' ' || isLiteral)) return undefined;
  const next = skipLineBreak(reading, at);
  const isFirst = value[index - 1] !== '\n' && index < value.length - 1;
  if (char === ' ' || isLiteral || !isFirst) return next;
  return isLineBreak(reading.text[next]) ? skipLineBreak(reading, next) : undefined;
}

/** Returns the offset after a line break and the indentation of the next line. */
function skipLineBreak({ text, indent }: ScalarReading, at: number): number {
  let next = at + (text.startsWith('\r\n', at) ? 2 : 1);
  for (let spaces = 0; spaces < indent && text[next] === ' '; spaces += 1) next += 1;
  return next;
}

function isLineBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

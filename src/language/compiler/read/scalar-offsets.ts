import type { Range, ScalarNode } from './document.ts';

/** A part of a scalar's value: offsets into it, `end` exclusive. */
interface Part {
  start: number;
  end: number;
}

/**
 * The stretch of the file in which a part of a scalar's value is written. Where the way from file to value cannot be
 * followed, the whole scalar.
 */
export function rangeInside(text: string, node: ScalarNode, { start, end }: Part): Range {
  const offsetOf = known.get(node) ?? verbatim(text, node) ?? followed(text, node);
  known.set(node, offsetOf);
  const from = offsetOf(start);
  const last = offsetOf(Math.max(start, end - 1));
  if (from === undefined || last === undefined) return node.range;
  return { from, to: end > start ? last + 1 : from };
}

/** From a place in a value to the one in the file. */
type OffsetOf = (index: number) => number | undefined;

/** A scalar is read once, since a long one may hold thousands of mistakes. It never stands in another text. */
const known = new WeakMap<ScalarNode, OffsetOf>();

/** Most scalars stand in the file as they are, between their quotes if they have any. */
function verbatim(text: string, { kind, value, source, style, range }: ScalarNode): OffsetOf | undefined {
  if (style === 'block') return undefined;
  const quote = style === 'plain' ? 0 : 1;
  const from = range.from + quote;
  const written = text.slice(from, range.to - quote);
  const read = kind === 'string' ? String(value) : source;
  return written === read ? (index) => (index <= read.length ? from + index : undefined) : undefined;
}

function followed(text: string, node: ScalarNode): OffsetOf {
  const offsets = offsetsOf(text, node);
  return (index) => offsets?.[index];
}

/** Where the reading of a scalar stands: in the value and in the file. */
interface Reading {
  text: string;
  value: string;
  style: ScalarNode['style'];
  /** One line of the file is one line of the value: a literal block. */
  isLiteral: boolean;
  /** Spaces in front of each line that do not belong to it. */
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

/** Where in the file each character of the value stands, and behind them the end. */
function offsetsOf(text: string, node: ScalarNode): number[] | undefined {
  const begun = beginning(text, node);
  if (!begun) return undefined;
  const { reading, from } = begun;
  const offsets: number[] = [];
  let at = from;
  for (let index = 0; index < reading.value.length; index += 1) {
    const next = isBreak(text[at]) ? afterBreaks(reading, index, at) : afterCharacter(reading, index, at);
    if (next === undefined) return undefined;
    offsets.push(at);
    at = next;
  }
  return [...offsets, at];
}

/** Where a scalar's text begins. Folded blocks in which a line is indented more than others follow rules of their own. */
function beginning(text: string, node: ScalarNode): { reading: Reading; from: number } | undefined {
  const { kind, style, range } = node;
  const value = kind === 'string' ? String(node.value) : node.source;
  const isLiteral = text[range.from] === '|' && style === 'block';
  const reading = { text, value, style, isLiteral, indent: Infinity };
  if (style !== 'block') return { reading, from: range.from + (style === 'plain' ? 0 : 1) };
  if (!isLiteral && /^[ \t]/m.test(value)) return undefined;
  const firstLine = text.indexOf('\n', range.from) + 1;
  const indent = indentation(text.slice(firstLine, range.to)) - indentation(value);
  const isFirstBlank = isBreak(text[firstLine]);
  return { reading: { ...reading, indent }, from: firstLine + (isFirstBlank ? 0 : indent) };
}

/** Spaces in front of the first line that holds more than space. */
function indentation(text: string): number {
  return /^( *)[^ \r\n]/m.exec(text)?.[1]?.length ?? 0;
}

function afterCharacter({ text, value, style }: Reading, index: number, at: number): number | undefined {
  const char = value[index];
  if (style === 'double' && text[at] === '\\')
    return ESCAPES[text[at + 1] ?? ''] === char ? at + 2 : undefined;
  if (text[at] !== char) return undefined;
  return style === 'single' && char === "'" ? at + 2 : at + 1;
}

/** Outside literal blocks one line break is a space, and of several the first does not count. */
function afterBreaks(reading: Reading, index: number, at: number): number | undefined {
  const { value, isLiteral } = reading;
  const char = value[index];
  if (char !== '\n' && (char !== ' ' || isLiteral)) return undefined;
  const next = afterBreak(reading, at);
  const isFirst = value[index - 1] !== '\n' && index < value.length - 1;
  if (char === ' ' || isLiteral || !isFirst) return next;
  return isBreak(reading.text[next]) ? afterBreak(reading, next) : undefined;
}

/** Behind a line break and the indentation of the next line. */
function afterBreak({ text, indent }: Reading, at: number): number {
  let next = at + (text.startsWith('\r\n', at) ? 2 : 1);
  for (let spaces = 0; spaces < indent && text[next] === ' '; spaces += 1) next += 1;
  return next;
}

function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

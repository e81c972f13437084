/** A strict reader for the subset of XML that SSML uses: it reports problems and continues after them. */

/** A range of the document, `end` exclusive. */
export interface SsmlPlace {
  start: number;
  end: number;
}

interface SsmlProblem extends SsmlPlace {
  message: string;
  hint?: string;
  /** Replacement text for the range that fixes the problem. */
  replacement?: string;
}

export interface SsmlAttribute extends SsmlPlace {
  name: string;
  value: string;
}

/** An element, with the range of its opening tag. */
export interface SsmlElement extends SsmlPlace {
  name: string;
  attributes: SsmlAttribute[];
  /** True when the tag is incomplete, so that it is unknown whether it needs to be closed. */
  isBroken: boolean;
}

interface Ssml {
  /** In the order in which they begin. */
  elements: SsmlElement[];
  /** True when there is nothing between the first and the last tag. */
  isEmpty: boolean;
  problems: SsmlProblem[];
}

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;
/** A tag with a missing quote or end. */
const BROKEN_TAG = /<(\/?)([A-Za-z_][\w:.-]*)([^<>]*)>?/y;
/** Sections that are skipped: comments, CDATA, processing instructions. */
const ASIDES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')(?=\s|\/|$)/y;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi;
const ROOT = 'speak';

interface Reading extends Ssml {
  text: string;
  at: number;
  open: SsmlElement[];
  /** Number of open elements by name. */
  openNames: Map<string, number>;
}

/** Reads a document; placeholders for expressions count as letters. */
export function readSsml(text: string): Ssml {
  const reading: Reading = {
    text,
    at: 0,
    open: [],
    openNames: new Map(),
    elements: [],
    isEmpty: true,
    problems: [],
  };
  while (reading.at < text.length) {
    const mark = text.indexOf('<', reading.at);
    readTextBetween(reading, mark === -1 ? text.length : mark);
    if (isOver(reading)) {
      readRest(reading);
      break;
    }
    if (mark !== -1) readTag(reading);
  }
  for (const { name, start, end } of reading.open.filter(({ isBroken }) => !isBroken))
    reading.problems.push({
      message: `<${name}> is not closed`,
      start,
      end,
      hint: `add </${name}> after it`,
    });
  const { elements, isEmpty, problems } = reading;
  return { elements, isEmpty, problems };
}

function readTextBetween(reading: Reading, end: number): void {
  const start = reading.at;
  const words = reading.text.slice(start, end);
  if (isOver(reading)) return;
  for (const { index } of words.matchAll(BARE_AMPERSAND))
    reading.problems.push({
      message: '"&" must be escaped in SSML',
      hint: 'write &amp;',
      replacement: '&amp;',
      start: start + index,
      end: start + index + 1,
    });
  if (words.trim() !== '') reading.isEmpty = false;
  reading.at = end;
}

/** True once the first element has been closed. */
function isOver({ elements, open }: Reading): boolean {
  return elements.length > 0 && open.length === 0;
}

function readRest(reading: Reading): void {
  const { text, problems } = reading;
  while (reading.at < text.length) {
    reading.at += text.slice(reading.at).search(/\S|$/);
    if (!text.startsWith('<!--', reading.at)) break;
    skipSection(reading);
  }
  const end = text.trimEnd().length;
  if (reading.at < end) problems.push({ message: `nothing can follow </${ROOT}>`, start: reading.at, end });
}

/** Skips a comment, CDATA section or instruction; returns false when none begins here. */
function skipSection(reading: Reading): boolean {
  const { text, at: start, problems } = reading;
  const aside = ASIDES.find(([opening]) => text.startsWith(opening, start));
  if (aside === undefined) return false;
  const [opening, closing] = aside;
  const found = text.indexOf(closing, start + opening.length);
  reading.at = found === -1 ? text.length : found + closing.length;
  if (found === -1)
    problems.push({
      message: `"${opening}" is not closed by "${closing}"`,
      start,
      end: start + opening.length,
    });
  if (opening === '<![CDATA[') reading.isEmpty = false;
  return true;
}

function readTag(reading: Reading): void {
  const { at: start } = reading;
  if (skipSection(reading)) return;
  const whole = matchAt(TAG, reading);
  const tag = whole ?? matchAt(BROKEN_TAG, reading);
  const [written = '<', slash, name = '', rest = ''] = tag ?? [];
  const place = { start, end: start + written.length };
  reading.at = place.end;
  if (tag === undefined) {
    const message = '"<" must be escaped in SSML';
    reading.problems.push({ message, hint: 'write &lt;', replacement: '&lt;', ...place });
    return;
  }
  if (!written.endsWith('>')) reading.problems.push({ message: 'the tag is not closed by ">"', ...place });
  if (slash === '/') closeElement(reading, { name, rest }, place);
  else openElement(reading, { name, rest, isBroken: whole === undefined, place });
}

function matchAt(pattern: RegExp, { text, at }: Reading): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function openElement(
  reading: Reading,
  { name, rest, isBroken, place }: { name: string; rest: string; isBroken: boolean; place: SsmlPlace },
): void {
  const isNested = name === ROOT && reading.elements.length > 0;
  const isSingle = rest.trimEnd().endsWith('/');
  const written = isSingle ? rest.trimEnd().slice(0, -1) : rest;
  const attributes = readAttributes(written, place.start + `<${name}`.length, reading);
  if (isNested) reading.problems.push({ message: `<${ROOT}> is nested inside another one`, ...place });
  if (reading.elements.length > 0) reading.isEmpty = false;
  const element = { name, attributes, isBroken, ...place };
  reading.elements.push(element);
  if (isSingle) return;
  reading.open.push(element);
  reading.openNames.set(name, (reading.openNames.get(name) ?? 0) + 1);
}

function readAttributes(written: string, from: number, { problems }: Reading): SsmlAttribute[] {
  const found: SsmlAttribute[] = [];
  const names = new Set<string>();
  for (let at = written.search(/\S/); at !== -1 && at < written.length;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(written);
    if (match === null) {
      const place = { start: from + at, end: from + written.trimEnd().length };
      problems.push({ message: 'an attribute is written name="value"', ...place });
      break;
    }
    const [whole, name = '', double, single = ''] = match;
    const place = { start: from + at, end: from + at + whole.length };
    if (names.has(name)) problems.push({ message: `the attribute "${name}" is given twice`, ...place });
    names.add(name);
    found.push({ name, value: double ?? single, ...place });
    at += whole.length;
    at += written.slice(at).search(/\S|$/);
  }
  return found;
}

function closeElement(
  { open, openNames, problems }: Reading,
  { name, rest }: { name: string; rest: string },
  place: SsmlPlace,
): void {
  if (rest.trim() !== '') problems.push({ message: 'a closing tag contains only its name', ...place });
  if ((openNames.get(name) ?? 0) === 0) {
    problems.push({ message: `</${name}> closes nothing`, ...place });
    return;
  }
  const closed = open.splice(open.findLastIndex((element) => element.name === name));
  for (const element of closed) openNames.set(element.name, (openNames.get(element.name) ?? 0) - 1);
  for (const { name: inner, start, end } of closed.slice(1).filter(({ isBroken }) => !isBroken))
    problems.push({
      message: `<${inner}> is not closed before </${name}>`,
      start,
      end,
      hint: `write </${inner}>`,
    });
}

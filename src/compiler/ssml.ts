/** The small part of XML of which SSML consists, read strictly: what is wrong is told, and what follows read all the same. */

/** A stretch of the document, `end` exclusive. */
export interface SsmlPlace {
  start: number;
  end: number;
}

export interface SsmlProblem extends SsmlPlace {
  message: string;
  hint?: string;
  /** What mends it in place of the stretch. */
  replacement?: string;
}

export interface SsmlAttribute extends SsmlPlace {
  name: string;
  value: string;
}

/** An element, with the place of the tag that begins it. */
export interface SsmlElement extends SsmlPlace {
  name: string;
  attributes: SsmlAttribute[];
  /** Its tag is not whole, so that nobody knows whether it should be closed. */
  isBroken: boolean;
}

export interface Ssml {
  /** In the order in which they begin. */
  elements: SsmlElement[];
  /** True when there is nothing between the first tag and the last one. */
  isEmpty: boolean;
  problems: SsmlProblem[];
}

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;
const BROKEN_TAG = /<\/?[A-Za-z_][^<>]*/y;
const ASIDE = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/y;
const ATTRIBUTE = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')(?=\s|\/|$)/y;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi;
const ROOT = 'speak';

/** Where the reading of a document stands. */
interface Reading extends Ssml {
  text: string;
  at: number;
  open: SsmlElement[];
}

/** Reads a document; where anything may stand, as in place of an expression, the text holds letters. */
export function readSsml(text: string): Ssml {
  const reading: Reading = { text, at: 0, open: [], elements: [], isEmpty: true, problems: [] };
  while (reading.at < text.length) {
    const mark = text.indexOf('<', reading.at);
    readWords(reading, mark === -1 ? text.length : mark);
    if (isOver(reading)) {
      readRest(reading);
      break;
    }
    if (mark !== -1) readMark(reading);
  }
  for (const { name, start, end } of reading.open.filter(({ isBroken }) => !isBroken))
    reading.problems.push({
      message: `<${name}> is not closed`,
      start,
      end,
      hint: `write </${name}> behind it`,
    });
  const { elements, isEmpty, problems } = reading;
  return { elements, isEmpty, problems };
}

/** The text before the next mark. */
function readWords(reading: Reading, end: number): void {
  const start = reading.at;
  const words = reading.text.slice(start, end);
  if (isOver(reading)) return;
  for (const { index } of words.matchAll(BARE_AMPERSAND))
    reading.problems.push({
      message: '"&" cannot stand for itself in SSML',
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

function readRest({ text, at, problems }: Reading): void {
  const rest = text.slice(at).replace(/<!--[^]*?-->/g, (comment) => ' '.repeat(comment.length));
  if (rest.trim() === '') return;
  const start = at + rest.search(/\S/);
  const end = at + rest.trimEnd().length;
  problems.push({ message: `nothing may stand behind </${ROOT}>`, start, end });
}

function readMark(reading: Reading): void {
  const aside = matchAt(ASIDE, reading);
  const tag = aside ?? matchAt(TAG, reading);
  const found = tag ?? matchAt(BROKEN_TAG, reading);
  const start = reading.at;
  const end = start + (found?.[0].length ?? 1);
  reading.at = end;
  if (aside !== undefined) {
    if (aside[0].startsWith('<![')) reading.isEmpty = false;
    return;
  }
  if (tag === undefined) {
    reading.problems.push(
      found === undefined
        ? {
            message: '"<" cannot stand for itself in SSML',
            hint: 'write &lt;',
            replacement: '&lt;',
            start,
            end,
          }
        : { message: 'the tag is not closed by ">"', start, end },
    );
    if (found === undefined) return;
  }
  const [, slash, name = '', rest = ''] = tag ?? /^<(\/?)([\w:.-]+)([^]*)$/.exec(found?.[0] ?? '') ?? [];
  if (slash === '/') close(reading, name, { start, end });
  else begin(reading, { name, rest, isBroken: tag === undefined, place: { start, end } });
}

function matchAt(pattern: RegExp, { text, at }: Reading): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function begin(
  reading: Reading,
  { name, rest, isBroken, place }: { name: string; rest: string; isBroken: boolean; place: SsmlPlace },
): void {
  const isNested = name === ROOT && reading.elements.length > 0;
  const isSingle = rest.trimEnd().endsWith('/');
  const written = isSingle ? rest.trimEnd().slice(0, -1) : rest;
  const attributes = attributesIn(written, place.start + `<${name}`.length, reading);
  if (isNested) reading.problems.push({ message: `<${ROOT}> stands inside of another one`, ...place });
  if (reading.elements.length > 0) reading.isEmpty = false;
  const element = { name, attributes, isBroken, ...place };
  reading.elements.push(element);
  if (!isSingle) reading.open.push(element);
}

function attributesIn(written: string, from: number, { problems }: Reading): SsmlAttribute[] {
  const found: SsmlAttribute[] = [];
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
    if (found.some((one) => one.name === name))
      problems.push({ message: `the attribute "${name}" stands twice`, ...place });
    found.push({ name, value: double ?? single, ...place });
    at += whole.length;
    at += written.slice(at).search(/\S|$/);
  }
  return found;
}

function close({ open, problems }: Reading, name: string, place: SsmlPlace): void {
  const index = open.findLastIndex((element) => element.name === name);
  if (index === -1) {
    problems.push({ message: `</${name}> closes nothing`, ...place });
    return;
  }
  const within = open.splice(index).slice(1);
  for (const { name: inner, start, end } of within.filter(({ isBroken }) => !isBroken))
    problems.push({
      message: `<${inner}> is not closed before </${name}>`,
      start,
      end,
      hint: `write </${inner}>`,
    });
}

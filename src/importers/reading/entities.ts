/** Entities that an XML file declares for itself: those that are plain text stand for it, others for their name. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { LineIndex } from './line-index.ts';
import { ReadingError } from './reading-error.ts';
import type { UnreadEntity } from './source.ts';

/** Maximum number of characters that all entities of a file may add. */
const MAX_ADDED = 100_000;
/** Maximum number of references that are told. */
const MAX_TOLD = 200;
const PREDEFINED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

interface Entities {
  /** Returns the text of a reference such as `&company;`. */
  resolve: (reference: string) => string;
  /** References whose text the import does not know: the first of them. */
  unread: readonly UnreadEntity[];
}

/** Reads the entities that a file declares and the references to them. Throws ReadingError if they add too much. */
export function readEntities(text: string, lines: LineIndex): Entities {
  const texts = new Map<string, string>();
  const unread: UnreadEntity[] = [];
  let added = 0;
  for (const { 0: found, 1: name, index } of text.matchAll(REFERENCES)) {
    if (found.startsWith('<!DOCTYPE')) readDeclarations(found, texts);
    if (name === undefined || PREDEFINED.has(name)) continue;
    const span: Span = lines.toSpan(index, index + found.length);
    const value = texts.get(name);
    if (value === undefined && unread.length < MAX_TOLD) unread.push({ name, span });
    added += value?.length ?? 0;
    if (added > MAX_ADDED)
      throw new ReadingError('import-too-large', `entities add more than ${MAX_ADDED} characters`, span);
  }
  return { resolve: (reference) => texts.get(reference.slice(1, -1)) ?? reference.slice(1, -1), unread };
}

/** References, and the parts of a document in which there are none. */
const REFERENCES =
  /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|&([a-z_][\w.:-]*);/gis;

/** Reads declarations of plain text. Of two with one name the first counts, and nothing is fetched. */
function readDeclarations(type: string, texts: Map<string, string>): void {
  const seen = new Set<string>();
  for (const { 1: name, 2: one, 3: other } of type.matchAll(DECLARATIONS)) {
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    const text = decode(one ?? other ?? '<');
    if (text !== undefined) texts.set(name, text);
  }
}

/** Declarations of entities, with their text if it stands there; and comments, in which nothing is declared. */
const DECLARATIONS = /<!--.*?(?:-->|$)|<!ENTITY\s+([a-z_][\w.:-]*)\s+(?:"([^"]*)"|'([^']*)')?/gis;

/** Returns the text that a declaration stands for; undefined if there is markup in it, or another entity. */
function decode(declared: string): string | undefined {
  const text = declared.replaceAll(
    /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi,
    (reference, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : reference;
    },
  );
  const isPlain = !/<|%[a-z_][\w.:-]*;|&(?!(?:amp|lt|gt|quot|apos);)[a-z_#][\w.:-]*;/i.test(text);
  return isPlain ? text.replaceAll(/&(\w+);/g, (_, name: string) => PREDEFINED.get(name) ?? name) : undefined;
}

const MAX_CODE_POINT = 0x10ffff;

/** A YAML text as a tree in which every key and every value has a source range. */
import type { Span } from '../../diagnostics/index.ts';
import { memoize } from '../../model/index.ts';

/** Path to a node: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Offsets into the text; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** A string, number, boolean or null. */
export interface ScalarNode {
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'null';
  value: string | number | boolean | null;
  /** The source text without quotes: `007`, `+49301234`, `0x1f`. */
  source: string;
  style: 'plain' | 'single' | 'double' | 'block';
  range: Range;
}

export interface Entry {
  key: string;
  /** The original spelling, if the key was corrected. */
  written?: string;
  keyRange: Range;
  value: Node;
}

/** A map with its entries in file order. */
export interface MapNode {
  kind: 'map';
  entries: ReadonlyMap<string, Entry>;
  range: Range;
}

export interface ListNode {
  kind: 'list';
  items: Node[];
  range: Range;
}

export type Node = ScalarNode | MapNode | ListNode;

/** A YAML text of which at least part could be parsed. */
export interface Document {
  text: string;
  root: Node;
  /** True when the text has syntax errors, so that parts of it may be missing from the tree. */
  isFaulty: boolean;
  /** True when the range contains a syntax error, so that its nodes may not be what the author wrote. */
  isDoubtful: (range: Range) => boolean;
  /** Converts a range to lines and columns. */
  span: (range: Range) => Span;
  /** The imported files, whose texts follow the flow's own; absent when there are none. */
  imports?: readonly ImportedFile[];
  /** The flow's own document, if it imports files. */
  own?: Document;
  /** True when an import could not be read, so that any name may be defined. */
  isPartial?: boolean;
}

/** An imported file as part of a document. */
export interface ImportedFile {
  /** Its path from the flow's folder: `common.yaml`, `../shared/common.yaml`. */
  path: string;
  /** Its path as shown in diagnostics. */
  file: string;
  /** Offset of its text in the joined document. */
  from: number;
  /** The file's own document. */
  document: Document;
}

/** Finds the document of the file that contains a span. */
export function findFileOfSpan(document: Document, { file }: Span): Document {
  const { imports = [], own = document } = document;
  return file === undefined ? own : (imports.find((one) => one.file === file)?.document ?? document);
}

/** Finds the imported file that contains a range; undefined for the flow's own. */
export function findImportAt({ imports = [] }: Document, { from }: Range): ImportedFile | undefined {
  return imports.findLast((file) => file.from <= from);
}

/**
 * True when the text may define this name although the tree does not, because of a syntax error or an unreadable
 * import; `read` is the number of entries of that name in the tree.
 */
export function canHoldEntry(document: Document, name: string, read = 0): boolean {
  const isWritten = () => (countWrittenKeys(document).get(name) ?? 0) > read;
  return document.isPartial === true || (document.isFaulty && isWritten());
}

/** Counts the words that are followed by a colon, at any level. */
const countWrittenKeys = memoize(({ text }: Document): ReadonlyMap<string, number> => {
  const keys = new Map<string, number>();
  for (const [key] of text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_-]*(?=:)/gu))
    keys.set(key, (keys.get(key) ?? 0) + 1);
  return keys;
});

/** Lists the entries of a map in file order; empty for other nodes. */
export function listEntries(node: Node | undefined): Entry[] {
  return node?.kind === 'map' ? [...node.entries.values()] : [];
}

/** Returns the node at a path, if there is one. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) node = node && childOf(node, part);
  return node;
}

/** Returns the range of the value at a path, or of its nearest existing ancestor. */
export function rangeAt(root: Node, path: Path): Range {
  const node = nodeAt(root, path);
  if (node !== undefined) return toVisibleRange(node);
  return path.length === 0 ? root.range : rangeAt(root, path.slice(0, -1));
}

/** Returns the range of the last key of a path; without such a key, that of the enclosing map. */
export function keyRangeAt(root: Node, path: Path): Range {
  const around = path.slice(0, -1);
  return entryOf(nodeAt(root, around), String(path.at(-1)))?.keyRange ?? rangeAt(root, around);
}

/** Creates the node of a missing value. */
export function createNullScalar(range: Range): ScalarNode {
  return { kind: 'null', value: null, source: '', style: 'plain', range };
}

/** Returns the span of the value at a path, or of its nearest existing ancestor. */
export function spanAt({ root, span }: Document, path: Path): Span {
  return span(rangeAt(root, path));
}

/** Returns the span of the last key of a path; without such a key, that of the enclosing map. */
export function keySpanAt({ root, span }: Document, path: Path): Span {
  return span(keyRangeAt(root, path));
}

/** Returns the range to underline for a node: for a map its first key. */
export function toVisibleRange(node: Node): Range {
  const [first] = node.kind === 'map' ? node.entries.values() : [];
  return first?.keyRange ?? node.range;
}

/** Returns a map's entry for a key, if there is one. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

/** Returns a scalar as it is written, without quotes; undefined for other nodes. */
export function readText(node: Node | undefined): string | undefined {
  return node !== undefined && 'source' in node && node.kind !== 'null' ? node.source : undefined;
}

function childOf(node: Node, part: string | number): Node | undefined {
  if (node.kind === 'list') return node.items[Number(part)];
  return entryOf(node, String(part))?.value;
}

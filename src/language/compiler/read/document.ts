/** A YAML text as a tree in which every value and every key knows its place. */
import type { Span } from '../../diagnostics/index.ts';
import { memoized } from '../../model/index.ts';

/** A place in a document: keys and indexes from the root down. */
export type Path = readonly (string | number)[];

/** Offsets into the text, `to` exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** A text, number, boolean or nothing. */
export interface ScalarNode {
  kind: 'string' | 'integer' | 'number' | 'boolean' | 'null';
  value: string | number | boolean | null;
  /** As it stands in the file, without quotes: `007`, `+49301234`, `0x1f`. */
  source: string;
  style: 'plain' | 'single' | 'double' | 'block';
  range: Range;
}

/** A key with its value. */
export interface Entry {
  key: string;
  /** How the key is written, where it was surely meant to be another one. */
  written?: string;
  keyRange: Range;
  value: Node;
}

/** Keys with values, in the order of the file. */
export interface MapNode {
  kind: 'map';
  entries: ReadonlyMap<string, Entry>;
  range: Range;
}

/** A list of values. */
export interface ListNode {
  kind: 'list';
  items: Node[];
  range: Range;
}

/** A value of a document. */
export type Node = ScalarNode | MapNode | ListNode;

/** A YAML text that could be read, at least in part. */
export interface Document {
  text: string;
  root: Node;
  /** True when the text has syntax errors: part of it may be missing from the tree. */
  isFaulty: boolean;
  /** True when a syntax error lies within the range: what was read there may not be what its author wrote. */
  isDoubtful: (range: Range) => boolean;
  /** Lines and columns of a stretch of the text. */
  span: (range: Range) => Span;
  /** The files that it imports, whose text follows its own; absent: none. */
  imports?: readonly ImportedFile[];
  /** Its own file by itself, where it imports some. */
  own?: Document;
  /** Something that it imports could not be read, so that any name may stand there. */
  isPartial?: boolean;
}

/** A file as a part of a document. */
export interface ImportedFile {
  /** Its path from the folder of the flow: `common.yaml`, `../shared/common.yaml`. */
  path: string;
  /** Its path as diagnostics tell it. */
  file: string;
  /** Where its text begins in that of the whole document. */
  from: number;
  /** The file by itself. */
  document: Document;
}

/** The file by itself in which a span lies. */
export function fileOf(document: Document, { file }: Span): Document {
  const { imports = [], own = document } = document;
  return file === undefined ? own : (imports.find((one) => one.file === file)?.document ?? document);
}

/** The imported file in which a stretch stands; undefined for the flow's own. */
export function importOf({ imports = [] }: Document, { from }: Range): ImportedFile | undefined {
  return imports.findLast((file) => file.from <= from);
}

/**
 * True when there may be an entry of this name that a syntax error, or a file that could not be read, kept out of the
 * tree; `read` entries of the name are in it.
 */
export function mayHold(document: Document, name: string, read = 0): boolean {
  const isWritten = () => (keysWritten(document).get(name) ?? 0) > read;
  return document.isPartial === true || (document.isFaulty && isWritten());
}

/** How often each word stands before a colon, whatever it is there. */
const keysWritten = memoized(({ text }: Document): ReadonlyMap<string, number> => {
  const keys = new Map<string, number>();
  for (const [key] of text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_-]*(?=:)/gu))
    keys.set(key, (keys.get(key) ?? 0) + 1);
  return keys;
});

/** The entries of a map in the order of the file; none of anything else. */
export function entriesIn(node: Node | undefined): Entry[] {
  return node?.kind === 'map' ? [...node.entries.values()] : [];
}

/** The node at a path, if there is one. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) node = node && child(node, part);
  return node;
}

/** Where to point for a path: at the value that stands there, or at the nearest one around it. */
export function rangeAt(root: Node, path: Path): Range {
  const node = nodeAt(root, path);
  if (node !== undefined) return visibleRange(node);
  return path.length === 0 ? root.range : rangeAt(root, path.slice(0, -1));
}

/** Where the key stands with which a path ends; the map around it when there is no such key. */
export function keyRangeAt(root: Node, path: Path): Range {
  const around = path.slice(0, -1);
  return entryOf(nodeAt(root, around), String(path.at(-1)))?.keyRange ?? rangeAt(root, around);
}

/** What to underline for a node: a map is shown by its first key. */
export function visibleRange(node: Node): Range {
  const [first] = node.kind === 'map' ? node.entries.values() : [];
  return first?.keyRange ?? node.range;
}

/** The entry of a map under a key, if there is one. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

function child(node: Node, part: string | number): Node | undefined {
  if (node.kind === 'list') return node.items[Number(part)];
  return entryOf(node, String(part))?.value;
}

/**
 * A YAML text as a tree in which every value and every key knows its place. Owns the passage from YAML to plain
 * nodes; knows nothing of flows. What could not be read is told and left out, so one mistake does not hide the next.
 *
 *  1 No text makes it throw or run without bound: size, depth and growth through aliases are limited.
 *  2 Keys are text and unique within their map; of two equal keys the first one counts.
 */
import type { Report, Span } from '../diagnostics/index.ts';
import { spansOf } from './lines.ts';
import { parseYaml } from './yaml.ts';

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
  keyRange: Range;
  value: Node;
}

/** Keys with values, in the order of the file. */
export interface MapNode {
  kind: 'map';
  entries: Entry[];
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
  /** The first line with a syntax error, or infinity: what stands from there on may be read wrongly. */
  soundUntilLine: number;
  /** Lines and columns of a stretch of the text. */
  span: (range: Range) => Span;
}

/** Reads a YAML text. Mistakes go to `report`; without a single readable value there is no document. */
export function parseDocument(text: string, report: Report): Document | undefined {
  const span = spansOf(text);
  const faultyLines = new Set<number>();
  const root = parseYaml({ text, span }, (finding) => {
    if (finding.code === 'syntax' && faultyLines.has(finding.span.start.line)) return;
    if (finding.code === 'syntax') faultyLines.add(finding.span.start.line);
    report(finding);
  });
  if (root === undefined) return undefined;
  return { text, root, soundUntilLine: Math.min(Infinity, ...faultyLines), span };
}

/** The node at a path, if there is one. */
export function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) node = node && child(node, part);
  return node;
}

/** The entry of a map under a key, if there is one. */
export function entryOf(node: Node | undefined, key: string): Entry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}

function child(node: Node, part: string | number): Node | undefined {
  if (node.kind === 'list') return node.items[Number(part)];
  return entryOf(node, String(part))?.value;
}

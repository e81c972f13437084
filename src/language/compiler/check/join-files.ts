/**
 * Joins several files to one document. The text of an imported file follows that of the flow, and its offsets are
 * shifted accordingly, so that other passes need not know about files; a span names its file.
 */
import type { CheckedDocument } from '../types.ts';
import {
  entryOf,
  type Document,
  type Entry,
  type ImportedFile,
  type Node,
  type Range,
} from '../read/document.ts';

/** Sections that imported files share with the flow. */
export const sharedSections = ['vars', 'env', 'prompts', 'hours', 'tables', 'steps'] as const;

/** Shifts a file's document to its offset in the joined document. */
export function placeDocument(
  document: Document,
  { file, from }: Pick<ImportedFile, 'file' | 'from'>,
): Document {
  const toLocalRange = (range: Range) => moveRange(range, -from);
  return {
    ...document,
    root: moveNode(document.root, from, new Map()),
    isDoubtful: (range) => document.isDoubtful(toLocalRange(range)),
    span: (range) => ({ ...document.span(toLocalRange(range)), file }),
  };
}

/** An imported file with its check result. */
export interface ImportedPart extends CheckedDocument {
  file: ImportedFile;
}

/**
 * Joins a flow with its imports. Of equal names the flow's own definition takes precedence, then that of the first
 * file.
 */
export function joinFiles(own: CheckedDocument, parts: readonly ImportedPart[]): CheckedDocument {
  const all = [own, ...parts];
  const documents = all.map(({ document }) => document);
  const findDocumentAt = ({ from }: Range) =>
    parts.findLast(({ file }) => file.from <= from)?.document ?? own.document;
  return {
    document: {
      text: documents.map(({ text }) => text).join('\n'),
      root: joinRoots(
        own.document.root,
        parts.map(({ document }) => document.root),
      ),
      isFaulty: documents.some(({ isFaulty }) => isFaulty),
      isDoubtful: (range) => findDocumentAt(range).isDoubtful(range),
      span: (range) => findDocumentAt(range).span(range),
      imports: parts.map(({ file }) => file),
      own: own.document,
    },
    checked: {
      value: joinValues(all.map(({ checked }) => checked.value)),
      references: all.flatMap(({ checked }) => checked.references),
      broken: all.flatMap(({ checked }) => checked.broken),
    },
  };
}

function joinRoots(own: Node, imported: readonly Node[]): Node {
  if (own.kind !== 'map') return own;
  const entries = new Map(own.entries);
  for (const section of sharedSections) {
    const found = [own, ...imported].flatMap((root) => entryOf(root, section) ?? []);
    const members = found.flatMap(({ value }) => (value.kind === 'map' ? [...value.entries] : []));
    const [first] = found;
    if (first?.value.kind === 'map')
      entries.set(section, { ...first, value: { ...first.value, entries: keepFirstOfEach(members) } });
  }
  return { ...own, entries };
}

function joinValues(values: readonly unknown[]): unknown {
  const maps = values.filter((value) => typeof value === 'object' && value !== null) as Record<
    string,
    object
  >[];
  const shared = sharedSections.flatMap((section) => {
    const found = maps.flatMap((value) =>
      value[section] === undefined ? [] : Object.entries(value[section]),
    );
    return found.length === 0 ? [] : [[section, Object.fromEntries(keepFirstOfEach(found))]];
  });
  return { ...maps[0], ...(Object.fromEntries(shared) as object) };
}

function keepFirstOfEach<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> {
  const first = new Map<string, Value>();
  for (const [key, value] of entries) if (!first.has(key)) first.set(key, value);
  return first;
}

function moveRange({ from, to }: Range, by: number): Range {
  return { from: from + by, to: to + by };
}

/** Shifts a node; nodes that aliases share stay shared. */
function moveNode(node: Node, by: number, known: Map<Node, Node>): Node {
  const done = known.get(node);
  if (done !== undefined) return done;
  const range = moveRange(node.range, by);
  const result = { ...node, range, ...moveContent(node, by, known) } as Node;
  known.set(node, result);
  return result;
}

function moveContent(node: Node, by: number, known: Map<Node, Node>) {
  if (node.kind === 'list') return { items: node.items.map((item) => moveNode(item, by, known)) };
  if (node.kind !== 'map') return {};
  const entries = [...node.entries].map(([name, { key, keyRange, value }]): [string, Entry] => [
    name,
    { key, keyRange: moveRange(keyRange, by), value: moveNode(value, by, known) },
  ]);
  return { entries: new Map(entries) };
}

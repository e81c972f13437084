/**
 * Several files as one document: the text of an imported file follows that of the flow, and all places in it are moved
 * behind those of the flow. So whoever follows names and ranges need not know that there is more than one file; a span
 * says in which it is.
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

/** What files share with one another: the keys under which things stand by their names. */
export const sharedSections = ['vars', 'env', 'prompts', 'hours', 'tables', 'steps'] as const;

/** A file's document with its places as a part of a larger one. */
export function placed(document: Document, { file, from }: Pick<ImportedFile, 'file' | 'from'>): Document {
  const local = (range: Range) => moved(range, -from);
  return {
    ...document,
    root: movedNode(document.root, from, new Map()),
    isDoubtful: (range) => document.isDoubtful(local(range)),
    span: (range) => ({ ...document.span(local(range)), file }),
  };
}

/** An imported file, checked. */
export interface Part extends CheckedDocument {
  file: ImportedFile;
}

/** A flow with what it imports. Of things of one name the flow's own counts, then that of the first file. */
export function joined(own: CheckedDocument, parts: readonly Part[]): CheckedDocument {
  const all = [own, ...parts];
  const documents = all.map(({ document }) => document);
  const documentAt = ({ from }: Range) =>
    parts.findLast(({ file }) => file.from <= from)?.document ?? own.document;
  return {
    document: {
      text: documents.map(({ text }) => text).join('\n'),
      root: joinedRoot(
        own.document.root,
        parts.map(({ document }) => document.root),
      ),
      isFaulty: documents.some(({ isFaulty }) => isFaulty),
      isDoubtful: (range) => documentAt(range).isDoubtful(range),
      span: (range) => documentAt(range).span(range),
      imports: parts.map(({ file }) => file),
      own: own.document,
    },
    checked: {
      value: joinedValue(all.map(({ checked }) => checked.value)),
      references: all.flatMap(({ checked }) => checked.references),
      broken: all.flatMap(({ checked }) => checked.broken),
    },
  };
}

function joinedRoot(own: Node, imported: readonly Node[]): Node {
  if (own.kind !== 'map') return own;
  const entries = new Map(own.entries);
  for (const section of sharedSections) {
    const found = [own, ...imported].flatMap((root) => entryOf(root, section) ?? []);
    const members = found.flatMap(({ value }) => (value.kind === 'map' ? [...value.entries] : []));
    const [first] = found;
    if (first?.value.kind === 'map')
      entries.set(section, { ...first, value: { ...first.value, entries: firstOfEach(members) } });
  }
  return { ...own, entries };
}

function joinedValue(values: readonly unknown[]): unknown {
  const maps = values.filter((value) => typeof value === 'object' && value !== null) as Record<
    string,
    object
  >[];
  const shared = sharedSections.flatMap((section) => {
    const found = maps.flatMap((value) =>
      value[section] === undefined ? [] : Object.entries(value[section]),
    );
    return found.length === 0 ? [] : [[section, Object.fromEntries(firstOfEach(found))]];
  });
  return { ...maps[0], ...(Object.fromEntries(shared) as object) };
}

function firstOfEach<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value> {
  const first = new Map<string, Value>();
  for (const [key, value] of entries) if (!first.has(key)) first.set(key, value);
  return first;
}

function moved({ from, to }: Range, by: number): Range {
  return { from: from + by, to: to + by };
}

/** What aliases repeat stays one node. */
function movedNode(node: Node, by: number, known: Map<Node, Node>): Node {
  const done = known.get(node);
  if (done !== undefined) return done;
  const range = moved(node.range, by);
  const result = { ...node, range, ...contentOf(node, by, known) } as Node;
  known.set(node, result);
  return result;
}

function contentOf(node: Node, by: number, known: Map<Node, Node>) {
  if (node.kind === 'list') return { items: node.items.map((item) => movedNode(item, by, known)) };
  if (node.kind !== 'map') return {};
  const entries = [...node.entries].map(([name, { key, keyRange, value }]): [string, Entry] => [
    name,
    { key, keyRange: moved(keyRange, by), value: movedNode(value, by, known) },
  ]);
  return { entries: new Map(entries) };
}

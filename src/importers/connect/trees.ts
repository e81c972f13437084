/** Small helpers for trees of JSON values. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { DataNode, ObjectNode } from '../reading/index.ts';

/** A field of an object to be made; a field without a value is left out. */
export type NewField = readonly [key: string, value: DataNode | undefined];

/** Makes an object whose fields all stand at one place. */
export function makeObject(span: Span, fields: readonly NewField[]): ObjectNode {
  const entries = fields.flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, keySpan: value.span, value }],
  );
  return { kind: 'object', span, entries };
}

export function makeText(span: Span, value: string): DataNode {
  return { kind: 'scalar', span, value };
}

export function makeList(span: Span, items: readonly DataNode[]): DataNode {
  return { kind: 'list', span, items };
}

/** Returns a field of an object; undefined for anything else. Of a key that occurs twice, the last one counts. */
export function findField(node: DataNode | undefined, key: string): DataNode | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.entries.findLast((entry) => entry.key === key)?.value;
}

/** Gives all parts of a tree one place, for a tree that was read from a text within a file. The tree's depth is limited. */
export function placeAt(node: DataNode, span: Span): DataNode {
  if (node.kind === 'scalar') return { ...node, span };
  if (node.kind === 'list') return { ...node, span, items: node.items.map((item) => placeAt(item, span)) };
  return {
    ...node,
    span,
    entries: node.entries.map(({ key, value }) => ({ key, keySpan: span, value: placeAt(value, span) })),
  };
}

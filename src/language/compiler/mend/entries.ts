/** Maps and lists of a document with other entries in them; nothing is changed in place. */
import type { Entry, ListNode, MapNode, Node } from '../read/document.ts';
import { joinQuoted } from '../../text/index.ts';

/** "a", "b" and "c". */
export function all(entries: readonly Entry[]): string {
  return joinQuoted(
    entries.map(({ key }) => key),
    'and',
  );
}

/** A map without these keys. */
export function without<Kind extends Node>(node: Kind, keys: readonly string[]): Kind {
  if (node.kind !== 'map') return node;
  return { ...node, entries: new Map([...node.entries].filter(([key]) => !keys.includes(key))) };
}

/** A map with these entries, each in the place of the one with its key; of nothing a new one. */
export function withEntries(node: Node | undefined, entries: readonly Entry[]): MapNode {
  const added = entries.map((entry) => [entry.key, entry] as const);
  if (node?.kind === 'map') return { ...node, entries: new Map([...node.entries, ...added]) };
  const range = { from: entries[0]?.keyRange.from ?? 0, to: entries.at(-1)?.value.range.to ?? 0 };
  return { kind: 'map', entries: new Map(added), range };
}

/** A list with another last item. */
export function withLast(list: ListNode, item: Node): ListNode {
  return { ...list, items: [...list.items.slice(0, -1), item] };
}

/** A map whose values are changed; itself where none is. */
export function mapped(node: MapNode, change: (value: Node, key: string) => Node): MapNode {
  const changed = [...node.entries.values()].flatMap((entry) => {
    const value = change(entry.value, entry.key);
    return value === entry.value ? [] : [{ ...entry, value }];
  });
  return changed.length === 0 ? node : withEntries(node, changed);
}

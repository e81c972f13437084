/** Copies of document nodes with some entries replaced. Nothing is modified in place. */
import type { Entry, ListNode, MapNode, Node } from '../read/document.ts';
import { joinQuoted } from '../../text/index.ts';

/** Renders the keys as `"a", "b" and "c"`. */
export function quoteKeys(entries: readonly Entry[]): string {
  return joinQuoted(
    entries.map(({ key }) => key),
    'and',
  );
}

/** Returns a map without these entries. */
export function removeEntries<Kind extends Node>(node: Kind, removed: readonly Entry[]): Kind {
  if (node.kind !== 'map') return node;
  const kept = [...node.entries].filter(([key]) => !removed.some((entry) => entry.key === key));
  return { ...node, entries: new Map(kept) };
}

/** Adds entries to a map, replacing those with the same keys. Without a map it creates one. */
export function setEntries(node: Node | undefined, entries: readonly Entry[]): MapNode {
  const added = entries.map((entry) => [entry.key, entry] as const);
  if (node?.kind === 'map') return { ...node, entries: new Map([...node.entries, ...added]) };
  const range = { from: entries[0]?.keyRange.from ?? 0, to: entries.at(-1)?.value.range.to ?? 0 };
  return { kind: 'map', entries: new Map(added), range };
}

/** Replaces the last item of a list. */
export function replaceLastItem(list: ListNode, item: Node): ListNode {
  return { ...list, items: [...list.items.slice(0, -1), item] };
}

/** Applies a change to every value of a map. Returns the same map when nothing changed. */
export function mapValues(node: MapNode, change: (value: Node, key: string) => Node): MapNode {
  const changed = [...node.entries.values()].flatMap((entry) => {
    const value = change(entry.value, entry.key);
    return value === entry.value ? [] : [{ ...entry, value }];
  });
  return changed.length === 0 ? node : setEntries(node, changed);
}

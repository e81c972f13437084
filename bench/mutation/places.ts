/** A flow's text as the places that a mutator may change: every entry of every map and list, with where it is written. */
import { isCollection, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, ParsedNode, YAMLMap, YAMLSeq } from 'yaml';

/** Replacement of a part of a text. */
export interface Edit {
  from: number;
  /** Not included. */
  to: number;
  text: string;
}

/** An entry of a map or a list. */
export interface Place {
  /** Keys and positions that lead to it. */
  path: readonly string[];
  /** The value as plain data. */
  value: unknown;
  /** The value as it is written. */
  source: string;
  /** Number of entries in the same map or list, including this one. */
  among: number;
  /** Writes another value in its place. */
  replaced: (text: string) => Edit;
  /** Leaves the entry out. */
  removed: Edit;
  /** Writes another entry behind it. */
  followed: (entry: string) => Edit;
}

/** All places of a text, in its order. Aliases and what they repeat are left alone. */
export function placesOf(text: string): Place[] {
  const places: Place[] = [];
  visit(parseDocument(text).contents, []);
  return places;

  function visit(node: ParsedNode | null, path: readonly string[]): void {
    if (!isCollection(node)) return;
    const { items } = node as { items: unknown[] };
    items.forEach((item, index) => {
      const value = (isPair(item) ? item.value : item) as ParsedNode | null;
      const key = isPair(item) ? String((item.key as { value?: unknown }).value) : String(index);
      const extent = extentOf(item, text);
      if (!value?.range || extent === undefined) return;
      const [from] = value.range;
      const to = from + text.slice(from, value.range[1]).trimEnd().length;
      const isInline = (node as Parent).flow === true;
      const margin = text.slice(lineBegin(text, extent.from), extent.from);
      places.push({
        path: [...path, key],
        value: isScalar(value) ? value.value : isMap(value) || isSeq(value) ? value.toJSON() : undefined,
        source: text.slice(from, to),
        among: items.length,
        replaced: (written) => ({ from, to, text: written }),
        removed: { ...removal(node as Parent, index, text), text: '' },
        followed: (entry) => ({ from: to, to, text: `${isInline ? ', ' : `\n${margin}`}${entry}` }),
      });
      visit(value, [...path, key]);
    });
  }
}

type Parent = (YAMLMap<Node, Node> | YAMLSeq<Node>) & { flow?: boolean };

function removal(parent: Parent, index: number, text: string): { from: number; to: number } {
  const [before, own, after] = [index - 1, index, index + 1].map((at) => extentOf(parent.items[at], text));
  if (own === undefined) return { from: 0, to: 0 };
  if (parent.flow !== true) return { from: lineBegin(text, own.from), to: lineEnd(text, own.to) };
  if (after !== undefined) return { from: own.from, to: after.from };
  return { from: before?.to ?? own.from, to: own.to };
}

function extentOf(item: unknown, text: string): { from: number; to: number } | undefined {
  if (item === undefined) return undefined;
  const [first, last] = isPair(item) ? [item.key, item.value ?? item.key] : [item, item];
  const [from, to] = [(first as Node).range?.[0], (last as Node).range?.[1]];
  if (from === undefined || to === undefined) return undefined;
  return { from, to: from + text.slice(from, to).trimEnd().length };
}

function lineBegin(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** The text with these changes, which do not overlap. */
export function applied(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((whole, { from, to, text: written }) => whole.slice(0, from) + written + whole.slice(to), text);
}

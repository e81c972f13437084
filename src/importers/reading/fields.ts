/**
 * Reads the fields of an object or the attributes of an element and remembers which were read, so that nothing gets lost
 * silently: what nobody has read can be listed.
 *
 * FIELDS-1 A field counts as read once a method has returned it, or `ignore` has named it.
 */
import type { Span } from '../../language/diagnostics/index.ts';
import type { DataNode, ElementNode, ListNode, ObjectNode } from './source.ts';

/** A field that nobody has read. */
export interface UnreadField {
  name: string;
  span: Span;
}

export class Fields {
  readonly span: Span;
  readonly #values = new Map<string, DataNode>();
  readonly #spans = new Map<string, Span>();
  readonly #read = new Set<string>();

  /** Creates a reader; a value that is no object has no fields. */
  constructor(node: DataNode | ElementNode) {
    this.span = node.span;
    if (node.kind === 'object')
      for (const { key, keySpan, value } of node.entries) this.#add(key, value, keySpan);
    if (node.kind === 'element')
      for (const [name, value] of Object.entries(node.attributes))
        this.#add(name, { kind: 'scalar', span: node.span, value }, node.span);
  }

  #add(name: string, value: DataNode, span: Span): void {
    this.#values.set(name, value);
    this.#spans.set(name, span);
  }

  /** Names of all fields, in the order of the file. */
  get names(): string[] {
    return [...this.#values.keys()];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns a field as it is; undefined if it is absent. */
  node(name: string): DataNode | undefined {
    this.#read.add(name);
    return this.#values.get(name);
  }

  /** Returns a text, number or boolean as text; undefined if it is absent, null, an object or a list. */
  text(name: string): string | undefined {
    return toText(this.node(name));
  }

  /** Returns a number, also one written as text; undefined if it is absent, empty or no number. */
  number(name: string): number | undefined {
    const text = this.text(name)?.trim();
    return text === undefined || text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
  }

  /** Returns true for `true` and `'true'` in any case, false for `false` and `'false'`; otherwise undefined. */
  boolean(name: string): boolean | undefined {
    const text = this.text(name)?.trim().toLowerCase();
    return text === 'true' ? true : text === 'false' ? false : undefined;
  }

  /** Returns the fields of an object; of nothing if it is absent or no object. */
  fields(name: string): Fields {
    return new Fields(this.node(name) ?? { kind: 'object', span: this.span, entries: [] });
  }

  /** Returns the items of a list; none if it is absent or no list. */
  list(name: string): readonly DataNode[] {
    const node = this.node(name);
    return node?.kind === 'list' ? node.items : [];
  }

  /** Returns the place of a field, or of the whole object if it is absent. */
  spanOf(name: string): Span {
    return this.#values.get(name)?.span ?? this.span;
  }

  /** Marks fields as read that no caller and no service notices. */
  ignore(...names: string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Lists fields that nobody has read and that have a value: not null, empty text, an empty list or object. */
  listUnread(): UnreadField[] {
    return [...this.#values]
      .filter(([name, value]) => !this.#read.has(name) && !isEmpty(value))
      .map(([name]) => ({ name, span: this.#spans.get(name) ?? this.span }));
  }
}

/** Returns a scalar as text; undefined for anything else, and for null. */
export function toText(node: DataNode | undefined): string | undefined {
  return node?.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
}

/** Converts a tree to plain data. Objects have no prototype, so that no name of a field has a meaning of its own. */
export function toData(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toData);
  const data = Object.create(null) as Record<string, unknown>;
  for (const { key, value } of node.entries) data[key] = toData(value);
  return data;
}

function isEmpty(node: DataNode): boolean {
  return node.kind === 'scalar' ? node.value === null || node.value === '' : countParts(node) === 0;
}

function countParts(node: ListNode | ObjectNode): number {
  return node.kind === 'list' ? node.items.length : node.entries.length;
}

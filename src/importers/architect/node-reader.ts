/** One object of a file while it becomes a node: it remembers what was read of it. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Reason } from '../project/index.ts';
import { Fields } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Audio, Remark } from './model.ts';
import { readAudio, readConstant, readNumber, readValue } from './read-values.ts';

export class NodeReader {
  readonly type: string;
  readonly node: DataNode;
  readonly span: Span;
  readonly own: Fields;
  /** All objects of which fields were read. */
  readonly fields: Fields[];
  readonly remarks: Remark[] = [];

  constructor(type: string, node: DataNode) {
    this.type = type;
    this.node = node;
    this.span = node.span;
    this.own = new Fields(node);
    this.fields = [this.own];
    this.own.ignore('trackingId', 'description');
  }

  get name(): string {
    return this.own.text('name')?.trim() ?? '';
  }

  value(field: string): Expression {
    return readValue(this.own.node(field));
  }

  constant(...names: string[]): string | undefined {
    return this.#first(names, readConstant);
  }

  number(...names: string[]): number | undefined {
    return this.#first(names, readNumber);
  }

  /** Returns what the first of these fields has that can be read. */
  #first<Found>(
    names: readonly string[],
    read: (node: DataNode | undefined) => Found | undefined,
  ): Found | undefined {
    let found: Found | undefined;
    for (const name of names) found ??= read(this.own.node(name));
    return found;
  }

  audio(field: string): Audio {
    const { audio, unknown } = readAudio(this.own.node(field));
    for (const name of unknown) this.remark('OPTION_WITHOUT_EFFECT', `${field}.${name}`);
    return audio;
  }

  /** Returns the fields of an object within. */
  within(...path: string[]): Fields {
    let fields = this.own;
    for (const name of path) {
      fields = fields.fields(name);
      this.fields.push(fields);
    }
    return fields;
  }

  keep(node: DataNode): Fields {
    const fields = new Fields(node);
    this.fields.push(fields);
    return fields;
  }

  remark(reason: Reason, detail?: string): void {
    this.remarks.push({ reason, ...(detail !== undefined && { detail }) });
  }
}

/** Returns the one entry of an item of a list: `- playAudio: { … }`. */
export function readItem(node: DataNode): { type: string; value: DataNode } | undefined {
  const entry = node.kind === 'object' ? node.entries[0] : undefined;
  if (entry === undefined) return undefined;
  return { type: entry.key, value: entry.value };
}

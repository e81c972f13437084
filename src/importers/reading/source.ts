/** A file of another system, read into a tree in which every value knows its place. */
import type { Span } from '../../language/diagnostics/index.ts';

export interface SourceFile {
  /** Path as the user gave it. */
  file: string;
  text: string;
}

/** A value of a JSON or YAML file. */
export type DataNode = ObjectNode | ListNode | ScalarNode;

export interface ObjectNode {
  kind: 'object';
  span: Span;
  /** In the order of the file. Of a key that occurs twice, the last one counts. */
  entries: readonly { key: string; keySpan: Span; value: DataNode }[];
}

export interface ListNode {
  kind: 'list';
  span: Span;
  items: readonly DataNode[];
}

interface ScalarNode {
  kind: 'scalar';
  span: Span;
  value: string | number | boolean | null;
}

/** An element of an XML file. Names keep their prefix, if any. */
export interface ElementNode {
  kind: 'element';
  span: Span;
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (ElementNode | TextNode)[];
  /** The comment before it, or behind it on its line, if any. */
  comment?: string;
}

export interface TextNode {
  kind: 'text';
  span: Span;
  text: string;
}

/** A file that could be read. */
export type ReadSource = SourceFile & {
  /** Placeholders of a template language that were found in the text, such as `{{name}}`. */
  placeholders: readonly Placeholder[];
} & (
    | { format: 'json' | 'yaml'; root: DataNode }
    | { format: 'xml'; root: ElementNode; unread: readonly UnreadEntity[] }
  );

/** A placeholder that a deployment tool replaces: `${Res.Arn}`, `{{name}}`. */
export interface Placeholder {
  /** The name inside the brackets. */
  name: string;
  span: Span;
}

/** A reference to an entity of XML whose text the import does not know: its name stands in the tree. */
export interface UnreadEntity {
  name: string;
  span: Span;
}

import { joinList, joinQuoted, shorten } from '../../text/index.ts';
import type { Node } from './document.ts';

/** Characters of a text in a message. */
const MAX_QUOTE = 40;

const TYPES: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  object: 'a map (key: value)',
  array: 'a list',
};

/** The types that a place takes: "text, a whole number or a list". */
export function typesInWords(types: readonly string[]): string {
  return listed([...new Set(types.map((type) => TYPES[type] ?? type))]);
}

/** What a node is: "a list", "the number 5". */
export function kindInWords(node: Node): string {
  if (node.kind === 'map') return 'a map (key: value)';
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'null') return 'nothing';
  if (node.kind === 'boolean') return node.source;
  if (node.kind === 'string') return `the text "${shortened(String(node.value))}"`;
  return `the number ${node.source}`;
}

/** "a", "b" or "c". */
export function quoted(names: readonly string[]): string {
  return joinQuoted(names, 'or');
}

/** What to say of `${…}` at a place that takes none. */
export const NO_EXPRESSION =
  'no expression can stand here: where a value decides, a "switch" leads to steps that name one each';

/** a, b or c. */
export function listed(words: readonly string[]): string {
  return joinList(words, 'or');
}

/** A text short enough for a message, on one line. */
export function shortened(text: string): string {
  return shorten(text.replace(/\s+/g, ' '), MAX_QUOTE);
}

/** True where two names differ only in the case of letters and in what stands between their words. */
export function sameWord(one: string, other: string): boolean {
  return bareWord(one) === bareWord(other);
}

/** A name without what does not count for `sameWord`. */
export function bareWord(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase();
}

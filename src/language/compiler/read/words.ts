import { joinList, joinQuoted, shorten } from '../../text/index.ts';
import type { Node } from './document.ts';

/** Maximum number of characters of a text that a message quotes. */
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

/** Renders types: "text, a whole number or a list". */
export function renderTypes(types: readonly string[]): string {
  return listAlternatives([...new Set(types.map((type) => TYPES[type] ?? type))]);
}

/** Renders the kind of a node: "a list", "the number 5". */
export function renderKind(node: Node): string {
  if (node.kind === 'map') return 'a map (key: value)';
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'null') return 'nothing';
  if (node.kind === 'boolean') return node.source;
  if (node.kind === 'string') return `the text "${shortenText(String(node.value))}"`;
  return `the number ${node.source}`;
}

/** Renders names as `"a", "b" or "c"`. */
export function quoteAlternatives(names: readonly string[]): string {
  return joinQuoted(names, 'or');
}

/** Hint for `${…}` where expressions are not allowed. */
export const NO_EXPRESSION =
  'expressions are not allowed here; to choose by a value, use a "switch" with a step for each choice';

/** Renders words as `a, b or c`. */
export function listAlternatives(words: readonly string[]): string {
  return joinList(words, 'or');
}

/** Shortens a text for a message, on one line. */
export function shortenText(text: string): string {
  return shorten(text.replace(/\s+/g, ' '), MAX_QUOTE);
}

/** Inverts a table of words separated by spaces: word → the key of its list. */
export function indexByWord(table: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)),
  );
}

/** True when two names differ only in case and in separators. */
export function isSameWord(one: string, other: string): boolean {
  return normalizeWord(one) === normalizeWord(other);
}

/** Removes separators and case from a name. */
export function normalizeWord(name: string): string {
  return name.replace(/[\s_-]/g, '').toLowerCase();
}

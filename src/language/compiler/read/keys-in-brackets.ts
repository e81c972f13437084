/**
 * Corrects accidental keys between { and }: `{ a:1 }` lacks a space, `{ min 4 }` a colon, and in `{ prompt: For sales,
 * press 1. }` the comma ends the text. Each mistake is reported once and read as it was meant.
 */
import type { Report, Span } from '../../diagnostics/index.ts';
import type { Entry, MapNode, Node, Range, ScalarNode } from './document.ts';
import { isKnownKey, standTogether } from '../schema/known-keys.ts';
import { PlainWords } from './plain-words.ts';
import { shortened } from './words.ts';

/** Context of the corrections. */
interface Brackets {
  text: string;
  span: (range: Range) => Span;
  /** True for a range that may be misread because of a syntax error. */
  isDoubtful: (range: Range) => boolean;
  report: Report;
}

/** Returns the tree with accidental keys corrected. */
export function withMeantKeys(root: Node, brackets: Brackets): Node {
  return holdsBareKeys(root, brackets.text) ? withMeantBelow(root, brackets) : root;
}

/** True when there is anything to correct; most trees have nothing. */
function holdsBareKeys(node: Node, text: string): boolean {
  if (node.kind === 'list') return node.items.some((item) => holdsBareKeys(item, text));
  if (node.kind !== 'map') return false;
  for (const entry of node.entries.values())
    if (isWithoutColon(entry, text) || holdsBareKeys(entry.value, text)) return true;
  return false;
}

function isWithoutColon({ keyRange, value }: Entry, text: string): boolean {
  return value.kind === 'null' && value.range.from === keyRange.to && text[keyRange.to] !== ':';
}

function withMeantBelow(node: Node, brackets: Brackets): Node {
  if (node.kind === 'list') {
    const items = node.items.map((item) => withMeantBelow(item, brackets));
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  return node.kind === 'map' ? withMeantEntries(node, brackets) : node;
}

/** A corrected entry. */
interface Meant {
  entry: Entry;
  /** End of its text, if a comma in the text seemed to end it earlier. */
  endsAt?: number;
}

function withMeantEntries(node: MapNode, brackets: Brackets): MapNode {
  const found: Meant[] = [];
  for (const entry of node.entries.values()) {
    const before = found.at(-1);
    const apart = spaced(entry, node, brackets);
    if (before && apart === undefined && goesOn(before, entry, brackets)) before.endsAt = entry.keyRange.to;
    else found.push({ entry: apart ?? divided(entry, node, brackets) ?? withMeantValue(entry, brackets) });
  }
  const whole = found.map((one) => withWholeText(one, brackets));
  const isAsWritten = whole.every((entry) => node.entries.get(entry.key) === entry);
  return isAsWritten ? node : { ...node, entries: new Map(whole.map((entry) => [entry.key, entry])) };
}

function withMeantValue(entry: Entry, brackets: Brackets): Entry {
  const value = withMeantBelow(entry.value, brackets);
  return value === entry.value ? entry : { ...entry, value };
}

/** True for a key without a colon and without quotes. */
function isBare(entry: Entry, { text, isDoubtful }: Brackets): boolean {
  const { key, keyRange } = entry;
  return (
    isWithoutColon(entry, text) && text.slice(keyRange.from, keyRange.to) === key && !isDoubtful(keyRange)
  );
}

/** Reads `b:2` as a key and its value. Colons in addresses and times do not count. */
function spaced(entry: Entry, { entries }: MapNode, brackets: Brackets): Entry | undefined {
  const { key, keyRange } = entry;
  const [, name = '', rest = ''] = /^([A-Za-z_][\w-]*(?=:(?!\/\/))|\d+(?=:\D)):(\S.*)$/.exec(key) ?? [];
  if (name === '' || entries.has(name) || !isBare(entry, brackets)) return undefined;
  const value = valueAt(keyRange.from + name.length + 1, brackets);
  if (value?.range.to !== keyRange.to) return undefined;
  const behind = { from: value.range.from, to: value.range.from };
  brackets.report({
    code: 'unknown-key',
    message: `a space is missing behind the colon of "${shortened(name)}"`,
    span: brackets.span(keyRange),
    hint: `write ${name}: ${shortened(rest)}`,
    fix: { span: brackets.span(behind), text: ' ' },
  });
  return { key: name, keyRange: { from: keyRange.from, to: keyRange.from + name.length }, value };
}

/**
 * Reads `min 4` as a key and its value where that key is allowed, and `no_answer sorry` in a map from names to names.
 */
function divided(entry: Entry, { entries }: MapNode, brackets: Brackets): Entry | undefined {
  const { key, keyRange } = entry;
  const [, name = '', space = '', rest = ''] = /^([a-z]\w*)( +)(\S.*)$/.exec(key) ?? [];
  if (name === '' || entries.has(name) || !isBare(entry, brackets)) return undefined;
  const value = valueAt(keyRange.from + name.length + space.length, brackets);
  if (value?.range.to !== keyRange.to) return undefined;
  const others = [...entries.values()].filter((other) => other !== entry);
  const words = others.map((other) => other.key.split(' ', 1)[0] ?? '');
  const isKey = standTogether(name, words);
  if (!isKey && !(isName(rest) && others.length > 0 && others.every(isNameWithName))) return undefined;
  const behind = { from: keyRange.from + name.length, to: keyRange.from + name.length };
  brackets.report({
    code: 'unknown-key',
    message: `a colon is missing behind "${shortened(name)}"`,
    span: brackets.span(keyRange),
    hint: `write ${name}: ${shortened(rest)}`,
    ...(isKey && { fix: { span: brackets.span(behind), text: ':' } }),
  });
  return { key: name, keyRange: { from: keyRange.from, to: behind.to }, value };
}

function isNameWithName({ key, value }: Entry): boolean {
  return isName(key) && !isKnownKey(key) && value.kind === 'string' && isName(value.source);
}

function valueAt(at: number, { text }: Brackets): ScalarNode | undefined {
  const words = new PlainWords(text);
  words.at = at;
  return words.quoted() ?? words.flowText();
}

/** True for a key that continues the text before a comma. A key that may be a name does not. */
function goesOn({ entry: { value } }: Meant, entry: Entry, brackets: Brackets): boolean {
  if (value.kind !== 'string' || value.style !== 'plain' || isName(value.source)) return false;
  return !isName(entry.key) && isBare(entry, brackets);
}

function isName(text: string): boolean {
  return /^[a-z][a-z0-9_-]*$/.test(text);
}

/** Restores a text that a comma ended early, and reports it. */
function withWholeText({ entry, endsAt }: Meant, { text, span, report }: Brackets): Entry {
  const { value } = entry;
  if (endsAt === undefined || value.kind !== 'string') return entry;
  const range = { from: value.range.from, to: endsAt };
  const written = text.slice(range.from, range.to);
  const isOneLine = !written.includes('\n');
  const source = isOneLine
    ? written
    : written
        .split('\n')
        .map((line) => line.trim())
        .join(' ');
  const rest = text.slice(value.range.to, endsAt).replace(/^,\s*/, '');
  const quoted = JSON.stringify(source);
  report({
    code: 'unknown-key',
    message: `the comma ends the text, so "${shortened(rest)}" is read as a key`,
    span: span({ from: endsAt - rest.length, to: endsAt }),
    hint: `put the text in quotes: ${shortened(quoted)}`,
    ...(isOneLine && { fix: { span: span(range), text: quoted } }),
  });
  return { ...entry, value: { ...value, value: source, source, range } };
}

/**
 * Corrects accidental keys between { and }: `{ a:1 }` lacks a space, `{ min 4 }` a colon, and in `{ prompt: For sales,
 * press 1. }` the comma ends the text. Each mistake is reported once and read as it was meant.
 */
import type { Report, Span } from '../../diagnostics/index.ts';
import type { Entry, MapNode, Node, Range, ScalarNode } from './document.ts';
import { isKnownKey, canStandTogether } from '../schema/known-keys.ts';
import { PlainWords } from './plain-words.ts';
import { shortenText } from './words.ts';

interface Brackets {
  text: string;
  span: (range: Range) => Span;
  /** True for a range that may be misread because of a syntax error. */
  isDoubtful: (range: Range) => boolean;
  report: Report;
}

/** Returns the tree with accidental keys corrected. */
export function correctBracketKeys(root: Node, brackets: Brackets): Node {
  return hasBareKeys(root, brackets.text) ? correctNode(root, brackets) : root;
}

/** True when there is anything to correct; most trees have nothing. */
function hasBareKeys(node: Node, text: string): boolean {
  if (node.kind === 'list') return node.items.some((item) => hasBareKeys(item, text));
  if (node.kind !== 'map') return false;
  for (const entry of node.entries.values())
    if (isMissingColon(entry, text) || hasBareKeys(entry.value, text)) return true;
  return false;
}

function isMissingColon({ keyRange, value }: Entry, text: string): boolean {
  return value.kind === 'null' && value.range.from === keyRange.to && text[keyRange.to] !== ':';
}

function correctNode(node: Node, brackets: Brackets): Node {
  if (node.kind === 'list') {
    const items = node.items.map((item) => correctNode(item, brackets));
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  return node.kind === 'map' ? correctEntries(node, brackets) : node;
}

interface MeantEntry {
  entry: Entry;
  /** End of its text, if a comma in the text seemed to end it earlier. */
  endsAt?: number;
}

function correctEntries(node: MapNode, brackets: Brackets): MapNode {
  const found: MeantEntry[] = [];
  for (const entry of node.entries.values()) {
    const before = found.at(-1);
    const apart = splitAtColon(entry, node, brackets);
    if (before && apart === undefined && isContinuation(before, entry, brackets))
      before.endsAt = entry.keyRange.to;
    else found.push({ entry: apart ?? splitAtSpace(entry, node, brackets) ?? correctValue(entry, brackets) });
  }
  const whole = found.map((one) => restoreText(one, brackets));
  const isAsWritten = whole.every((entry) => node.entries.get(entry.key) === entry);
  return isAsWritten ? node : { ...node, entries: new Map(whole.map((entry) => [entry.key, entry])) };
}

function correctValue(entry: Entry, brackets: Brackets): Entry {
  const value = correctNode(entry.value, brackets);
  return value === entry.value ? entry : { ...entry, value };
}

/** True for a key without a colon and without quotes. */
function isBareKey(entry: Entry, { text, isDoubtful }: Brackets): boolean {
  const { key, keyRange } = entry;
  return (
    isMissingColon(entry, text) && text.slice(keyRange.from, keyRange.to) === key && !isDoubtful(keyRange)
  );
}

/** Reads `b:2` as a key and its value. Colons in addresses and times do not count. */
function splitAtColon(entry: Entry, { entries }: MapNode, brackets: Brackets): Entry | undefined {
  const { key, keyRange } = entry;
  const [, name = '', rest = ''] = /^([A-Za-z_][\w-]*(?=:(?!\/\/))|\d+(?=:\D)):(\S.*)$/.exec(key) ?? [];
  if (name === '' || entries.has(name) || !isBareKey(entry, brackets)) return undefined;
  const value = readValueAt(keyRange.from + name.length + 1, brackets);
  if (value?.range.to !== keyRange.to) return undefined;
  const behind = { from: value.range.from, to: value.range.from };
  brackets.report({
    code: 'unknown-key',
    message: `a space is missing after the colon of  "${shortenText(name)}"`,
    span: brackets.span(keyRange),
    hint: `write ${name}: ${shortenText(rest)}`,
    fix: { span: brackets.span(behind), text: ' ' },
  });
  return { key: name, keyRange: { from: keyRange.from, to: keyRange.from + name.length }, value };
}

/**
 * Reads `min 4` as a key and its value where that key is allowed, and `no_answer sorry` in a map from names to names.
 */
function splitAtSpace(entry: Entry, { entries }: MapNode, brackets: Brackets): Entry | undefined {
  const { key, keyRange } = entry;
  const [, name = '', space = '', rest = ''] = /^([a-z]\w*)( +)(\S.*)$/.exec(key) ?? [];
  if (name === '' || entries.has(name) || !isBareKey(entry, brackets)) return undefined;
  const value = readValueAt(keyRange.from + name.length + space.length, brackets);
  if (value?.range.to !== keyRange.to) return undefined;
  const others = [...entries.values()].filter((other) => other !== entry);
  const words = others.map((other) => other.key.split(' ', 1)[0] ?? '');
  const isKey = canStandTogether(name, words);
  if (!isKey && !(isPlainName(rest) && others.length > 0 && others.every(isNamePair))) return undefined;
  const behind = { from: keyRange.from + name.length, to: keyRange.from + name.length };
  brackets.report({
    code: 'unknown-key',
    message: `a colon is missing after "${shortenText(name)}"`,
    span: brackets.span(keyRange),
    hint: `write ${name}: ${shortenText(rest)}`,
    ...(isKey && { fix: { span: brackets.span(behind), text: ':' } }),
  });
  return { key: name, keyRange: { from: keyRange.from, to: behind.to }, value };
}

function isNamePair({ key, value }: Entry): boolean {
  return isPlainName(key) && !isKnownKey(key) && value.kind === 'string' && isPlainName(value.source);
}

function readValueAt(at: number, { text }: Brackets): ScalarNode | undefined {
  const words = new PlainWords(text);
  words.at = at;
  return words.readQuoted() ?? words.readFlowText();
}

/** True for a key that continues the text before a comma. A key that may be a name does not. */
function isContinuation({ entry: { value } }: MeantEntry, entry: Entry, brackets: Brackets): boolean {
  if (value.kind !== 'string' || value.style !== 'plain' || isPlainName(value.source)) return false;
  return !isPlainName(entry.key) && isBareKey(entry, brackets);
}

function isPlainName(text: string): boolean {
  return /^[a-z][a-z0-9_-]*$/.test(text);
}

function restoreText({ entry, endsAt }: MeantEntry, { text, span, report }: Brackets): Entry {
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
    message: `the comma ends the text, so "${shortenText(rest)}" is read as a key`,
    span: span({ from: endsAt - rest.length, to: endsAt }),
    hint: `put the text in quotes: ${shortenText(quoted)}`,
    ...(isOneLine && { fix: { span: span(range), text: quoted } }),
  });
  return { ...entry, value: { ...value, value: source, source, range } };
}

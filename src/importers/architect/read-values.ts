/** Values of properties: `lit`, `exp`, `var`, `tts`, `noValue`. */
import type { DataNode, ObjectNode } from '../reading/index.ts';
import { toText } from '../reading/index.ts';
import { parseExpression, toLiteral, unset } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Audio } from './model.ts';

const units: Readonly<Record<string, number>> = {
  ms: 1,
  milliseconds: 1,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

/** Reads a value, wrapped or bare. Lengths of time become milliseconds. */
export function readValue(node: DataNode | undefined): Expression {
  if (node === undefined || node.kind === 'list') return node === undefined ? unset : listValue;
  if (node.kind === 'scalar') return readScalar(node.value);
  for (const { key, value } of node.entries) {
    switch (key) {
      case 'lit':
        return readLiteral(value);
      case 'exp':
      case 'var':
        return parseExpression(toText(value) ?? '');
      case 'tts':
        return readScalar(toText(value) ?? null);
      case 'prompt':
        return toPrompt(toText(value) ?? '');
      case 'noValue':
        return unset;
    }
  }
  return readLiteral(node);
}

/** True for `noValue`, and for an object that has nothing else in it: nobody has set it. */
export function isUnset(node: DataNode | undefined): boolean {
  if (node?.kind !== 'object' || node.entries.length === 0) return false;
  return node.entries.every(({ key, value }) => key === 'noValue' || isUnset(value));
}

/** A list, with which the importer does not work. */
const listValue: Expression = { kind: 'call', name: 'MakeList', parts: [] };

function readScalar(value: string | number | boolean | null): Expression {
  if (value === null) return unset;
  return typeof value === 'string' ? toLiteral(value) : { kind: 'constant', value };
}

function readLiteral(node: DataNode): Expression {
  if (node.kind === 'list') return listValue;
  if (node.kind === 'scalar') return readScalar(node.value);
  const time = readTime(node);
  if (time !== undefined) return { kind: 'constant', value: time };
  const named = node.entries.find(({ key }) => key === 'name' || key === 'id') ?? node.entries[0];
  return named?.value.kind === 'scalar' ? readScalar(named.value.value) : unset;
}

function readTime({ entries }: ObjectNode): number | undefined {
  if (entries.length === 0 || !entries.every(({ key }) => Object.hasOwn(units, key))) return undefined;
  const parts = entries.map(({ key, value }) => Number(toText(value)) * (units[key] ?? 0));
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isFinite(sum) ? sum : undefined;
}

/** Returns a number that stands in the file; undefined for what is computed. */
export function readNumber(node: DataNode | undefined): number | undefined {
  const value = readValue(node);
  if (value.kind !== 'constant' || typeof value.value === 'boolean' || value.value === '') return undefined;
  return Number.isFinite(Number(value.value)) ? Number(value.value) : undefined;
}

/** Returns a text that stands in the file; undefined for what is computed. */
export function readConstant(node: DataNode | undefined): string | undefined {
  const value = readValue(node);
  return value.kind === 'constant' ? String(value.value) : undefined;
}

function toPrompt(name: string): Expression {
  const path = name.split('.').filter((part) => part !== '');
  return { kind: 'path', path: path.length > 1 ? path : ['Prompt', ...path] };
}

/** Words before a value that say how it is given. */
export const wrappers: ReadonlySet<string> = new Set(['lit', 'exp', 'var', 'tts', 'prompt', 'noValue']);

/** Reads the name of a variable, `Flow.customer` or `{ var: Flow.customer }`; undefined for none. */
export function readVariable(node: DataNode | undefined): string | undefined {
  const text =
    toText(node) ??
    (node?.kind === 'object' ? toText(node.entries.find(({ key }) => key === 'var')?.value) : undefined);
  return text === undefined || !/^(Flow|Task|State)\./.test(text.trim()) ? undefined : text.trim();
}

/** What cannot be read of an audio, for a remark. */
interface ReadAudio {
  audio: Audio;
  unknown: readonly string[];
}

/** Reads what is said, in one language or several. Without a value, nothing is said. */
export function readAudio(node: DataNode | undefined): ReadAudio {
  const audio = new Map<string, Expression>();
  const unknown: string[] = [];
  const add = (language: string, value: Expression) => {
    if (value.kind !== 'unset') audio.set(language, value);
  };
  const readAll = (part: DataNode, language: string, depth: number): void => {
    if (part.kind === 'list') {
      add(language, { kind: 'call', name: 'Append', parts: part.items.map(readPart) });
      return;
    }
    if (part.kind !== 'object') {
      add(language, readValue(part));
      return;
    }
    for (const { key, value } of part.entries) {
      if (wrappers.has(key) && value.kind === 'object' && key !== 'lit' && depth < MAX_DEPTH)
        readAll(value, language, depth + 1);
      else if (wrappers.has(key))
        add(language, readValue({ ...part, entries: [{ key, keySpan: part.span, value }] }));
      else if (isLanguage(key)) readAll(value, toLanguage(key), depth + 1);
      else if (groups.has(key) && depth < MAX_DEPTH) readAll(value, language, depth + 1);
      else unknown.push(key);
    }
  };
  if (node !== undefined) readAll(node, '', 0);
  return { audio, unknown };
}

/** Reads one of several audios that follow one another. */
function readPart(node: DataNode): Expression {
  const value = readValue(node);
  return value.kind === 'constant' ? { kind: 'call', name: 'ToAudioTTS', parts: [value] } : value;
}

const MAX_DEPTH = 4;
const groups = new Set(['audio', 'default', 'languages', 'cases']);

function isLanguage(key: string): boolean {
  return /^[a-z]{2,3}([-_][a-z]{2,4})?$/i.test(key) && !wrappers.has(key);
}

/** Writes a language as a BCP 47 tag: `en-us` → `en-US`. */
export function toLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

const keys: Readonly<Record<string, string>> = { star: '*', pound: '#', '*': '*', '#': '#' };

/** Reads a key: `digit_1`, `digit_star`, `pound`; undefined for none. */
export function readKey(text: string | undefined): string | undefined {
  const name = text?.toLowerCase().replace(/^digit_?/, '') ?? '';
  if (/^\d$/.test(name)) return name;
  return Object.hasOwn(keys, name) ? keys[name] : undefined;
}

/**
 * Cuts texts of SWML into plain pieces and expressions: `${…}` and `%{…}` are the same. `{{name}}` is no SWML: a deployment tool
 * replaces it before, so it is read as a setting.
 */
import { parseExpression } from '../ecmascript/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Data, Embedded, Template } from './model.ts';

export function parseTemplate(text: string): Template {
  const pieces: (string | Embedded)[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const placeholder = readPlaceholder(text, at);
    const end = /^[$%]\{/.test(text.slice(at, at + 2)) ? findEnd(text, at + 2) : -1;
    if (placeholder !== undefined) {
      if (plain !== '') pieces.push(plain);
      plain = '';
      pieces.push(placeholder.setting);
      at = placeholder.end;
    } else if (end === -1) {
      plain += text[at] ?? '';
      at += 1;
    } else {
      if (plain !== '') pieces.push(plain);
      plain = '';
      pieces.push(parseEmbedded(text.slice(at + 2, end)));
      at = end + 1;
    }
  }
  return plain === '' ? pieces : [...pieces, plain];
}

const PLACEHOLDER = /\{\{\s*([\w.:-]+)\s*\}\}/y;

function readPlaceholder(text: string, at: number): { setting: Embedded; end: number } | undefined {
  PLACEHOLDER.lastIndex = at;
  const [whole, name] = PLACEHOLDER.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const expression = { kind: 'name' as const, names: ['envs', name], offset: 0 };
  return { setting: { source: `envs.${name}`, expression }, end: at + whole.length };
}

/** Longest text of an expression, so that brackets that nobody closes do not take quadratic time. */
const MAX_EXPRESSION = 2_000;

/** Returns where the bracket that opened before a position is closed; -1 if it is not. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  const last = Math.min(text.length, from + MAX_EXPRESSION);
  for (let at = from; at < last; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return text.indexOf('}', from) < last ? text.indexOf('}', from) : -1;
}

function parseEmbedded(source: string): Embedded {
  const parsed = parseExpression(source.trim());
  return parsed.isValid ? { source, expression: parsed.expression } : { source };
}

/** Parses a condition or a variable, which can be written with or without `${…}`. */
export function parseBare(text: string): Embedded {
  const pieces = parseTemplate(text.trim());
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'object') return only;
  return hasEmbedded(pieces)
    ? { ...parseEmbedded(replaceEmbedded(pieces)), source: text }
    : parseEmbedded(text);
}

function hasEmbedded(pieces: Template): boolean {
  return pieces.some((piece) => typeof piece === 'object');
}

/**
 * Writes a condition with the values of its texts as expressions: `%{a} == 1` is `(a) == 1`, and `"%{a}" == "1"` is
 * `(""+(a)+"") == "1"`.
 */
function replaceEmbedded(pieces: Template): string {
  let written = '';
  let quote = '';
  for (const piece of pieces) {
    if (typeof piece === 'object') {
      written += quote === '' ? `(${piece.source})` : `${quote}+(${piece.source})+${quote}`;
      continue;
    }
    for (const character of piece) {
      if (quote === character) written += `${character})`;
      else written += quote === '' && isQuote(character) ? `(${character}` : character;
      if (quote === '' && isQuote(character)) quote = character;
      else if (quote === character) quote = '';
    }
  }
  return written;
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

export function toTemplateData(node: DataNode): Data {
  if (node.kind === 'list') return { kind: 'list', items: node.items.map(toTemplateData) };
  if (node.kind === 'object')
    return {
      kind: 'object',
      entries: node.entries.map(({ key, value }) => [key, toTemplateData(value)] as const),
    };
  return typeof node.value === 'string'
    ? { kind: 'text', text: parseTemplate(node.value) }
    : { kind: 'plain', value: node.value };
}

/** Lists the expressions of a template or of data. */
export function listEmbedded(data: Data): Embedded[] {
  if (data.kind === 'text') return data.text.filter((piece) => typeof piece === 'object');
  if (data.kind === 'list') return data.items.flatMap(listEmbedded);
  return data.kind === 'object' ? data.entries.flatMap(([, value]) => listEmbedded(value)) : [];
}

/** Returns the plain text of a template; undefined if it has expressions. */
export function toPlain(template: Template): string | undefined {
  const texts = template.filter((piece) => typeof piece === 'string');
  return texts.length === template.length ? texts.join('') : undefined;
}

/** Returns a template as it was written. */
export function toWritten(template: Template): string {
  return template.map((piece) => (typeof piece === 'string' ? piece : `\${${piece.source}}`)).join('');
}

/**
 * Reads Liquid templates: the part of the language that flows use. What lies beyond it becomes a node of its own, so that
 * neither the translation nor the interpreter guesses.
 */

export type LiquidNode =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: Filtered }
  | { kind: 'if'; branches: readonly Branch[] }
  | { kind: 'unsupported'; source: string };

/** A branch of a condition; the last one may have no test. */
interface Branch {
  test?: Logic;
  body: readonly LiquidNode[];
}

/** A value that goes through filters, from left to right. */
export interface Filtered {
  operand: Operand;
  filters: readonly Filter[];
}

export interface Filter {
  name: FilterName;
  arguments: readonly Operand[];
}

export type Operand = { kind: 'literal'; value: Literal } | { kind: 'path'; path: Path };
type Literal = string | number | boolean | null;
/** Names of fields and positions in lists. */
export type Path = readonly (string | number)[];

export type Logic =
  | { kind: 'is_true'; isNot: boolean; operand: Operand }
  | { kind: 'compare'; op: Comparison; left: Operand; right: Operand }
  | { kind: 'and' | 'or'; left: Logic; right: Logic };

const comparisons = ['==', '!=', '<>', '<=', '>=', '<', '>', 'contains'] as const;
type Comparison = (typeof comparisons)[number];

/** Filter → least and most number of its arguments. */
const filters = {
  append: [1, 1],
  default: [1, 1],
  downcase: [0, 0],
  join: [0, 1],
  minus: [1, 1],
  plus: [1, 1],
  prepend: [1, 1],
  remove: [1, 1],
  replace: [2, 2],
  size: [0, 0],
  split: [1, 1],
  strip: [0, 0],
  times: [1, 1],
  to_json: [0, 0],
  upcase: [0, 0],
} as const satisfies Record<string, readonly [number, number]>;
type FilterName = keyof typeof filters;

const MAX_DEPTH = 20;
/** Parses a template. */
export function parseLiquid(source: string): readonly LiquidNode[] {
  if (!source.includes('{{') && !source.includes('{%')) return readText(source);
  return new TemplateReader(source).read();
}

/** True for a text with expressions or placeholders. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || /\$\{[\w.:-]{1,100}\}/.test(text);
}

/** First part of the path of a placeholder. */
export const PLACEHOLDER = '$';

/** Reads text: `${name}` in it is a placeholder that a deployment tool replaces, and no Liquid. */
function readText(text: string): LiquidNode[] {
  return text.split(/\$\{([\w.:-]{1,100})\}/).flatMap((part, index): LiquidNode[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ kind: 'text', text: part }];
    const operand: Operand = { kind: 'path', path: [PLACEHOLDER, part] };
    return [{ kind: 'output', value: { operand, filters: [] } }];
  });
}

/** A piece of a template, before conditions are put together. */
type Token = { kind: 'text'; text: string } | { kind: 'output' | 'tag'; text: string; source: string };

/** Cuts a template at its tags. A tag that is not closed is text. */
function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (let at = source.indexOf('{'); at !== -1; at = source.indexOf('{', at + 1)) {
    const kind = source[at + 1] === '{' ? 'output' : source[at + 1] === '%' ? 'tag' : undefined;
    if (kind === undefined) continue;
    const close = source.indexOf(kind === 'output' ? '}}' : '%}', at + 2);
    if (close === -1) break;
    if (at > end) tokens.push({ kind: 'text', text: source.slice(end, at) });
    const inside = source
      .slice(at + 2, close)
      .replace(/^-/, '')
      .replace(/-$/, '');
    tokens.push({ kind, text: inside.trim(), source: source.slice(at, close + 2) });
    end = close + 2;
    at = end - 1;
  }
  if (end < source.length) tokens.push({ kind: 'text', text: source.slice(end) });
  return trimAroundTags(tokens);
}

/** A dash inside a tag's bracket removes the white space beside the tag. */
function trimAroundTags(tokens: Token[]): Token[] {
  return tokens.map((token, index) => {
    if (token.kind !== 'text') return token;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    let { text } = token;
    if (before !== undefined && before.kind !== 'text' && /-[%}]\}$/.test(before.source))
      text = text.trimStart();
    if (after !== undefined && after.kind !== 'text' && /^\{[%{]-/.test(after.source)) text = text.trimEnd();
    return { kind: 'text', text };
  });
}

class TemplateReader {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  read(): readonly LiquidNode[] {
    const nodes = this.#readUntil([], 0);
    return this.#at < this.#tokens.length ? [{ kind: 'unsupported', source: this.#source }] : nodes;
  }

  /** Reads up to a tag whose first word is among the stops, which stays. */
  #readUntil(stops: readonly string[], depth: number): LiquidNode[] {
    const nodes: LiquidNode[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token.kind === 'tag' && stops.includes(firstWord(token.text))) return nodes;
      this.#at += 1;
      if (token.kind === 'text') nodes.push(...readText(token.text));
      else if (token.kind === 'output') nodes.push(readOutput(token.text, token.source));
      else nodes.push(this.#readTag(token.text, token.source, depth));
    }
    return nodes;
  }

  #readTag(text: string, source: string, depth: number): LiquidNode {
    const word = firstWord(text);
    if ((word !== 'if' && word !== 'unless') || depth > MAX_DEPTH) return { kind: 'unsupported', source };
    const first = parseLogic(text.slice(word.length));
    const branches: Branch[] = [];
    let test = word === 'if' ? first : negate(first);
    let isKnown = test !== undefined;
    for (;;) {
      const body = this.#readUntil(['elsif', 'else', 'endif', 'endunless'], depth + 1);
      branches.push({ ...(test !== undefined && { test }), body });
      const token = this.#tokens[this.#at];
      if (token?.kind !== 'tag') return { kind: 'unsupported', source };
      this.#at += 1;
      const next = firstWord(token.text);
      if (next.startsWith('end')) break;
      test = next === 'elsif' ? parseLogic(token.text.slice(next.length)) : undefined;
      isKnown &&= next === 'else' || test !== undefined;
    }
    return isKnown ? { kind: 'if', branches } : { kind: 'unsupported', source };
  }
}

function firstWord(text: string): string {
  return /^\w+/.exec(text)?.[0] ?? '';
}

function negate(logic: Logic | undefined): Logic | undefined {
  if (logic?.kind === 'is_true') return { ...logic, isNot: !logic.isNot };
  if (logic?.kind !== 'compare') return undefined;
  const opposites: Partial<Record<Comparison, Comparison>> = {
    '==': '!=',
    '!=': '==',
    '<>': '==',
  };
  const op = opposites[logic.op];
  return op && { ...logic, op };
}

function readOutput(text: string, source: string): LiquidNode {
  const [head = '', ...rest] = splitOutside(text, '|');
  const operand = parseOperand(head);
  const read = rest.map(parseFilter);
  const isKnown = operand !== undefined && read.every((filter) => filter !== undefined);
  return isKnown && isSupported(operand, read)
    ? { kind: 'output', value: { operand, filters: read } }
    : { kind: 'unsupported', source };
}

/** Lists exist only between `split` and `join`; JSON is made of what is known of the call as a whole, and nothing else. */
function isSupported(operand: Operand, read: readonly Filter[]): boolean {
  const root = operand.kind === 'path' ? operand.path[0] : undefined;
  const isWhole = operand.kind === 'path' && !operand.path.includes('variables');
  return read.every(({ name }, index) => {
    if (name === 'split') return read[index + 1]?.name === 'join';
    if (name === 'join') return read[index - 1]?.name === 'split';
    if (name !== 'to_json') return true;
    return read.length === 1 && isWhole && (root === 'trigger' || root === 'flow' || root === 'contact');
  });
}

function parseFilter(text: string): Filter | undefined {
  const [, name = '', list] = /^\s*(\w+)\s*(?::(.*))?$/s.exec(text) ?? [];
  if (!isFilterName(name)) return undefined;
  const operands = list === undefined ? [] : splitOutside(list, ',').map(parseOperand);
  const [least, most] = filters[name];
  const isKnown = operands.length >= least && operands.length <= most;
  return isKnown && operands.every((operand) => operand !== undefined)
    ? { name, arguments: operands }
    : undefined;
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filters, name);
}

/** Splits at a character outside of quotes. */
function splitOutside(text: string, separator: '|' | ','): string[] {
  const parts = text.match(separator === '|' ? /(?:'[^']*'|"[^"]*"|[^|])+/g : /(?:'[^']*'|"[^"]*"|[^,])+/g);
  return parts ?? [];
}

const WORDS: Readonly<Record<string, Literal>> = {
  true: true,
  false: false,
  nil: null,
  null: null,
  blank: '',
  empty: '',
};

function parseOperand(text: string): Operand | undefined {
  const source = text.trim();
  const quoted = /^'([^']*)'$|^"([^"]*)"$/.exec(source);
  if (quoted) return { kind: 'literal', value: quoted[1] ?? quoted[2] ?? '' };
  if (/^-?\d+(\.\d+)?$/.test(source)) return { kind: 'literal', value: Number(source) };
  if (Object.hasOwn(WORDS, source)) return { kind: 'literal', value: WORDS[source] ?? null };
  const path = parsePath(source);
  return path && { kind: 'path', path };
}

/** Parses `widgets.menu.Digits`, `parsed.items[0].name`, `flow.variables['x']`. */
function parsePath(source: string): Path | undefined {
  if (!/^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+|\[(?:\d+|'[^']*'|"[^"]*")\])*$/u.test(source))
    return undefined;
  const parts = source.match(/[\p{L}\p{N}_-]+|'[^']*'|"[^"]*"/gu) ?? [];
  return parts.map((part, index) => {
    if (/^['"]/.test(part)) return part.slice(1, -1);
    return index > 0 && /^\d{1,4}$/.test(part) ? Number(part) : part;
  });
}

const LOGIC_TOKEN = /'[^']*'|"[^"]*"|==|!=|<>|<=|>=|<|>|[^\s'"=!<>]+/g;

/** Parses a condition. Liquid joins from the right: `a and b or c` is `a and (b or c)`. */
function parseLogic(text: string): Logic | undefined {
  const tokens = text.match(LOGIC_TOKEN) ?? [];
  let result: Logic | undefined;
  let end = tokens.length;
  for (let index = tokens.length - 1; index >= -1; index -= 1) {
    const token = tokens[index];
    if (token !== 'and' && token !== 'or' && index >= 0) continue;
    const test = parseTest(tokens.slice(index + 1, end));
    const joint = tokens[end];
    if (test === undefined) return undefined;
    result =
      result === undefined ? test : { kind: joint === 'and' ? 'and' : 'or', left: test, right: result };
    end = index;
  }
  return result;
}

function parseTest(tokens: readonly string[]): Logic | undefined {
  const [first = '', op, second] = tokens;
  const left = parseOperand(first);
  if (left === undefined) return undefined;
  if (tokens.length === 1) return { kind: 'is_true', isNot: false, operand: left };
  const right = second === undefined ? undefined : parseOperand(second);
  const known = comparisons.find((one) => one === op);
  if (tokens.length !== 3 || right === undefined || known === undefined) return undefined;
  return { kind: 'compare', op: known, left, right };
}

/** Expressions of Architect: their parts, and how they are read. */

export type Expression =
  /** No value: `noValue: true`, or `NOT_SET`. */
  | { kind: 'unset' }
  | { kind: 'constant'; value: string | number | boolean }
  /** `Flow.customer`, `Call.Ani`; names of its parts. */
  | { kind: 'path'; path: readonly string[] }
  | { kind: 'call'; name: string; parts: readonly Expression[] }
  /** Operators; unary ones have one part. `? :` is the call of If. */
  | { kind: 'operation'; operator: Operator; parts: readonly Expression[] }
  /** `{{name}}`, which a deployment replaces. */
  | { kind: 'placeholder'; name: string }
  /** A text that is no expression of this language. */
  | { kind: 'broken'; code: string };

export type Operator =
  'or' | 'and' | 'not' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'negate';

export const unset: Expression = { kind: 'unset' };

const MAX_CHARACTERS = 20_000;
const MAX_DEPTH = 60;

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.|"")*")|(?<number>\d+(?:\.\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>==|!=|<>|<=|>=|&&|\|\||[-+*/%<>=!?:(),.[\]]))/uy;

interface Token {
  kind: 'text' | 'number' | 'name' | 'sign' | 'end';
  value: string;
}

/** Reads an expression; never throws. */
export function parseExpression(code: string): Expression {
  const broken: Expression = { kind: 'broken', code };
  if (code.trim() === '') return unset;
  if (code.length > MAX_CHARACTERS) return broken;
  const tokens = tokenize(code);
  if (tokens === undefined) return broken;
  try {
    return new Parser(tokens).parse();
  } catch (error) {
    if (error instanceof SyntaxProblem) return broken;
    throw error;
  }
}

class SyntaxProblem extends Error {}

function tokenize(code: string): Token[] | undefined {
  const tokens: Token[] = [];
  const end = code.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const groups = TOKEN.exec(code)?.groups;
    if (groups === undefined) return undefined;
    const { text, number, name, sign } = groups;
    if (text !== undefined) tokens.push({ kind: 'text', value: unescape(text.slice(1, -1)) });
    else if (number !== undefined) tokens.push({ kind: 'number', value: number });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else tokens.push({ kind: 'sign', value: sign ?? '' });
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescape(text: string): string {
  return text.replaceAll(/\\(.)|""/gs, (_, character: string | undefined) =>
    character === undefined ? '"' : (escapes[character] ?? character),
  );
}

const words: Readonly<Record<string, Operator>> = { or: 'or', and: 'and', not: 'not' };
const signs: Readonly<Record<string, Operator>> = {
  '||': 'or',
  '&&': 'and',
  '!': 'not',
  '=': '==',
  '<>': '!=',
  '==': '==',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '%': '%',
};

/** Strength of the operators with two sides; the strongest bind first. */
const strengths = {
  or: 1,
  and: 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
} as const satisfies Partial<Record<Operator, number>>;
const UNARY = 7;
const END: Token = { kind: 'end', value: '' };

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression {
    const expression = this.#parseChoice();
    if (this.#next().kind !== 'end') throw new SyntaxProblem();
    return expression;
  }

  #next(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  #accept(sign: string): boolean {
    const token = this.#next();
    if (token.kind !== 'sign' || token.value !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) throw new SyntaxProblem();
  }

  #parseChoice(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new SyntaxProblem();
    const condition = this.#parseBinary(1);
    let result = condition;
    if (this.#accept('?')) {
      const yes = this.#parseChoice();
      this.#expect(':');
      result = { kind: 'call', name: 'If', parts: [condition, yes, this.#parseChoice()] };
    }
    this.#depth -= 1;
    return result;
  }

  #parseBinary(least: number): Expression {
    let left = this.#parseUnary();
    for (;;) {
      const operator = findOperator(this.#next());
      const strength = operator === undefined ? 0 : findStrength(operator);
      if (operator === undefined || strength < least) return left;
      this.#at += 1;
      left = { kind: 'operation', operator, parts: [left, this.#parseBinary(strength + 1)] };
    }
  }

  #parseUnary(): Expression {
    const operator = findOperator(this.#next());
    // The word NOT binds less than comparisons, the sign more than all.
    const isWord = operator === 'not' && this.#next().kind === 'name';
    if (operator !== 'not' && operator !== '-') return this.#parsePart();
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new SyntaxProblem();
    const part = this.#parseBinary(isWord ? strengths['=='] : UNARY);
    this.#depth -= 1;
    return { kind: 'operation', operator: operator === '-' ? 'negate' : 'not', parts: [part] };
  }

  #parsePart(): Expression {
    const token = this.#next();
    this.#at += 1;
    switch (token.kind) {
      case 'text':
        return { kind: 'constant', value: token.value };
      case 'number':
        return { kind: 'constant', value: Number(token.value) };
      case 'name':
        return this.#parseName(token.value);
      default: {
        if (token.value !== '(') throw new SyntaxProblem();
        const inner = this.#parseChoice();
        this.#expect(')');
        return this.#parseFields(inner);
      }
    }
  }

  #parseName(name: string): Expression {
    const lower = name.toLowerCase();
    if (lower === 'true' || lower === 'false') return { kind: 'constant', value: lower === 'true' };
    if (lower === 'not_set') return unset;
    if (this.#accept('(')) return this.#parseFields({ kind: 'call', name, parts: this.#parseParts() });
    const path = [name];
    while (this.#accept('.')) path.push(this.#parseFieldName());
    if (this.#accept('(')) return { kind: 'call', name: path.join('.'), parts: this.#parseParts() };
    return this.#parseFields({ kind: 'path', path });
  }

  #parseFieldName(): string {
    const token = this.#next();
    if (token.kind !== 'name' && token.kind !== 'number') throw new SyntaxProblem();
    this.#at += 1;
    return token.value;
  }

  #parseParts(): Expression[] {
    const parts: Expression[] = [];
    if (this.#accept(')')) return parts;
    do parts.push(this.#parseChoice());
    while (this.#accept(','));
    this.#expect(')');
    return parts;
  }

  /** Reads fields of a value, `ToPhoneNumber(Call.Ani).e164`, and entries of lists. */
  #parseFields(value: Expression): Expression {
    let result = value;
    for (;;) {
      if (this.#accept('.')) result = { kind: 'call', name: `.${this.#parseFieldName()}`, parts: [result] };
      else if (this.#accept('[')) {
        result = { kind: 'call', name: 'GetAt', parts: [result, this.#parseChoice()] };
        this.#expect(']');
      } else return result;
    }
  }
}

function findStrength(operator: Operator): number {
  return (strengths as Partial<Record<Operator, number>>)[operator] ?? 0;
}

function findOperator({ kind, value }: Token): Operator | undefined {
  if (kind !== 'name' && kind !== 'sign') return undefined;
  const known = kind === 'name' ? words : signs;
  const key = value.toLowerCase();
  return Object.hasOwn(known, key) ? known[key] : undefined;
}

/** Lists all parts of an expression, itself first. */
export function listParts(expression: Expression): Expression[] {
  const found: Expression[] = [];
  const open = [expression];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    found.push(part);
    if (part.kind === 'call' || part.kind === 'operation') open.push(...[...part.parts].reverse());
  }
  return found;
}

const PLACEHOLDER = /\{\{\s*([\w.:-]+)\s*\}\}/g;

/** Reads a literal text, in which a deployment may replace parts. */
export function toLiteral(text: string): Expression {
  const parts: Expression[] = [];
  let last = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > last) parts.push({ kind: 'constant', value: text.slice(last, match.index) });
    parts.push({ kind: 'placeholder', name: match[1] ?? '' });
    last = match.index + match[0].length;
  }
  if (parts.length === 0) return { kind: 'constant', value: text };
  if (last < text.length) parts.push({ kind: 'constant', value: text.slice(last) });
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'call', name: 'Append', parts };
}

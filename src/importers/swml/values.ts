/** Writes texts, values and conditions of SWML as a flow does. */
import { toCel, toCelCondition } from '../ecmascript/index.ts';
import type { ResolveName } from '../ecmascript/index.ts';
import { toCelText, toTemplate } from '../project/index.ts';
import type { Piece, Reason } from '../project/index.ts';
import type { Data, Embedded, Template } from './model.ts';

/** Thrown for an expression that has no counterpart; the statement becomes a stub. */
export class NoCounterpart extends Error {
  readonly reason: Reason;

  constructor(reason: Reason = 'ECMASCRIPT') {
    super(reason);
    this.reason = reason;
  }
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export class Values {
  readonly #resolve: ResolveName;
  /** True once a value was written that cannot be computed for some texts. */
  canFail = false;

  constructor(resolve: ResolveName) {
    this.#resolve = resolve;
  }

  toText(template: Template): string {
    return toTemplate(template.map((piece) => (typeof piece === 'string' ? piece : this.#toPiece(piece))));
  }

  /** Returns the address of something to play. */
  toAddress(template: Template): string {
    const address = this.toText(template);
    if (address === '') throw new NoCounterpart('NO_SUCH_VALUE');
    return address;
  }

  #toPiece(embedded: Embedded): Piece {
    const { cel } = this.toCel(embedded);
    return readPlainText(cel) ?? { expr: cel };
  }

  toCel({ expression }: Embedded): { cel: string; type: string } {
    const translated = expression === undefined ? { ok: false as const } : toCel(expression, this.#resolve);
    if (!translated.ok) throw new NoCounterpart();
    this.canFail ||= translated.canFail;
    return translated;
  }

  toCondition({ expression }: Embedded): string {
    const translated =
      expression === undefined ? { ok: false as const } : toCelCondition(expression, this.#resolve);
    if (!translated.ok) throw new NoCounterpart();
    return translated.cel;
  }

  /** Returns a value for a variable of a type: plain where it can be. */
  toValue(data: Exclude<Data, { kind: 'object' }>, type: string): string | number | boolean {
    if (data.kind === 'text') return this.#toAssigned(data.text, type);
    if (data.kind === 'list')
      return this.toText(
        data.items.flatMap((item, index) => [...(index > 0 ? [','] : []), ...toPieces(item)]),
      );
    if (data.value === null) return '';
    if (type === 'string') return String(data.value);
    return data.value;
  }

  #toAssigned(text: Template, type: string): string {
    const [only] = text;
    if (text.length !== 1 || typeof only !== 'object') return this.toText(text);
    const { cel, type: own } = this.toCel(only);
    const plain = readPlainText(cel);
    if (plain !== undefined) return toTemplate([plain]);
    const converted = type === own ? cel : type === 'double' && own === 'int' ? `double(${cel})` : cel;
    return `\${${converted}}`;
  }

  /** Returns a body of a request: texts with expressions inside stay where they are. */
  toJson(data: Data): Json {
    if (data.kind === 'text') return this.toText(data.text);
    if (data.kind === 'plain') return data.value;
    if (data.kind === 'list') return data.items.map((item) => this.toJson(item));
    return Object.fromEntries(data.entries.map(([name, value]) => [name, this.toJson(value)]));
  }
}

/** Returns the text of an expression that is no more than a text. */
function readPlainText(cel: string): string | undefined {
  return /^"(?:[^"\\]|\\.)*"$/.test(cel) ? (JSON.parse(cel) as string) : undefined;
}

function toPieces(data: Data): Template {
  if (data.kind === 'text') return data.text;
  return data.kind === 'plain' && data.value !== null ? [String(data.value)] : [];
}

/** Returns the expression that reads a field of a response as text, empty if the answer lacks it. */
export function toResponseField(names: readonly string[]): string {
  let path = 'response.json';
  const tests: string[] = [];
  for (const name of names) {
    if (/^[a-z_][a-z0-9_]*$/i.test(name) && !celWords.has(name)) {
      tests.push(`has(${path}.${name})`);
      path += `.${name}`;
    } else if (/^\d+$/.test(name)) {
      tests.push(`size(${path}) > ${name}`);
      path += `[${name}]`;
    } else {
      tests.push(`${toCelText(name)} in ${path}`);
      path += `[${toCelText(name)}]`;
    }
  }
  return `\${${tests.join(' && ')} ? string(${path}) : ""}`;
}

const celWords = new Set([
  'in',
  'true',
  'false',
  'null',
  'has',
  'size',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
]);

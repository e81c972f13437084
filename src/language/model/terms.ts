/** Expressions as trees that do not depend on the CEL library, for rules that judge what an expression does. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** The range of a term in its expression (0-based, `end` exclusive). */
interface Placed {
  start: number;
  end: number;
}

/** A part of an expression. */
export type Term = Placed &
  (
    | { kind: 'value'; value: string | number | bigint | boolean | null }
    /** A word such as `vars`, or the variable of a comprehension. */
    | { kind: 'word'; word: string }
    /** `of.part` and `of[part]`. */
    | { kind: 'part'; of: Term; part: Term; isOptional: boolean }
    /** `name(args)`, or `on.name(args)`. */
    | { kind: 'call'; name: string; on?: Term; args: Term[] }
    /** `&&`, `||`, `!`, comparisons, arithmetic; `?:` has three arguments. */
    | { kind: 'operation'; operator: string; args: Term[] }
    | { kind: 'list'; items: Term[] }
    | { kind: 'map'; entries: { key: Term; value: Term }[] }
    /** Anything else. */
    | { kind: 'other'; args: Term[] }
  );

/** Converts the syntax tree of an expression. */
export function toTerm(node: ASTNode): Term {
  const { start, end } = node.range;
  return addBrackets({ ...convert(node), start, end }, node.input);
}

/** The library's ranges begin behind the brackets around the first operand, and end before those around the last one. */
function addBrackets(term: Term, source: string): Term {
  const operands = listOperands(term);
  const [first, last] = [operands.at(0), operands.at(-1)];
  if (first === undefined || last === undefined) return term;
  const [closed = ''] = /^[\s)]*/.exec(source.slice(first.end, term.end)) ?? [];
  const [opened = ''] = /[\s(]*$/.exec(source.slice(term.start, last.start)) ?? [];
  let start = Math.min(term.start, first.start);
  for (const one of closed) if (one === ')') start = source.lastIndexOf('(', start - 1);
  let end = Math.max(term.end, last.end);
  if (term.kind === 'operation')
    for (const one of opened) if (one === '(') end = source.indexOf(')', end) + 1;
  return { ...term, start, end };
}

/** Returns the terms that may have brackets of their own around them, at the beginning and the end of a term. */
function listOperands(term: Term): Term[] {
  if (term.kind === 'operation') return term.args;
  if (term.kind === 'part') return [term.of];
  return term.kind === 'call' && term.on !== undefined ? [term.on] : [];
}

type WithoutPlace<One> = One extends Placed ? Omit<One, keyof Placed> : never;

function convert(node: ASTNode): WithoutPlace<Term> {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'object' && node.args !== null
        ? { kind: 'other', args: [] }
        : { kind: 'value', value: node.args };
    case 'id':
      return { kind: 'word', word: node.args };
    case '.':
    case '.?':
      return {
        kind: 'part',
        of: toTerm(node.args[0]),
        part: { kind: 'value', value: node.args[1], start: node.range.end, end: node.range.end },
        isOptional: node.op === '.?',
      };
    case '[]':
    case '[?]':
      return {
        kind: 'part',
        of: toTerm(node.args[0]),
        part: toTerm(node.args[1]),
        isOptional: node.op === '[?]',
      };
    case 'call':
      return { kind: 'call', name: node.args[0], args: node.args[1].map(toTerm) };
    case 'rcall':
      return { kind: 'call', name: node.args[0], on: toTerm(node.args[1]), args: node.args[2].map(toTerm) };
    case 'list':
      return { kind: 'list', items: node.args.map(toTerm) };
    case 'map':
      return {
        kind: 'map',
        entries: node.args.map(([key, value]) => ({ key: toTerm(key), value: toTerm(value) })),
      };
    case '!_':
    case '-_':
      return convertUnary(node.op, toTerm(node.args));
    default:
      return { kind: 'operation', operator: node.op, args: node.args.map(toTerm) };
  }
}

/** A negative number is one value. */
function convertUnary(op: '!_' | '-_', of: Term): WithoutPlace<Term> {
  const number = op === '-_' && of.kind === 'value' ? of.value : undefined;
  if (typeof number === 'number' || typeof number === 'bigint') return { kind: 'value', value: -number };
  return { kind: 'operation', operator: op[0] ?? '', args: [of] };
}

/** Returns the terms directly inside a term. */
export function listParts(term: Term): Term[] {
  switch (term.kind) {
    case 'part':
      return [term.of, term.part];
    case 'call':
      return [...(term.on === undefined ? [] : [term.on]), ...term.args];
    case 'operation':
    case 'other':
      return term.args;
    case 'list':
      return term.items;
    case 'map':
      return term.entries.flatMap(({ key, value }) => [key, value]);
    default:
      return [];
  }
}

/** Returns a term and all terms inside it. */
export function listTerms(term: Term): Term[] {
  return [term, ...listParts(term).flatMap(listTerms)];
}

/** Returns the path that a term names, such as `vars.tier` or `response.json.name`; undefined for other terms. */
export function namePath(term: Term): string | undefined {
  if (term.kind === 'word') return term.word;
  if (term.kind !== 'part' || term.part.kind !== 'value' || typeof term.part.value !== 'string')
    return undefined;
  const of = namePath(term.of);
  return of === undefined ? undefined : `${of}.${term.part.value}`;
}

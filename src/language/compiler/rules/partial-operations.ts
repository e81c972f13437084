/** Finds operations of expressions that fail for some values. */
import { listTerms, namePath, type Term } from '../../model/index.ts';

/** An operation that fails for some values of the name that it reads. */
export interface PartialOperation {
  /** The name that it reads, such as `vars.people`. */
  name: string;
  term: Term;
  /** The condition on the value under which it works. */
  needs:
    | { kind: 'parts'; separator: string; count: number }
    | { kind: 'characters'; count: number }
    | { kind: 'number' }
    | { kind: 'instant' }
    | { kind: 'not-zero' };
}

/** Returns the operations of an expression that fail for some values. */
export function listPartialOperations(term: Term): PartialOperation[] {
  return listTerms(term).flatMap((one) => readOperation(one) ?? []);
}

function readOperation(term: Term): PartialOperation | undefined {
  if (term.kind === 'part') return readIndex(term);
  if (term.kind === 'call') return term.on === undefined ? readConversion(term) : readSubstring(term);
  if (term.kind !== 'operation' || (term.operator !== '/' && term.operator !== '%')) return undefined;
  const divisor = term.args[1];
  const name = divisor && (namePath(divisor) ?? readConversion(divisor)?.name);
  return name === undefined ? undefined : { name, term, needs: { kind: 'not-zero' } };
}

function readIndex(term: Term & { kind: 'part' }): PartialOperation | undefined {
  const { of, part } = term;
  if (of.kind !== 'call' || of.name !== 'split' || of.on === undefined || part.kind !== 'value')
    return undefined;
  const name = namePath(of.on);
  const [separator] = of.args;
  const index = Number(part.value);
  if (name === undefined || separator?.kind !== 'value' || typeof separator.value !== 'string')
    return undefined;
  return index >= 1
    ? { name, term, needs: { kind: 'parts', separator: separator.value, count: index + 1 } }
    : undefined;
}

function readSubstring(term: Term & { kind: 'call' }): PartialOperation | undefined {
  const name = term.on && namePath(term.on);
  if (name === undefined || term.name !== 'substring') return undefined;
  const bounds = term.args.map((one) => (one.kind === 'value' ? Number(one.value) : NaN));
  const count = Math.max(...bounds);
  return count >= 1 ? { name, term, needs: { kind: 'characters', count } } : undefined;
}

function readConversion(term: Term): PartialOperation | undefined {
  const kind = term.kind === 'call' ? CONVERSIONS.get(term.name) : undefined;
  const [first] = term.kind === 'call' ? term.args : [];
  const name = first && namePath(first);
  return name === undefined || kind === undefined ? undefined : { name, term, needs: { kind } };
}

/** Functions that read a text. */
const CONVERSIONS: ReadonlyMap<string, 'number' | 'instant'> = new Map([
  ['int', 'number'],
  ['double', 'number'],
  ['timestamp', 'instant'],
]);

/** Methods of texts and lists. Positions beyond the end are allowed in ECMAScript; CEL has to be told what is there. */
import type { Method } from './syntax.ts';
import {
  Binding,
  bracket,
  isNumber,
  listSetGuards,
  makeTerm,
  relation,
  toText,
  Untranslatable,
} from './terms.ts';
import type { Term } from './terms.ts';

export function makeSize(term: Term): Term {
  if (term.type !== 'string' && term.type !== 'list') throw new Untranslatable();
  const guards = listSetGuards(term);
  return { ...makeTerm(`size(${term.cel})`, 'int', { guards }), fromEnd: { of: term.cel, count: 0 } };
}

/** Returns the item of a list or the character of a text at a constant position. */
export function itemAt(of: Term, index: Term): Term {
  const position = readPosition(index);
  if (of.type === 'string') return charAt(of, position);
  if (of.type !== 'list') throw new Untranslatable();
  const list = bracket(of, Binding.primary);
  return makeConditional(`size(${of.cel}) > ${position} ? ${list}[${position}] : ""`);
}

export function charAt(of: Term, position: number): Term {
  return cut(of, position, position + 1);
}

export function callMethod(method: Method, of: Term, given: readonly Term[]): Term {
  if (method === 'toString' && (isNumber(of) || of.type === 'bool')) return toText(of);
  if (of.type === 'list') return callListMethod(method, of, given);
  if (of.type !== 'string') throw new Untranslatable();
  const text = bracket(of, Binding.primary);
  switch (method) {
    case 'toUpperCase':
      return makeTerm(`${text}.upperAscii()`, 'string');
    case 'toLowerCase':
      return makeTerm(`${text}.lowerAscii()`, 'string');
    case 'trim':
      return makeTerm(`${text}.trim()`, 'string');
    case 'toString':
      return of;
    case 'includes':
      return makeTerm(`${text}.contains(${readText(given[0])})`, 'bool');
    case 'startsWith':
    case 'endsWith':
      return makeTerm(`${text}.${method}(${readText(given[0])})`, 'bool');
    case 'indexOf':
      return makeTerm(`${text}.indexOf(${readText(given[0])})`, 'int');
    case 'split':
      return makeTerm(`${text}.split(${readText(given[0])})`, 'list');
    case 'charAt':
      return charAt(of, given[0] === undefined ? 0 : readPosition(given[0]));
    case 'substring':
    case 'slice':
      return cutAsTold(method, of, given);
    case 'concat':
      return makeTerm([bracket(of, Binding.sum), ...given.map(readText)].join(' + '), 'string', {
        binding: Binding.sum,
      });
    case 'join':
      throw new Untranslatable();
  }
}

function callListMethod(method: Method, of: Term, given: readonly Term[]): Term {
  if (method === 'join')
    return makeTerm(
      `${bracket(of, Binding.primary)}.join(${given[0] === undefined ? '","' : readText(given[0])})`,
      'string',
    );
  if (method === 'includes') {
    if (given[0]?.type !== 'string') throw new Untranslatable();
    return makeTerm(`${bracket(given[0], Binding.sum)} in ${bracket(of, Binding.sum)}`, 'bool', relation);
  }
  throw new Untranslatable();
}

function readText(term: Term | undefined): string {
  if (term === undefined) throw new Untranslatable();
  return bracket(toText(term), Binding.product);
}

/** Returns a position that is known and not counted from the end. */
function readPosition(term: Term): number {
  const position = term.constant;
  if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 0)
    throw new Untranslatable();
  return position;
}

function cutAsTold(method: 'substring' | 'slice', of: Term, [from, to]: readonly Term[]): Term {
  const start = from?.constant ?? 0;
  if (method === 'slice' && to === undefined && typeof start === 'number' && start < 0)
    return cutEnd(of, -start);
  const { fromEnd } = from ?? {};
  if (method === 'substring' && to === undefined && fromEnd?.of === of.cel && fromEnd.count > 0)
    return cutEnd(of, fromEnd.count);
  if (from !== undefined && from.constant === undefined) throw new Untranslatable();
  const first = from === undefined ? 0 : readPosition(from);
  if (to === undefined) return cut(of, first);
  const last = readPosition(to);
  if (last >= first) return cut(of, first, last);
  return method === 'substring' ? cut(of, last, first) : makeTerm('""', 'string');
}

/** Returns the characters from a position to before another one, or to the end. */
function cut(of: Term, from: number, to?: number): Term {
  const text = bracket(of, Binding.primary);
  const size = `size(${of.cel})`;
  const tail = from === 0 ? of.cel : `${size} > ${from} ? ${text}.substring(${from}) : ""`;
  if (to === undefined) return from === 0 ? of : makeConditional(tail);
  if (to === from) return makeTerm('""', 'string');
  if (to === from + 1) return makeConditional(`${size} > ${from} ? ${text}.substring(${from}, ${to}) : ""`);
  return makeConditional(`${size} > ${to} ? ${text}.substring(${from}, ${to}) : ${tail}`);
}

function cutEnd(of: Term, count: number): Term {
  const text = bracket(of, Binding.primary);
  return makeConditional(
    `size(${of.cel}) > ${count} ? ${text}.substring(size(${of.cel}) - ${count}) : ${of.cel}`,
  );
}

function makeConditional(cel: string): Term {
  return makeTerm(cel, 'string', { binding: Binding.conditional });
}

/** Functions of Architect as expressions of a flow. */
import { atom, bracket, convert, term, Untranslatable } from './cel.ts';
import type { Cel, CelType } from './cel.ts';

type Write = (parts: readonly Cel[]) => Cel;

const textOf = (parts: readonly Cel[], at: number): string => {
  const part = parts[at];
  if (part === undefined) throw new Untranslatable('a part is missing');
  return bracket(convert(part, 'string'));
};
const wholeOf = (parts: readonly Cel[], at: number): string => {
  const part = parts[at];
  if (part?.type !== 'int') throw new Untranslatable('a whole number is wanted here');
  return bracket(part);
};
const same: Write = ([value]) => {
  if (value === undefined) throw new Untranslatable('a part is missing');
  return value;
};
const method =
  (name: string, type: CelType, count = 0): Write =>
  (parts) => {
    const given = Array.from({ length: count }, (_, at) =>
      textOf(parts, at + 1).replace(/^\((.*)\)$/s, '$1'),
    );
    return atom(`${textOf(parts, 0)}.${name}(${given.join(', ')})`, type);
  };
/** Writes whether a value is nothing or an empty text (`==`), or is not (`!=`). */
export const isEmpty =
  (operator: '==' | '!='): Write =>
  ([value]) => {
    if (value === undefined) throw new Untranslatable('a part is missing');
    if (value.text !== undefined) return term(`${value.text} ${operator} ""`, 'bool');
    if (value.type !== 'string') return atom(String(operator === '!='), 'bool');
    return term(`${bracket(value)} ${operator} ""`, 'bool');
  };

const functions: Readonly<Record<string, Write>> = {
  isset: isEmpty('!='),
  isnotset: isEmpty('=='),
  isnotsetorempty: isEmpty('=='),
  isnullorempty: isEmpty('=='),
  append: (parts) => term(parts.map((_, at) => textOf(parts, at)).join(' + '), 'string'),
  contains: method('contains', 'bool', 1),
  startswith: method('startsWith', 'bool', 1),
  endswith: method('endsWith', 'bool', 1),
  trim: method('trim', 'string'),
  lower: method('lowerAscii', 'string'),
  upper: method('upperAscii', 'string'),
  length: (parts) => atom(`size(${textOf(parts, 0)})`, 'int'),
  left: (parts) => {
    const [text, count] = [textOf(parts, 0), wholeOf(parts, 1)];
    return term(`size(${text}) > ${count} ? ${text}.substring(0, ${count}) : ${text}`, 'string');
  },
  right: (parts) => {
    const [text, count] = [textOf(parts, 0), wholeOf(parts, 1)];
    return term(`size(${text}) > ${count} ? ${text}.substring(size(${text}) - ${count}) : ${text}`, 'string');
  },
  substring: writeSubstring,
  replace: (parts) =>
    atom(`${textOf(parts, 0)}.split(${textOf(parts, 1)}).join(${textOf(parts, 2)})`, 'string'),
  toint: (parts) => convert(same(parts), 'int'),
  todecimal: (parts) => convert(same(parts), 'double'),
  tonumber: (parts) => convert(same(parts), 'double'),
  tobool: (parts) =>
    parts[0]?.type === 'bool' ? parts[0] : term(`${textOf(parts, 0)}.lowerAscii() == "true"`, 'bool'),
  tostring: (parts) => convert(same(parts), 'string'),
  tophonenumber: (parts) => convert(same(parts), 'string'),
  '.e164': same,
  '.dialstring': same,
  toduration: same,
};

function writeSubstring(parts: readonly Cel[]): Cel {
  const [text, start] = [textOf(parts, 0), wholeOf(parts, 1)];
  if (parts[2] === undefined)
    return term(`size(${text}) > ${start} ? ${text}.substring(${start}) : ""`, 'string');
  const [from, count] = [Number(start), Number(wholeOf(parts, 2))];
  const end =
    Number.isFinite(from) && Number.isFinite(count)
      ? String(from + count)
      : `${start} + ${wholeOf(parts, 2)}`;
  const rest = start === '0' ? text : `size(${text}) > ${start} ? ${text}.substring(${start}) : ""`;
  return term(`size(${text}) > ${end} ? ${text}.substring(${start}, ${end}) : ${rest}`, 'string');
}

const listFunctions = new Set([
  'makelist',
  'getat',
  'count',
  'first',
  'last',
  'find',
  'additem',
  'removeitem',
  'split',
  'joinstrings',
]);

/** Writes the call of a function. */
export function writeCall(name: string, parts: readonly Cel[]): Cel {
  const key = name.toLowerCase();
  const write = Object.hasOwn(functions, key) ? functions[key] : undefined;
  if (write === undefined) throw new Untranslatable(name, listFunctions.has(key));
  return write(parts);
}

/** Expressions of a flow (CEL) with their types. */
import { toCelText } from '../../project/index.ts';

export type CelType = 'string' | 'int' | 'double' | 'bool';

export interface Cel {
  code: string;
  type: CelType;
  /** True if it needs no brackets as a part of another expression. */
  isAtom: boolean;
  /** The value as a text, for a number or boolean that is kept as one; an empty text is no value. */
  text?: string;
}

/** Thrown for what has no counterpart. */
export class Untranslatable extends Error {
  /** True for what works with lists. */
  readonly isAboutLists: boolean;

  constructor(what: string, isAboutLists = false) {
    super(what);
    this.isAboutLists = isAboutLists;
  }
}

export const atom = (code: string, type: CelType): Cel => ({ code, type, isAtom: true });
export const term = (code: string, type: CelType): Cel => ({ code, type, isAtom: false });

/** Writes a constant. */
export function toConstant(value: string | number | boolean): Cel {
  if (typeof value === 'string') return atom(toCelText(value), 'string');
  if (typeof value === 'boolean') return atom(String(value), 'bool');
  if (Number.isInteger(value)) return value < 0 ? term(String(value), 'int') : atom(String(value), 'int');
  return atom(String(value), 'double');
}

/** Writes a value as a part of another expression. */
export function bracket({ code, isAtom }: Cel): string {
  return isAtom ? code : `(${code})`;
}

/** Converts a value for a place that wants another type. */
export function convert(cel: Cel, type: CelType): Cel {
  if (cel.type === type || (type === 'double' && cel.type === 'int')) return cel;
  if (cel.code === '""') return toConstant(type === 'bool' ? false : type === 'string' ? '' : 0);
  if (type === 'string') return atom(cel.text ?? `string(${cel.code})`, 'string');
  if (type === 'bool') return atom(`bool(${cel.code})`, 'bool');
  if (cel.type === 'bool') throw new Untranslatable(cel.code);
  return atom(`${type}(${cel.code})`, type);
}

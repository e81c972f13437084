import { readNumber } from './assignment.ts';
import type { Value, VarType } from './compiled.ts';

/**
 * A value from outside, such as `"5"` or `5.0`, as one of this type; undefined where it is none. A whole number beyond
 * 2^53 is none: its last digits were lost on the way.
 */
export function toType(value: Value, type: VarType): Value | undefined {
  if (type !== 'double' && Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  if (type === 'string') return String(value);
  if (type === 'bool') return toBool(value);
  return typeof value === 'boolean' ? undefined : readNumber(String(value).trim(), type);
}

function toBool(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = String(value).trim();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Replies of data actions: what they mean, and examples that make a difference. */
import type { ServiceReply } from '../../verification/compare/index.ts';
import type { Value } from './expressions/evaluate.ts';
import type { Request, Variable } from './model.ts';

type Json = Exclude<ServiceReply, string>['json'];

interface Reply {
  exit: 'success' | 'failure' | 'timeout';
  values: readonly [variable: string, value: Value][];
}

/** Reads a reply; one that does not have the shape of the outputs fails. */
export function readReply(
  { outputs }: Request,
  reply: ServiceReply,
  typeOf: (variable: string) => Variable['type'],
): Reply {
  if (reply === 'timeout') return { exit: 'timeout', values: [] };
  if (reply === 'unreachable' || reply.status < 200 || reply.status > 299)
    return { exit: 'failure', values: [] };
  if (outputs.length > 0 && (typeof reply.json !== 'object' || reply.json === null))
    return { exit: 'failure', values: [] };
  const values: [string, Value][] = [];
  for (const { name, variable } of outputs) {
    const value = toValue(findField(reply.json, name), typeOf(variable));
    if (value === undefined) return { exit: 'failure', values: [] };
    values.push([variable, value]);
  }
  return { exit: 'success', values };
}

/** Finds a field of a reply by its path, `customer.name`. */
function findField(json: Json | undefined, name: string): Json | undefined {
  let value: Json | undefined = json;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part))
      return undefined;
    value = value[part];
  }
  return value;
}

/** Returns a value of the wanted type, nothing for an absent one, undefined for another type. Digits are a number, too. */
function toValue(json: Json | undefined, type: Variable['type']): Value | undefined {
  if (json === undefined || json === null) return null;
  if (typeof json === 'object' || type === 'list') return undefined;
  if (type === 'string') return String(json);
  if (type === 'bool') return typeof json === 'boolean' ? json : undefined;
  const number = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json;
  if (typeof number !== 'number') return undefined;
  return type === 'int' ? Math.trunc(number) : number;
}

/** Writes a reply with a value for each output. */
export function writeReply(
  { outputs }: Request,
  valueOf: (variable: string) => string | number | boolean | undefined,
): ServiceReply {
  const json: Record<string, unknown> = {};
  for (const { name, variable } of outputs) {
    const value = valueOf(variable);
    if (value === undefined) continue;
    const parts = name.split('.');
    let at = json;
    for (const part of parts.slice(0, -1)) {
      const inner = Object.hasOwn(at, part) ? at[part] : {};
      at[part] = inner;
      at = inner as Record<string, unknown>;
    }
    at[parts.at(-1) ?? ''] = value;
  }
  return { status: 200, json: json as NonNullable<Json> };
}

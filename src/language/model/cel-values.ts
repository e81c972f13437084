/** Converts values to those that the CEL library reads. */
import { memoize } from './memoized.ts';
import type { Scope, WebResponse } from './scope.ts';
import type { Value } from './values.ts';

/** Converts the values of a call for an evaluation; the variables named by `ints` become 64-bit integers. */
export function toCelScope(
  scope: Partial<Scope>,
  ints: { vars: readonly string[]; params: readonly string[] },
): Record<string, unknown> {
  const { response } = scope;
  return {
    ...scope,
    vars: convertValues(scope.vars, ints.vars),
    params: convertValues(scope.params, ints.params),
    ...(response && { response: convertResponse(response) }),
  };
}

function convertValues(values: Record<string, Value> | undefined, ints: readonly string[]): unknown {
  if (values === undefined || ints.length === 0) return values && toReadable(values);
  const inside: Record<string, Value | bigint> = { ...values };
  for (const name of ints) inside[name] = BigInt(values[name] ?? 0);
  return toReadable(inside);
}

/** Several expressions read the same response. */
const convertResponse = memoize((response: WebResponse) => ({
  status: BigInt(response.status),
  headers: toReadable(response.headers),
  text: response.text,
  json: makeReadable(response.json),
}));

/** Converts JSON at any depth so that CEL reads it; what CEL reads as it is stays the same object. */
export function makeReadable(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const items = json.map(makeReadable);
    return items.some((item, at) => item !== json[at]) ? items : json;
  }
  const entries = Object.entries(json);
  const inside = entries.map(([key, value]) => [key, makeReadable(value)] as const);
  if (inside.every(([, value], at) => value === entries[at]?.[1])) return toReadable(json);
  return toReadable(Object.fromEntries(inside));
}

/** The library takes the field `constructor` of a plain object for its class, and refuses the object. */
function toReadable(values: object): unknown {
  return Object.keys(values).includes('constructor') ? new Map(Object.entries(values)) : values;
}

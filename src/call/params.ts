/** The values that a call is begun with, held against what its flow declares. */
import type { CompiledFlow, ParamDeclaration, Value } from '../flow/index.ts';

export type ReadParams = { ok: true; values: Record<string, Value> } | { ok: false; problems: string[] };

/** Every parameter that has no default needs a value, every value a parameter of its type. */
export function readParams({ params }: CompiledFlow, given: Record<string, unknown>): ReadParams {
  const missing = Object.keys(params)
    .filter((name) => params[name]?.default === undefined && given[name] === undefined)
    .map((name) => `parameter "${name}" is missing`);
  const values: Record<string, Value> = {};
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const declared = Object.hasOwn(params, name) ? params[name] : undefined;
    if (declared === undefined) return [`the flow has no parameter "${name}"`];
    if (!fits(value, declared)) return [`parameter "${name}" must be of type ${declared.type}`];
    values[name] = value;
    return [];
  });
  const problems = [...missing, ...wrong];
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}

function fits(value: unknown, { type }: ParamDeclaration): value is Value {
  if (type === 'string') return typeof value === 'string';
  if (type === 'bool') return typeof value === 'boolean';
  return typeof value === 'number' && (type === 'int' ? Number.isSafeInteger(value) : Number.isFinite(value));
}

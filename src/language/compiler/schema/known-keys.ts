/**
 * The keys of the flow language, grouped by the maps that allow them. For text whose enclosing map is not known yet.
 */
import { flowSchemas } from './flow-schema.ts';
import { memoize } from '../../model/index.ts';

/** True when some map allows the key next to the others. */
export function canStandTogether(key: string, others: readonly string[]): boolean {
  return listKeyGroups(flowSchemas).some(
    (group) => group.has(key) && others.every((other) => group.has(other)),
  );
}

/** True for a key that the flow language uses anywhere; other keys are names. */
export function isKnownKey(key: string): boolean {
  return listKeyGroups(flowSchemas).some((group) => group.has(key));
}

const listKeyGroups = memoize((schemas: object): ReadonlySet<string>[] => collectKeyGroups(schemas));

function collectKeyGroups(schema: object): ReadonlySet<string>[] {
  const inner = Object.values(schema).filter((value) => typeof value === 'object' && value !== null);
  const { properties } = schema as { properties?: object };
  const own = properties === undefined ? [] : [new Set(Object.keys(properties))];
  return [...own, ...inner.flatMap((value) => collectKeyGroups(value as object))];
}

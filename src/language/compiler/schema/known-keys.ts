/** The keys of our language, by the maps in which they can stand: for texts of which the maps are not yet known. */
import { flowSchemas } from './flow-schema.ts';
import { memoized } from '../../model/index.ts';

/** True where there is a map that takes a key beside others. */
export function standTogether(key: string, others: readonly string[]): boolean {
  return keyGroups(flowSchemas).some((group) => group.has(key) && others.every((other) => group.has(other)));
}

/** True for a key of our language, wherever it can stand; other keys are names. */
export function isKnownKey(key: string): boolean {
  return keyGroups(flowSchemas).some((group) => group.has(key));
}

const keyGroups = memoized((schemas: object): ReadonlySet<string>[] => groupsIn(schemas));

function groupsIn(schema: object): ReadonlySet<string>[] {
  const inner = Object.values(schema).filter((value) => typeof value === 'object' && value !== null);
  const { properties } = schema as { properties?: object };
  const own = properties === undefined ? [] : [new Set(Object.keys(properties))];
  return [...own, ...inner.flatMap((value) => groupsIn(value as object))];
}

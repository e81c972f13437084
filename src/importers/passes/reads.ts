/** Finds which variables a flow reads. */
import { findDeclaredUses, memoize } from '../../language/model/index.ts';
import type { Draft } from '../project/index.ts';

/** Returns the names of all variables that any text or expression of a flow reads. */
export function findReadVariables({ flow }: Draft): Set<string> {
  const { vars: _vars, steps, ...rest } = flow;
  const read = new Set<string>();
  addReads(rest, read);
  for (const step of Object.values(steps)) for (const name of findReads(step)) read.add(name);
  return read;
}

/** Returns the names of the variables that any text or expression in a value reads. Most passes leave most steps as they are. */
export const findReads = memoize((value: object): ReadonlySet<string> => {
  const read = new Set<string>();
  addReads(value, read);
  return read;
});

function addReads(value: unknown, read: Set<string>): void {
  if (typeof value === 'string') {
    if (!value.includes('vars')) return;
    for (const { section, name } of findDeclaredUses(value)) if (section === 'vars') read.add(name);
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) addReads(inner, read);
}

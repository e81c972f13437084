/** Finds which variables a flow reads. */
import { findDeclaredUses } from '../../language/model/index.ts';
import type { Draft } from '../project/index.ts';

/** Returns the names of all variables that any text or expression of a flow reads. */
export function findReadVariables({ flow }: Draft): Set<string> {
  const read = new Set<string>();
  const { vars: _vars, ...rest } = flow;
  const pending: unknown[] = [rest];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string') {
      for (const { section, name } of findDeclaredUses(value)) if (section === 'vars') read.add(name);
    } else if (typeof value === 'object' && value !== null) {
      const inner: unknown[] = Object.values(value);
      pending.push(...inner.filter((one) => one !== null && one !== undefined));
    }
  }
  return read;
}

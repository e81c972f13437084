import { ExpressionError } from './bounds.ts';
import type { Expressions } from './expressions.ts';
import type { Scope } from './scope.ts';
import type { Value } from './values.ts';

/** Evaluates an expression all of whose names, such as `vars.tier`, have a known value; otherwise, and when it fails, undefined. */
export function evaluateKnown(
  source: string,
  getValue: (name: string) => Value | undefined,
  expressions: Expressions,
): Value | undefined {
  if (!expressions.check(source).ok) return undefined;
  const scope: Record<string, Record<string, Value>> = { vars: {}, params: {} };
  for (const name of expressions.findReads(source)) {
    const value = getValue(name);
    if (value === undefined) return undefined;
    const [holder = '', field = ''] = name.split('.');
    (scope[holder] ??= {})[field] = value;
  }
  try {
    return expressions.evaluate(source, scope as unknown as Scope);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

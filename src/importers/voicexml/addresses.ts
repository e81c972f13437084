/** Addresses of parties: `tel:+…`, `sip:…`. */
import type { Expression } from '../ecmascript/index.ts';

export function stripTel(address: string): string {
  return address.replace(/^tel:/i, '');
}

/** Takes `tel:` off the beginning of an expression. */
export function stripPrefix(expression: Expression): Expression {
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return { ...expression, value: stripTel(expression.value) };
  return expression.kind === 'binary' && expression.operator === '+'
    ? { ...expression, left: stripPrefix(expression.left) }
    : expression;
}

/** What an expression consists of. */
import type { Expression } from './syntax.ts';

/** Lists the names that an expression reads, in order. */
export function listNames(expression: Expression): (readonly string[])[] {
  if (expression.kind === 'name') return [expression.names];
  return listDirectParts(expression).flatMap(listNames);
}

/** Lists the constants that stand in an expression: values that its names are compared with. */
export function listConstants(expression: Expression): (string | number | boolean)[] {
  if (expression.kind === 'literal')
    return expression.value === null || expression.value === undefined ? [] : [expression.value];
  return listDirectParts(expression).flatMap(listConstants);
}

function listDirectParts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'unary':
      return [expression.operand];
    case 'binary':
    case 'logical':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.then, expression.otherwise];
    case 'template':
      return expression.parts;
    case 'length':
      return [expression.of];
    case 'item':
      return [expression.of, expression.index];
    case 'method':
      return [expression.of, ...expression.arguments];
    case 'function':
      return expression.arguments;
  }
}

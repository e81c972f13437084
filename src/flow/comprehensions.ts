import type { ASTNode } from '@marcbachmann/cel-js';

/** The macros of CEL that visit every element of a list. */
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** True when one comprehension stands inside another: their costs would multiply. */
export function hasNestedComprehension(node: ASTNode, inside = false): boolean {
  const isOne = node.op === 'rcall' && COMPREHENSIONS.has(node.args[0]);
  if (isOne && inside) return true;
  return children(node.args).some((child) => hasNestedComprehension(child, inside || isOne));
}

function children(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(children);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

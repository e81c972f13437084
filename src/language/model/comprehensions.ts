import type { ASTNode } from '@marcbachmann/cel-js';

/** The macros of CEL that visit every element of a list. */
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** True when one comprehension is nested in another: their costs would multiply. */
export function hasNestedComprehension(node: ASTNode, inside = false): boolean {
  const isOne = node.op === 'rcall' && COMPREHENSIONS.has(node.args[0]);
  if (isOne && inside) return true;
  return listChildren(node).some((child) => hasNestedComprehension(child, inside || isOne));
}

/** Returns the direct subexpressions of an expression. */
export function listChildren(node: ASTNode): ASTNode[] {
  return listNodes(node.args);
}

function listNodes(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(listNodes);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

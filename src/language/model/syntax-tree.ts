/** Reads the syntax trees of CEL expressions: nesting, names. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** The macros of CEL that visit every element of a list. */
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** The function that takes a regular expression. */
export const MATCHES = 'matches';

/** True when one comprehension is nested in another: their costs would multiply. */
export function hasNestedComprehension(node: ASTNode, inside = false): boolean {
  const isOne = node.op === 'rcall' && COMPREHENSIONS.has(node.args[0]);
  if (isOne && inside) return true;
  return listChildren(node.args).some((child) => hasNestedComprehension(child, inside || isOne));
}

/**
 * Returns the declared names that an expression reads, such as `vars.tier`. A holder used in any way other than
 * `vars.name` or `vars["name"]` counts as a read of all its names.
 */
export function findNamesRead(
  node: ASTNode,
  declared: Record<string, readonly string[]>,
): ReadonlySet<string> {
  const read = new Set<string>();
  const collect = (part: ASTNode): void => {
    const named = readMember(part);
    if (named !== undefined && Object.hasOwn(declared, named.holder))
      read.add(`${named.holder}.${named.name}`);
    else if (part.op !== 'id') for (const child of listChildren(part.args)) collect(child);
    // `constructor` and the like are no holders.
    else if (Object.hasOwn(declared, part.args))
      for (const name of declared[part.args] ?? []) read.add(`${part.args}.${name}`);
  };
  collect(node);
  return read;
}

/** Returns the holder and the name of `vars.name` and `vars["name"]`. */
function readMember({ op, args }: ASTNode): { holder: string; name: string } | undefined {
  if (op !== '.' && op !== '.?' && op !== '[]' && op !== '[?]') return undefined;
  const [of, key] = args;
  const name = typeof key === 'string' ? key : key.op === 'value' ? key.args : undefined;
  return of.op === 'id' && typeof name === 'string' ? { holder: of.args, name } : undefined;
}

function listChildren(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(listChildren);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

import type { ASTNode } from '@marcbachmann/cel-js';
import { listChildren } from './comprehensions.ts';

/**
 * Returns the declared names that an expression reads, such as `vars.tier`. A holder used in any way other than
 * `vars.name` or `vars["name"]` counts as a read of all its names.
 */
export function findNamesRead(
  node: ASTNode,
  declared: Record<string, readonly string[]>,
): ReadonlySet<string> {
  const read = new Set<string>();
  collectNames(node, declared, read);
  return read;
}

function collectNames(node: ASTNode, declared: Record<string, readonly string[]>, read: Set<string>): void {
  const named = readMember(node);
  const holder = findHolder(node);
  if (named !== undefined && Object.hasOwn(declared, named.holder)) read.add(`${named.holder}.${named.name}`);
  else if (holder !== undefined)
    for (const name of listNames(holder, declared)) read.add(`${holder}.${name}`);
  else for (const child of listChildren(node)) collectNames(child, declared, read);
}

/** Returns the names of a holder; none for `constructor` and the like. */
function listNames(holder: string, declared: Record<string, readonly string[]>): readonly string[] {
  return (Object.hasOwn(declared, holder) ? declared[holder] : undefined) ?? [];
}

/** Returns the holder and the name of `vars.name` and `vars["name"]`. */
function readMember(node: ASTNode): { holder: string; name: string } | undefined {
  if (node.op === '.' || node.op === '.?') return toMember(findHolder(node.args[0]), node.args[1]);
  if (node.op !== '[]' && node.op !== '[?]') return undefined;
  const [of, key] = node.args;
  return key.op === 'value' && typeof key.args === 'string' ? toMember(findHolder(of), key.args) : undefined;
}

function toMember(holder: string | undefined, name: string): { holder: string; name: string } | undefined {
  return holder === undefined ? undefined : { holder, name };
}

function findHolder(node: ASTNode): string | undefined {
  return node.op === 'id' ? node.args : undefined;
}

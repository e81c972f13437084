import type { ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from './comprehensions.ts';

/**
 * Returns the declared names that an expression reads, such as `vars.tier`. A holder used in any way other than
 * `vars.name` or `vars["name"]` counts as a read of all its names.
 */
export function namesRead(node: ASTNode, declared: Record<string, readonly string[]>): ReadonlySet<string> {
  const read = new Set<string>();
  collect(node, declared, read);
  return read;
}

function collect(node: ASTNode, declared: Record<string, readonly string[]>, read: Set<string>): void {
  const named = nameRead(node);
  const holder = holderOf(node);
  if (named !== undefined && Object.hasOwn(declared, named.holder)) read.add(`${named.holder}.${named.name}`);
  else if (holder !== undefined) for (const name of namesOf(holder, declared)) read.add(`${holder}.${name}`);
  else for (const child of childrenOf(node)) collect(child, declared, read);
}

/** Returns the names of a holder; none for `constructor` and the like. */
function namesOf(holder: string, declared: Record<string, readonly string[]>): readonly string[] {
  return (Object.hasOwn(declared, holder) ? declared[holder] : undefined) ?? [];
}

/** Returns the holder and the name of `vars.name` and `vars["name"]`. */
function nameRead(node: ASTNode): { holder: string; name: string } | undefined {
  if (node.op === '.' || node.op === '.?') return named(holderOf(node.args[0]), node.args[1]);
  if (node.op !== '[]' && node.op !== '[?]') return undefined;
  const [of, key] = node.args;
  return key.op === 'value' && typeof key.args === 'string' ? named(holderOf(of), key.args) : undefined;
}

function named(holder: string | undefined, name: string): { holder: string; name: string } | undefined {
  return holder === undefined ? undefined : { holder, name };
}

function holderOf(node: ASTNode): string | undefined {
  return node.op === 'id' ? node.args : undefined;
}

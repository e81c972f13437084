import type { ASTNode } from '@marcbachmann/cel-js';
import { childrenOf } from './comprehensions.ts';

/**
 * Which of the variables an expression reads. `vars` used otherwise than by `vars.name` or `vars["name"]` reads all of
 * them, since nobody can tell which.
 */
export function variablesRead(node: ASTNode, names: readonly string[]): ReadonlySet<string> {
  const read = new Set<string>();
  collect(node, names, read);
  return read;
}

function collect(node: ASTNode, names: readonly string[], read: Set<string>): void {
  const named = nameRead(node);
  if (named !== undefined) read.add(named);
  else if (isVars(node)) for (const name of names) read.add(name);
  else for (const child of childrenOf(node)) collect(child, names, read);
}

/** The variable of `vars.name` and `vars["name"]`. */
function nameRead(node: ASTNode): string | undefined {
  if (node.op === '.' || node.op === '.?') return isVars(node.args[0]) ? node.args[1] : undefined;
  if (node.op !== '[]' && node.op !== '[?]') return undefined;
  const [of, key] = node.args;
  return isVars(of) && key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
}

function isVars(node: ASTNode): boolean {
  return node.op === 'id' && node.args === 'vars';
}

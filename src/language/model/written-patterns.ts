import type { ASTNode } from '@marcbachmann/cel-js';
import { listChildren } from './comprehensions.ts';

/** A regular expression passed to `matches`, with its range in the expression (0-based, `end` exclusive). */
export interface WrittenPattern {
  /** Absent when it is not a literal. */
  text?: string;
  start: number;
  end: number;
}

/** The function that takes a regular expression. */
export const MATCHES = 'matches';

/** Returns all regular expressions of an expression, in order. */
export function listPatterns(node: ASTNode): WrittenPattern[] {
  return [...listOwnPatterns(node), ...listChildren(node).flatMap(listPatterns)];
}

function listOwnPatterns(node: ASTNode): WrittenPattern[] {
  if (node.op !== 'rcall' || node.args[0] !== MATCHES) return [];
  return node.args[2].map(({ op, args, range }) => ({
    ...(op === 'value' && typeof args === 'string' ? { text: args } : {}),
    ...range,
  }));
}

import type { Finding } from '../../diagnostics/index.ts';
import type { Node, Path, Range } from '../read/document.ts';
import type { Rule } from '../schema/schema.ts';
import type { Reference } from '../types.ts';

/** What is wrong at a place, and what may stand there instead. */
export interface Problem extends Pick<Finding, 'code' | 'message' | 'hint'> {
  replacement?: string;
  /** True where nothing was found, but the pound key may stand. */
  takesHash?: boolean;
  /** The stretch from which the problem was concluded, where that is more than its place. */
  concerns?: Range;
}

/** Where the walk hands in what it finds. */
export interface Checker {
  tell: (range: Range, path: Path, problem: Problem) => void;
  refer: (reference: Reference) => void;
  /** Whether a value would fit a rule; never while that is being found out. */
  fits: (node: Node, rule: Rule) => boolean;
}

/** A node with what it is held against. */
export interface Subject<Kind extends Node = Node> {
  node: Kind;
  rule: Rule;
  path: Path;
  /** Single words that may stand here in place of a map. */
  words?: readonly string[];
  /** The rule of the place, where `rule` is one of its branches. */
  whole?: Rule;
}

import type { Finding } from '../../diagnostics/index.ts';
import type { Node, Path, Range } from '../read/document.ts';
import type { Rule } from '../schema/schema.ts';
import type { Reference } from '../types.ts';

/** A mistake at a place, and its replacement. */
export interface Problem extends Pick<Finding, 'code' | 'message' | 'hint'> {
  replacement?: string;
  /** True when the value is missing and the pound key would be valid. */
  takesHash?: boolean;
  /** The range that the problem was derived from, if it is larger than its place. */
  concerns?: Range;
}

/** Receives the results of the check. */
export interface Checker {
  reportProblem: (range: Range, path: Path, problem: Problem) => void;
  addReference: (reference: Reference) => void;
  /** True when a value would fit a rule. Always false within such a test, so that tests do not nest. */
  fits: (node: Node, rule: Rule) => boolean;
}

/** A node and the rule to check it against. */
export interface Subject<Kind extends Node = Node> {
  node: Kind;
  rule: Rule;
  path: Path;
  /** Words that are allowed in place of a map. */
  words?: readonly string[];
  /** The rule of the place, if `rule` is one of its branches. */
  whole?: Rule;
}

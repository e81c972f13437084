/**
 * Makes a parsed CEL expression charge for its work and refuse values that are too large, before the work is done.
 *
 * The library bounds the source of an expression (nodes, depth, literals), but not its computation, and has no hook
 * for that. So the nodes of its tree get handlers that charge a budget and then run the library's own.
 * `test/language/model/metered.test.ts` covers every function and operator of the library, so that a change in a
 * new version is noticed.
 *
 * METER-1 The cost depends on the expression and its values alone, not on the machine or on earlier
 *         evaluations (I2).
 * METER-2 An overdrawn budget cannot be caught by the expression: `||`, `&&`, `all` and `exists` continue after an
 *         error of an operand, so the caller checks the meter again when the evaluation has ended.
 */
import type { ParseResult } from '@marcbachmann/cel-js';
import { COSTS, ExpressionError } from './bounds.ts';
import {
  chargeOperands,
  checkResult,
  readFunctionName,
  type NodeHandler,
  type LibraryNode,
} from './charges.ts';
import { compilePattern, type LinearPattern } from './linear-patterns.ts';
import { makeReadable } from './cel-values.ts';
import type { Meter } from './meter.ts';
import { MATCHES } from './syntax-tree.ts';

/** Makes a checked expression charge this meter from now on. */
export function attachMeter(program: ParseResult, meter: Meter): void {
  for (const node of walkNodes(program.ast, new Set())) attach(node, meter);
}

function attach(node: LibraryNode, meter: Meter): void {
  const { handle, op } = node;
  if (handle !== undefined) {
    const called = op === 'rcall' ? readFunctionName(node) : undefined;
    const carryOut = called === MATCHES ? createMatcher(node, meter) : handle;
    node.handle = (...given) => {
      chargeOperands(meter, given, node);
      const result = checkResult(meter, carryOut(...given), node);
      return called === 'json' ? makeReadable(result) : result;
    };
  } else if (op in LITERALS) {
    const evaluate = node.meta.evaluate;
    node.evaluate = (...given) => {
      meter.charge(1 + (Array.isArray(node.args) ? node.args.length : 0));
      return evaluate(...given);
    };
  }
}

/** Nodes without a handler of their own. Names and constants are missing here: their parents pay for them. */
const LITERALS = { list: true, map: true, '||': true, '&&': true };

/** Yields every node under a value, including the expansions of macros such as `map` and `cel.bind`. */
function* walkNodes(value: unknown, seen: Set<unknown>): Generator<LibraryNode> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  if (!Array.isArray(value) && !isNode(value) && Object.getPrototypeOf(value) !== Object.prototype) return;
  seen.add(value);
  if (isNode(value)) {
    yield value;
    yield* walkNodes(value.args, seen);
    yield* walkNodes(value.meta.alternate, seen);
    yield* walkNodes(value.meta.macro, seen);
  } else for (const part of Object.values(value)) yield* walkNodes(part, seen);
}

function isNode(value: object): value is LibraryNode {
  return 'op' in value && 'args' in value && 'evaluate' in value;
}

/**
 * Replaces the library's `matches`, which for some patterns takes more than linear time and cannot be stopped. A
 * literal pattern is compiled once.
 */
function createMatcher({ args }: LibraryNode, meter: Meter): NodeHandler {
  const [, , [written]] = args as [string, LibraryNode, LibraryNode[]];
  let ready: LinearPattern | undefined;
  return (given) => {
    const [text, source] = given as unknown[];
    if (typeof text !== 'string' || typeof source !== 'string') throw createNoPatternError();
    if (written?.op !== 'value') meter.charge(COSTS.pattern);
    const pattern = (written?.op === 'value' ? ready : undefined) ?? compilePattern(source);
    if (pattern === undefined) throw createNoPatternError();
    ready = pattern;
    meter.charge(Math.ceil(text.length * pattern.size * COSTS.match));
    return pattern.isFound(text);
  };
}

const createNoPatternError = () => new ExpressionError('matches() was given no regular expression');

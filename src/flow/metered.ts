/**
 * Makes a parsed CEL expression count its own work and refuse values that are too large, before the work is done.
 *
 * The library bounds the text of an expression (nodes, depth, literals), but not what it computes: it has no hook for
 * that. So the nodes of its tree are given handlers that charge a budget and then do what the library's own would.
 * `test/flow/metered.test.ts` holds every function and operator of the library to it, so a new version that works
 * otherwise is found out.
 *
 * METER-1 The cost depends on the expression and its values alone, not on the machine or on earlier evaluations (I2).
 * METER-2 An overdrawn budget cannot be caught by the expression: `||`, `&&`, `all` and `exists` go on after an error of
 *         an operand, so the caller looks at the meter again when the evaluation has ended.
 */
import type { ParseResult } from '@marcbachmann/cel-js';
import { BOUNDS, checkElements, checkLength, COSTS, ExpressionError, spend, type Budget } from './bounds.ts';
import { compilePattern, type LinearPattern } from './linear-patterns.ts';
import { MATCHES } from './written-patterns.ts';

/** An evaluation under way. */
interface Evaluation {
  budget: Budget;
  /** Why it was stopped first. */
  refusal?: ExpressionError;
}

/** Charges the budget of the evaluation under way. */
export class Meter {
  #evaluation: Evaluation = { budget: { left: 0 } };

  /** Evaluates something with a budget, and takes off what that cost. Throws `ExpressionError` where it crosses a bound. */
  run<Result>(budget: Budget, evaluate: () => Result): Result {
    const evaluation: Evaluation = { budget };
    this.#evaluation = evaluation;
    let result: Result;
    try {
      result = evaluate();
    } catch (error) {
      if (evaluation.refusal !== undefined) throw evaluation.refusal;
      throw error;
    }
    if (evaluation.refusal !== undefined) throw evaluation.refusal;
    return result;
  }

  /** Throws `ExpressionError` where less is left. */
  charge(operations: number): void {
    this.check(() => {
      spend(this.#evaluation.budget, operations);
    });
  }

  /** Charges for characters that are joined, compared or searched. */
  chargeText(chars: number): void {
    this.charge(Math.ceil(chars / COSTS.charsPerOperation));
  }

  /** Keeps the first refusal, so that no operator can swallow it (METER-2), and throws it. */
  refuse(make: () => ExpressionError): never {
    const evaluation = this.#evaluation;
    evaluation.refusal ??= make();
    throw evaluation.refusal;
  }

  /** Does a check that may refuse. */
  check(test: () => void): void {
    try {
      test();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.refuse(() => error);
    }
  }

  /** Charges for every element and character of a value, however deep. */
  chargeWhole(value: unknown, depth = 0): void {
    if (typeof value === 'string') this.chargeText(value.length);
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Uint8Array) {
      this.chargeText(value.length);
      return;
    }
    // Lists and maps that the library makes nest no deeper than its expressions do.
    if (depth > 4 * BOUNDS.jsonDepth) this.refuse(() => TOO_DEEP);
    const items = Object.values(value);
    this.charge(1 + items.length);
    for (const item of items) this.chargeWhole(item, depth + 1);
  }
}

const TOO_DEEP = new ExpressionError('a list or map is nested too deeply', { code: 'value_too_large' });

/** What this module needs of the library's nodes beside what it declares. */
interface Node {
  op: string;
  args: unknown;
  /** Set when the node was checked: does its work on the values of its operands. */
  handle?: Handle;
  evaluate: Handle;
  meta: { alternate?: Node; macro?: Record<string, unknown>; evaluate: Handle };
}

type Handle = (...given: unknown[]) => unknown;

/** Has an expression that was checked charge this meter from now on. */
export function attachMeter(program: ParseResult, meter: Meter): void {
  for (const node of nodesIn(program.ast, new Set())) attach(node, meter);
}

function attach(node: Node, meter: Meter): void {
  const { handle, op } = node;
  if (handle !== undefined) {
    const before = CHARGES[op] ?? chargeOne;
    const carryOut = op === 'rcall' && nameOf(node) === MATCHES ? matcherFor(node, meter) : handle;
    node.handle = (...given) => {
      before(meter, given, node);
      return checked(meter, carryOut(...given), node);
    };
  } else if (op in LITERALS) {
    const evaluate = node.meta.evaluate;
    node.evaluate = (...given) => {
      meter.charge(1 + (Array.isArray(node.args) ? node.args.length : 0));
      return evaluate(...given);
    };
  }
}

/** Nodes without a handler of their own; what is missing here are names and constants, which their parents pay for. */
const LITERALS = { list: true, map: true, '||': true, '&&': true };

/** Every node under a value, with those into which macros such as `map` and `cel.bind` have unfolded. */
function* nodesIn(value: unknown, seen: Set<unknown>): Generator<Node> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  if (!Array.isArray(value) && !isNode(value) && Object.getPrototypeOf(value) !== Object.prototype) return;
  seen.add(value);
  if (isNode(value)) {
    yield value;
    yield* nodesIn(value.args, seen);
    yield* nodesIn(value.meta.alternate, seen);
    yield* nodesIn(value.meta.macro, seen);
  } else for (const part of Object.values(value)) yield* nodesIn(part, seen);
}

function isNode(value: object): value is Node {
  return 'op' in value && 'args' in value && 'evaluate' in value;
}

/** Charges for an operator or a call before it is carried out. */
type Charge = (meter: Meter, given: unknown[], node: Node) => void;

const chargeOne: Charge = (meter) => {
  meter.charge(2);
};

const chargeComparison: Charge = (meter, [left, right]) => {
  meter.charge(3);
  if (typeof left === 'string' && typeof right === 'string')
    meter.chargeText(Math.min(left.length, right.length));
  else for (const side of [left, right]) if (typeof side === 'object') meter.chargeWhole(side);
};

const chargeSum: Charge = (meter, [left, right]) => {
  meter.charge(3);
  if (typeof left === 'string' && typeof right === 'string') {
    meter.check(() => {
      checkLength(left.length + right.length);
    });
    meter.chargeText(left.length + right.length);
  } else if (isSized(left) && isSized(right)) {
    meter.check(() => {
      if (Array.isArray(left)) checkElements(left.length + right.length);
      else checkLength(left.length + right.length);
    });
    meter.charge(left.length + right.length);
  }
};

const chargeCall: Charge = (meter, [values], node) => {
  const given = values as unknown[];
  const name = nameOf(node);
  meter.charge(3 + given.length);
  let chars = 0;
  for (const value of given) chars += typeof value === 'string' || isSized(value) ? value.length : 0;
  meter.charge(Math.ceil(chars / (SEARCHES.has(name) ? COSTS.charsPerOperation : COSTS.charsPerScan)));
  CHECKS[name]?.(meter, given);
};

const chargeLoop: Charge = (meter, [items]) => {
  if (typeof items !== 'object' || items === null) return;
  const count = Array.isArray(items) ? items.length : Object.keys(items).length;
  meter.check(() => {
    checkElements(count);
  });
  meter.charge(2 + 2 * count);
};

const CHARGES: Record<string, Charge> = {
  '+': chargeSum,
  '==': chargeComparison,
  '!=': chargeComparison,
  '<': chargeComparison,
  '<=': chargeComparison,
  '>': chargeComparison,
  '>=': chargeComparison,
  in: chargeComparison,
  call: chargeCall,
  rcall: chargeCall,
  comprehension: chargeLoop,
};

/** Functions that go through a text as fast as the machine can; all others are taken to look at each character. */
const SEARCHES = new Set([
  'contains',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'substring',
  'trim',
]);

/** Longest text that is read as a duration: the library's reader takes cubic time. */
const LONGEST_DURATION = 100;

/** What a function must not be given. */
const CHECKS: Record<string, (meter: Meter, given: unknown[]) => void> = {
  duration: (meter, [text]) => {
    if (typeof text !== 'string' || text.length <= LONGEST_DURATION) return;
    meter.refuse(() => new ExpressionError('duration() was given text that is no duration'));
  },
  join: (meter, [list, separator = '']) => {
    if (!Array.isArray(list) || typeof separator !== 'string') return;
    let chars = separator.length * list.length;
    for (const item of list) chars += typeof item === 'string' ? item.length : 0;
    meter.check(() => {
      checkLength(chars);
    });
    meter.charge(list.length);
    meter.chargeText(chars);
  },
  json: (meter, [bytes]) => {
    meter.charge(isSized(bytes) ? bytes.length : 0);
  },
};

/** The functions that read a timestamp take the name of a time zone. */
for (const field of [
  'Date',
  'DayOfMonth',
  'DayOfWeek',
  'DayOfYear',
  'FullYear',
  'Hours',
  'Minutes',
  'Month',
  'Seconds',
  'Milliseconds',
])
  CHECKS[`get${field}`] = (meter, [, zone]) => {
    if (zone !== undefined) meter.charge(COSTS.timeZone);
  };

function nameOf({ args }: Node): string {
  return (args as [string])[0];
}

function isSized(value: unknown): value is { length: number } {
  return Array.isArray(value) || value instanceof Uint8Array;
}

/** A result that no expression may hold is refused. */
function checked(meter: Meter, result: unknown, node: Node): unknown {
  if (typeof result === 'string' || result instanceof Uint8Array) {
    if (result.length > BOUNDS.textChars)
      meter.check(() => {
        checkLength(result.length);
      });
  } else if (Array.isArray(result)) {
    if (result.length > BOUNDS.listElements)
      meter.check(() => {
        checkElements(result.length);
      });
  } else if (node.op === 'rcall' && nameOf(node) === 'json') meter.chargeWhole(result);
  return result;
}

/**
 * What `matches` does in place of the library's own, which for some patterns takes more than linear time and cannot be
 * stopped. A pattern that is written out is compiled once.
 */
function matcherFor({ args }: Node, meter: Meter): Handle {
  const [, , [written]] = args as [string, Node, Node[]];
  let ready: LinearPattern | undefined;
  return (given) => {
    const [text, source] = given as unknown[];
    if (typeof text !== 'string' || typeof source !== 'string') throw NO_PATTERN();
    if (written?.op !== 'value') meter.charge(COSTS.pattern);
    const pattern = (written?.op === 'value' ? ready : undefined) ?? compilePattern(source);
    if (pattern === undefined) throw NO_PATTERN();
    ready = pattern;
    meter.charge(Math.ceil(text.length * pattern.size * COSTS.match));
    return pattern.isFound(text);
  };
}

const NO_PATTERN = () => new ExpressionError('matches() was given no regular expression');

/**
 * Costs and forbidden arguments of CEL operators and functions, checked before they run.
 *
 * Owns: the price of each kind of node. Does not own: who pays (metered.ts), the size of the budget.
 */
import { EvaluationError } from '@marcbachmann/cel-js';
import { BOUNDS, checkElements, checkLength, COSTS, ExpressionError } from './bounds.ts';
import type { Meter } from './meter.ts';

/** The internal properties of the library's nodes that this module uses. */
export interface LibraryNode {
  op: string;
  args: unknown;
  /** Set by the check; evaluates the node on the values of its operands. */
  handle?: NodeHandler;
  evaluate: NodeHandler;
  meta: { alternate?: LibraryNode; macro?: Record<string, unknown>; evaluate: NodeHandler };
}

export type NodeHandler = (...given: unknown[]) => unknown;

/** Charges for an operator or a call before it runs. */
type Charge = (meter: Meter, given: unknown[], node: LibraryNode) => void;

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
  const name = readFunctionName(node);
  meter.charge(3 + given.length);
  let chars = 0;
  for (const value of given) chars += typeof value === 'string' || isSized(value) ? value.length : 0;
  meter.charge(Math.ceil(chars / (SEARCHES.has(name) ? COSTS.charsPerOperation : COSTS.charsPerScan)));
  CHECKS[name]?.(meter, given);
};

const chargeLoop: Charge = (meter, [items]) => {
  if (typeof items !== 'object' || items === null) return;
  const count = items instanceof Map ? items.size : Object.keys(items).length;
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

/** Charges for a node that is about to run, and refuses forbidden arguments. */
export function chargeOperands(meter: Meter, given: unknown[], node: LibraryNode): void {
  (CHARGES[node.op] ?? chargeOne)(meter, given, node);
}

/** Functions that search a text at full speed; all others are assumed to read each character. */
const SEARCHES = new Set([
  'contains',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'substring',
  'trim',
]);

/** Maximum length of a text that is read as a duration: the library's parser takes cubic time. */
const MAX_DURATION_CHARS = 100;

/** The library also reads the empty text, as 0, and `0b1` and `0o7`. */
const WHOLE_NUMBER = /^[-+]?\d+$/;

/** Additional checks and charges of single functions. */
const CHECKS: Record<string, (meter: Meter, given: unknown[]) => void> = {
  duration: (meter, [text]) => {
    if (typeof text !== 'string' || text.length <= MAX_DURATION_CHARS) return;
    meter.refuse(() => new ExpressionError('duration() was given text that is no duration'));
  },
  int: (_, [text]) => {
    if (typeof text !== 'string' || WHOLE_NUMBER.test(text)) return;
    throw new EvaluationError({ code: 'int_conversion_error', message: 'no whole number' });
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

/** Functions that read a timestamp accept the name of a time zone. */
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

/** Returns the function that a call names. */
export function readFunctionName({ args }: LibraryNode): string {
  return (args as [string])[0];
}

function isSized(value: unknown): value is { length: number } {
  return Array.isArray(value) || value instanceof Uint8Array;
}

/** Checks the size of a result. */
export function checkResult(meter: Meter, result: unknown, node: LibraryNode): unknown {
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
  } else if (node.op === 'rcall' && readFunctionName(node) === 'json') meter.chargeWhole(result);
  return result;
}

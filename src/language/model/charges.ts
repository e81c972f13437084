/**
 * What operators and functions of CEL cost, and what they are not given. All of it is told before they do their work.
 *
 * Owns: the price of each kind of node. Does not own: who pays (metered.ts), how much there is to spend.
 */
import { BOUNDS, checkElements, checkLength, COSTS, ExpressionError } from './bounds.ts';
import type { Meter } from './meter.ts';

/** What is needed of the library's nodes beside what it declares. */
export interface LibraryNode {
  op: string;
  args: unknown;
  /** Set when the node was checked: does its work on the values of its operands. */
  handle?: Handle;
  evaluate: Handle;
  meta: { alternate?: LibraryNode; macro?: Record<string, unknown>; evaluate: Handle };
}

export type Handle = (...given: unknown[]) => unknown;

/** Charges for an operator or a call before it is carried out. */
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

/** Charges for what a node is about to do, and refuses what it must not do. */
export function chargeOperands(meter: Meter, given: unknown[], node: LibraryNode): void {
  (CHARGES[node.op] ?? chargeOne)(meter, given, node);
}

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

/** The function that a call names. */
export function nameOf({ args }: LibraryNode): string {
  return (args as [string])[0];
}

function isSized(value: unknown): value is { length: number } {
  return Array.isArray(value) || value instanceof Uint8Array;
}

/** Refuses a result that no expression may hold. */
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
  } else if (node.op === 'rcall' && nameOf(node) === 'json') meter.chargeWhole(result);
  return result;
}

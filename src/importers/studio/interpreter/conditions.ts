/** Evaluates the tests of splits. Studio trims what it compares and ignores case. */
import { compilePattern } from '../../../language/model/index.ts';
import { findTestKind, parseDecimal, splitValues } from '../tests.ts';

/** Evaluates a test of two texts; undefined if nobody can, such as one that depends on the time. */
export function evaluateTest(type: string, left: string, right: string): boolean | undefined {
  const kind = findTestKind(type);
  const holds = kind && compareTexts(kind.asks, left.trim().toLowerCase(), right.trim());
  return holds === undefined || kind === undefined ? undefined : holds !== kind.isNot;
}

type Asks = NonNullable<ReturnType<typeof findTestKind>>['asks'];

function compareTexts(asks: Asks, left: string, written: string): boolean | undefined {
  const right = written.toLowerCase();
  switch (asks) {
    case 'equal':
      return left === right;
    case 'any_of':
      return splitValues(right).includes(left);
    case 'contains':
      return left.includes(right);
    case 'starts_with':
      return left.startsWith(right);
    case 'blank':
      return left === '';
    case 'less':
    case 'greater': {
      const [a, b] = [parseDecimal(left), parseDecimal(right)];
      if (a === undefined || b === undefined) return false;
      return asks === 'less' ? a < b : a > b;
    }
    case 'regex': {
      const pattern = compilePattern(`(?i)^(?:${written})$`);
      return pattern?.isFound(left);
    }
  }
}

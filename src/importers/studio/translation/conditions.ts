/** Translates the tests of splits to conditions (CEL). Studio trims what it compares and ignores case. */
import { toCelText } from '../../project/index.ts';
import { findPatternProblem } from '../../../language/compiler/index.ts';
import { compilePattern } from '../../../language/model/index.ts';
import { isTemplate, parseLiquid } from '../liquid/syntax.ts';
import { findTestKind, parseDecimal, splitValues } from '../tests.ts';
import type { Condition } from '../widgets.ts';
import { asText, toValue, type CelValue, type FindCel } from './cel.ts';

/** A condition as an expression. If it only compares a value with constants, the two as well, so that a switch can have cases. */
export interface Translated {
  code: string;
  cases?: {
    value: string;
    /** The value without regard to case. */ trimmed: string;
    constants: readonly string[];
  };
}

/** Translates the tests of one way; all must hold. Undefined if one has no counterpart. */
export function translateConditions(conditions: readonly Condition[], find: FindCel): Translated | undefined {
  const translated = conditions.map((condition) => translateCondition(condition, find));
  if (!translated.every((one) => one !== undefined)) return undefined;
  const [only] = translated;
  if (only === undefined) return undefined;
  return translated.length === 1
    ? only
    : { code: translated.map(({ code }) => (/ \|\| |\?/.test(code) ? `(${code})` : code)).join(' && ') };
}

function translateCondition({ type, left, right }: Condition, find: FindCel): Translated | undefined {
  const kind = findTestKind(type);
  const value = toValue(parseLiquid(left), find);
  if (kind === undefined || value === undefined || value.type === 'list') return undefined;
  const other = toValue(parseLiquid(right), find);
  if (other === undefined || other.type === 'list') return undefined;
  const test = writeTest(kind.asks, value, { text: right, value: other });
  if (test === undefined || !kind.isNot) return test;
  return { code: negate(test.code) };
}

function negate(code: string): string {
  const [, left, right] = /^([\w.()]+) == ("[^"]*"|-?\d+)$/.exec(code) ?? [];
  if (left !== undefined && right !== undefined) return `${left} != ${right}`;
  return `!(${code})`;
}

/** What a value is compared with: as written, and translated. */
interface Other {
  text: string;
  value: CelValue;
}

type Asks = NonNullable<ReturnType<typeof findTestKind>>['asks'];

function writeTest(asks: Asks, value: CelValue, other: Other): Translated | undefined {
  const isConstant = !isTemplate(other.text);
  switch (asks) {
    case 'blank':
      return { code: value.type === 'int' ? 'false' : `${trim(value)} == ""` };
    case 'equal':
      return isConstant
        ? writeEqual(value, [other.text.trim()])
        : { code: `${lower(value)} == ${lower(other.value)}` };
    case 'any_of':
      return isConstant ? writeEqual(value, splitValues(other.text)) : undefined;
    case 'contains':
    case 'starts_with': {
      const method = asks === 'contains' ? 'contains' : 'startsWith';
      const argument = isConstant ? toCelText(other.text.trim().toLowerCase()) : lower(other.value);
      return { code: `${lower(value)}.${method}(${argument})` };
    }
    case 'less':
    case 'greater':
      return writeOrder(value, asks === 'less' ? '<' : '>', { ...other, isConstant });
    case 'regex':
      return isConstant ? writePattern(value, other.text) : undefined;
  }
}

function writeEqual(value: CelValue, constants: readonly string[]): Translated {
  if (value.type === 'int') {
    const numbers = constants.filter((one) => /^(0|-?[1-9]\d{0,14})$/.test(one));
    const cases = { value: value.code, trimmed: value.code, constants: numbers };
    if (numbers.length === 0) return { code: 'false' };
    const code = numbers.length === 1 ? `${group(value)} == ${numbers[0] ?? ''}` : '';
    return { code: code === '' ? `${value.code} in [${numbers.join(', ')}]` : code, cases };
  }
  const lowered = constants.map((one) => one.toLowerCase());
  const [only = ''] = lowered;
  if (lowered.length === 0) return { code: 'false' };
  const cases = { value: lower(value), trimmed: trim(value), constants: lowered };
  const left = lowered.every(hasNoCase) ? cases.trimmed : cases.value;
  if (lowered.length === 1) return { code: `${left} == ${toCelText(only)}`, cases };
  return { code: `${left} in [${lowered.map(toCelText).join(', ')}]`, cases };
}

/** True for a text that is the same in capitals. */
export function hasNoCase(text: string): boolean {
  return text === text.toUpperCase();
}

const NUMBER = '^-?[0-9]+([.][0-9]+)?$';

/** Texts that are no numbers are neither less nor greater. */
function writeOrder(
  value: CelValue,
  sign: '<' | '>',
  { text, value: other, isConstant }: Other & { isConstant: boolean },
): Translated | undefined {
  const number = isConstant ? parseDecimal(text) : undefined;
  if (isConstant && number === undefined) return { code: 'false' };
  if (value.type === 'int' && (number === undefined ? other.type === 'int' : Number.isInteger(number)))
    return { code: `${group(value)} ${sign} ${number === undefined ? group(other) : String(number)}` };
  if (number === undefined && other.type !== 'int') {
    const isNumber = `${trim(value)}.matches("${NUMBER}") && ${trim(other)}.matches("${NUMBER}")`;
    return { code: `${isNumber} && double(${trim(value)}) ${sign} double(${trim(other)})` };
  }
  const right = number === undefined ? `double(${other.code})` : writeDouble(number);
  if (value.type === 'int') return { code: `double(${value.code}) ${sign} ${right}` };
  return { code: `${trim(value)}.matches("${NUMBER}") && double(${trim(value)}) ${sign} ${right}` };
}

function writeDouble(number: number): string {
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/** Writes a match of the whole text in any case; undefined for a pattern that needs more than linear time. */
function writePattern(value: CelValue, written: string): Translated | undefined {
  const pattern = toLowerPattern(written.trim());
  const isWhole = /^\^[^|]*[^\\|]\$$/.test(pattern);
  const whole = isWhole ? pattern : `^(?:${pattern})$`;
  if (compilePattern(whole) === undefined || findPatternProblem(whole, '') !== undefined) return undefined;
  return { code: `${lower(value)}.matches(${toCelText(whole)})` };
}

/** Writes a pattern in lower case, but for escapes, in which case has a meaning. */
function toLowerPattern(pattern: string): string {
  return pattern.replaceAll(/\\.|[A-Z]/gs, (part) => (part.length === 1 ? part.toLowerCase() : part));
}

function group({ code, isAtom }: CelValue): string {
  return isAtom ? code : `(${code})`;
}

function trim(value: CelValue): string {
  const text = asText(value);
  return value.isPlain === true ? text.code : `${group(text)}.trim()`;
}

function lower(value: CelValue): string {
  return value.isPlain === true || value.type === 'int' ? asText(value).code : `${trim(value)}.lowerAscii()`;
}

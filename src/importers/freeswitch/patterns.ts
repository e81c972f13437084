/** Patterns of entries: examples of what fits, and the same patterns for flows. */
import { findPatternProblem } from '../../language/compiler/index.ts';
import type { Does, Pattern } from './model.ts';

const SEARCHED_DIGITS = 4;
const KEYS = '0 1 2 3 4 5 6 7 8 9 *';

/** Escapes and classes of PCRE that mean something else in JavaScript. */
const PCRE_ONLY = /\\[AaEeGgHhKkNQRVXZz]|\[:|\[\.|\[=|\(\?[P<'&R0-9+-]/;

/** Reads `/pattern/options`. Named groups and digits of PCRE are written as JavaScript has them. */
export function readPattern(digits: string): Pattern {
  const end = digits.lastIndexOf('/');
  const written = end > 0 ? digits.slice(1, end) : digits.slice(1);
  const source = written
    .replaceAll('[:digit:]', String.raw`\d`)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\(\?P=(\w+)\)/g, String.raw`\k<$1>`);
  try {
    const isForeign = PCRE_ONLY.test(source.replaceAll(/\(\?<[=!\w]|\\k</g, ''));
    if (!isForeign) return { source, test: new RegExp(source) };
  } catch {
    // Reported where the entry is read.
  }
  return { source: written, test: /(?!)/, isUnreadable: true };
}

/** Lists keys that fit and some that just do not: the first and the last of each length up to four, else repeated digits. */
export function listExamples(pattern: Pattern, most: number): readonly string[] {
  const known = examples.get(pattern) ?? findExamples(pattern, most);
  examples.set(pattern, known);
  return known;
}

const examples = new WeakMap<Pattern, readonly string[]>();

function findExamples({ test }: Pattern, most: number): string[] {
  const found: string[] = [];
  for (let length = 1; length <= Math.min(most, SEARCHED_DIGITS); length += 1) {
    found.push(...listEnds(listOfLength(test, length)));
  }
  const long = KEYS.split(' ')
    .map((key) => key.repeat(most))
    .concat('1234567890'.repeat(2).slice(0, most));
  if (most > SEARCHED_DIGITS) found.push(...long.filter((digits) => test.test(digits)).slice(0, 2));
  return [...new Set(found)];
}

const fitting = new WeakMap<Pattern, readonly string[]>();

/** Lists all keys that fit a pattern of fixed length; undefined if they may be longer than are tried. */
export function listFitting(pattern: Pattern): readonly string[] | undefined {
  const known = fitting.get(pattern) ?? findFitting(pattern);
  fitting.set(pattern, known);
  return known.length === 0 ? undefined : known;
}

function findFitting({ source, test }: Pattern): string[] {
  if (!source.startsWith('^') || !source.endsWith('$') || /[*+{?.|]/.test(source)) return [];
  return Array.from({ length: SEARCHED_DIGITS }, (_, at) => listOfLength(test, at + 1)).flat();
}

function listOfLength(test: RegExp, length: number): string[] {
  return Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0')).filter(
    (digits) => test.test(digits),
  );
}

/** Returns the first and the last example, and the numbers just outside of them. */
function listEnds(fitting: readonly string[]): string[] {
  const [first, last] = [fitting[0], fitting.at(-1)];
  if (first === undefined || last === undefined) return [];
  const next = String(Number(last) + 1).padStart(last.length, '0');
  return next.length > last.length ? [first, last] : [first, last, next];
}

/** Writes patterns as one that fits whole entries; undefined if flows cannot have it. */
export function toWholePattern(patterns: readonly Pattern[]): string | undefined {
  const parts = patterns.flatMap(({ source }) => splitAlternatives(source)).map(openEnds);
  const [first = ''] = parts;
  const whole = parts.length === 1 ? `^${first}$` : `^(?:${parts.join('|')})$`;
  const looksAround = /\(\?(?!:)|\\[1-9]/.test(whole);
  return !looksAround && findPatternProblem(whole, '') === undefined ? whole : undefined;
}

/** Writes what fits a pattern that flows cannot have as a list; undefined if it is long, or entries may be longer than are tried. */
export function listAsPattern({ test }: Pattern, most: number): string | undefined {
  if (most > SEARCHED_DIGITS) return undefined;
  const all = Array.from({ length: most }, (_, at) => listOfLength(test, at + 1)).flat();
  return all.length === 0 || all.length > MAX_LISTED ? undefined : `^(?:${all.join('|')})$`;
}

const MAX_LISTED = 100;

/** Lets anything stand where a pattern is not anchored. */
function openEnds(source: string): string {
  const [begins, ends] = [source.startsWith('^'), /(?<!\\)\$$/.test(source)];
  const inner = source.slice(begins ? 1 : 0, ends ? -1 : undefined);
  return `${begins ? '' : '[0-9*]*'}${inner}${ends ? '' : '[0-9*]*'}`;
}

/** Splits a pattern at the bars that are in no group. */
function splitAlternatives(source: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of source.matchAll(/\\.|\[(?:[^\]\\]|\\.)*\]|./gs)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === '|' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts;
}

/** Says which digits stand around the one group that `$1` is. Undefined if it is something else. */
export function findCaptured({
  source,
}: Pick<Pattern, 'source'>): { before: string; after: string } | undefined {
  const parts = /^\^?((?:\d|\[\d\])*)\(((?:[^()\\]|\\d)*)\)((?:\d|\[\d\])*)\$?$/.exec(source);
  if (parts === null) return undefined;
  const [, before = '', , after = ''] = parts;
  return { before: before.replaceAll(/[[\]]/g, ''), after: after.replaceAll(/[[\]]/g, '') };
}

/** True if a flow cannot have the pattern, or cannot take out of the digits what `$0` or `$1` stands for. */
export function isForeign(pattern: Pattern, does: Does): boolean {
  if (pattern.isUnreadable === true || toWholePattern([pattern]) === undefined) return true;
  const written = does.kind === 'app' ? JSON.stringify(does.app) : '';
  return [...written.matchAll(/\$\d+/g)].some(([group]) =>
    group === '$0' ? !isAnchored(pattern) : group !== '$1' || findCaptured(pattern) === undefined,
  );
}

/** True if whatever fits fits as a whole. */
function isAnchored({ source }: Pattern): boolean {
  return splitAlternatives(source).every((part) => part.startsWith('^') && /(?<!\\)\$$/.test(part));
}

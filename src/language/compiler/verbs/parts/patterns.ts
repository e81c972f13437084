/**
 * Checks that an author's regular expressions can be matched quickly by a backtracking engine. A match can take
 * exponential time only if a repeated group can match the same characters in several ways. Hence the rule: a
 * repeated group contains no quantifier but a fixed count, and no alternatives that can begin alike. The rule also
 * rejects some harmless patterns; each of them can be written without the group.
 */
import type { Finding } from '../../../diagnostics/index.ts';

const MAX_CHARACTERS = 1_000;

/** Returns the problem of a pattern used with these flags; undefined when there is none. */
export function findPatternProblem(
  source: string,
  flags: 'u' | '',
): Pick<Finding, 'code' | 'message' | 'hint'> | undefined {
  if (source.length > MAX_CHARACTERS)
    return {
      code: 'unsafe-pattern',
      message: `the pattern has ${source.length} characters; expected at most ${MAX_CHARACTERS}`,
    };
  if (!isPattern(source, flags))
    return {
      code: 'bad-value',
      message: `"${source}" is not a regular expression`,
      hint: 'for instance ^4[0-9]*$ for input that begins with 4',
    };
  const group = findAmbiguousGroup(source, flags);
  if (group === undefined) return undefined;
  return {
    code: 'unsafe-pattern',
    message: `the group ${group} is repeated and may match the same text in several ways, so that a match could take forever`,
    hint: 'repeat a single character or class, as in [0-9]+, or alternatives that begin differently',
  };
}

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** A character or class with its quantifier. */
const ATOM = /(?:\[(?:\\.|[^\]\\])*\]|\\[dDwW]|[\d.])(?:\{(\d+)(?:(,)(\d*))?\}|([*+?]))?/y;

/**
 * Returns the length of a text that matches as a whole; undefined for patterns other than a sequence of characters
 * and classes.
 */
export function measurePattern(source: string): { min: number; max: number } | undefined {
  const row = source.replace(/^\^|\$$/g, '');
  const length = { min: 0, max: 0 };
  ATOM.lastIndex = 0;
  while (ATOM.lastIndex < row.length) {
    const found = ATOM.exec(row);
    if (found === null) return undefined;
    const [, least, comma, most, mark] = found;
    const min = least === undefined ? (mark === '*' || mark === '?' ? 0 : 1) : Number(least);
    const isOpen = mark === '*' || mark === '+' || (comma !== undefined && most === '');
    const bounded = comma === undefined ? Math.max(min, 1) : Number(most);
    length.min += min;
    length.max += isOpen ? Infinity : bounded;
  }
  return length;
}

/**
 * Returns a pattern that matches every beginning of a matching text; undefined for patterns other than a sequence of
 * characters and classes.
 */
export function buildBeginning(source: string): string | undefined {
  const row = source.replace(/^\^|\$$/g, '');
  const beginnings: string[] = [];
  let before = '';
  ATOM.lastIndex = 0;
  while (ATOM.lastIndex < row.length) {
    const [written, least, comma, most, mark] = ATOM.exec(row) ?? [];
    if (written === undefined) return undefined;
    const atom = mark === undefined ? written.replace(/\{[\d,]*\}$/, '') : written.slice(0, -1);
    const isOnce = mark === '?' || (mark === undefined && least === undefined);
    const bound = least === undefined || comma === undefined ? (least ?? '') : (most ?? '');
    beginnings.push(`${before}${atom}${isOnce ? '?' : `{0,${bound}}`}`);
    before += written;
  }
  return beginnings.join('|');
}

/** Maximum number of patterns into which one with alternatives is split. */
const MAX_ROWS = 200;

/**
 * Splits a pattern with alternatives into patterns without any, which together match the same texts as a whole; undefined
 * when a group with alternatives is repeated, for look-arounds, and when there are too many of them.
 */
export function listRows(source: string): string[] | undefined {
  const tokens = [...source.matchAll(new RegExp(TOKENS, 'gsu'))].map(([token]) => token);
  const open: { done: string[]; rows: string[] }[] = [{ done: [], rows: [''] }];
  for (const [index, token] of tokens.entries()) {
    const group = open.at(-1);
    if (group === undefined || /^\(\?<?[=!]/.test(token)) return undefined;
    if (token.startsWith('(')) open.push({ done: [], rows: [''] });
    else if (token === '|') Object.assign(group, { done: [...group.done, ...group.rows], rows: [''] });
    else if (token === ')') {
      open.pop();
      const around = open.at(-1);
      const isOptional = tokens[index + 1] === '?';
      if (around === undefined || (!isOptional && isQuantifier(tokens[index + 1] ?? ''))) return undefined;
      const inner = [...group.done, ...group.rows, ...(isOptional ? [''] : [])];
      around.rows = around.rows.flatMap((row) => inner.map((one) => row + one));
    } else if (token !== '?' || tokens[index - 1] !== ')') group.rows = group.rows.map((row) => row + token);
    if ((open.at(-1)?.rows.length ?? 0) > MAX_ROWS) return undefined;
  }
  const [{ done, rows } = { done: [], rows: [] }] = open;
  return [...done, ...rows].map((row) => row.replace(/^\^|\$$/g, ''));
}

/** A character or class of any kind, and a quantifier that makes it optional. */
const PIECE =
  /(\[(?:\\.|[^\]\\])*\]|\\(?:[dDsSwW]|[pP]\{[^}]*\}|[^\w])|[^\\()|?*+{}[\]^$])([*?]|\{0)?(?:[*+?]|\{?[\d,]*\})?/uy;

/**
 * Returns the first part of a pattern that no digit matches, such as `[A-Z]`; undefined when there is none, and for
 * patterns other than a sequence of characters and classes.
 */
export function findNonDigit(source: string): string | undefined {
  const row = source.replace(/^\^|\$$/g, '');
  let found: string | undefined;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < row.length) {
    const [, atom, optional] = PIECE.exec(row) ?? [];
    if (atom === undefined) return undefined;
    if (optional === undefined && !DIGITS.some(createMatcher(atom, 'u'))) found ??= atom;
  }
  return found;
}

const DIGITS = Array.from('0123456789');

/** A group whose end has not been reached. */
interface Group {
  from: number;
  /** True when it contains a quantifier that leaves a choice. */
  varies: boolean;
  /** True when it contains alternatives that can begin alike. */
  isAmbiguous: boolean;
  /** The first character or class of each alternative; undefined for an empty one. */
  beginnings: (string | undefined)[];
}

const CLASS = /\[(?:\\.|[^\]\\])*\]/;
const ESCAPE = /\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x..|c.|k<[^>]*>|.)/;
const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/;
const OPENING = /\((?:\?(?:[ims-]*:|<?[=!]|<[^>]*>))?/;
const TOKENS = [OPENING, CLASS, ESCAPE, QUANTIFIER, /./].map(({ source }) => source).join('|');

/** Returns the first repeated group that can match in several ways. */
function findAmbiguousGroup(source: string, flags: string): string | undefined {
  const tokens = [...source.matchAll(new RegExp(TOKENS, 'gsu'))];
  const open = [createGroup(0)];
  for (const [index, { 0: token, index: at }] of tokens.entries()) {
    const group = open.at(-1);
    if (group === undefined) return undefined;
    if (token.startsWith('(')) {
      addBeginning(group, '');
      open.push(createGroup(at));
    } else if (token === ')') {
      open.pop();
      group.isAmbiguous ||= canBeginAlike(group.beginnings, source, flags);
      inherit(open.at(-1), group);
      const isRepeated = canRepeat(tokens[index + 1]?.[0] ?? '');
      if (isRepeated && (group.varies || group.isAmbiguous)) return source.slice(group.from, at + 1);
    } else if (token === '|') group.beginnings.push(undefined);
    else if (isQuantifier(token)) group.varies ||= isVariable(token);
    else addBeginning(group, token);
  }
  return undefined;
}

function createGroup(from: number): Group {
  return { from, varies: false, isAmbiguous: false, beginnings: [undefined] };
}

function addBeginning({ beginnings }: Group, atom: string): void {
  beginnings[beginnings.length - 1] ??= atom;
}

function inherit(around: Group | undefined, { varies, isAmbiguous }: Group): void {
  if (around === undefined) return;
  around.varies ||= varies;
  around.isAmbiguous ||= isAmbiguous;
}

function isQuantifier(token: string): boolean {
  return new RegExp(`^(?:${QUANTIFIER.source})$`).test(token);
}

/** True when a quantifier leaves a choice. */
function isVariable(quantifier: string): boolean {
  return !/^\{\d+\}/.test(quantifier);
}

/** True for a quantifier that allows more than one repetition. */
function canRepeat(token: string): boolean {
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (least === undefined) return /^[*+]/.test(token);
  return comma === '' ? Number(least) > 1 : most === '' || Number(most) > 1;
}

/** True when one character can begin two of the alternatives, or when that is unknown. */
function canBeginAlike(beginnings: Group['beginnings'], source: string, flags: string): boolean {
  if (beginnings.length === 1) return false;
  const samples = [...new Set([...LATIN, ...Array.from(source)])];
  const seen = new Set<string>();
  for (const atom of beginnings) {
    const first = atom === undefined || !isPlain(atom) ? [] : samples.filter(createMatcher(atom, flags));
    if (first.length === 0 || first.some((character) => seen.has(character))) return true;
    for (const character of first) seen.add(character);
  }
  return false;
}

/** Characters that distinguish classes, besides those in the pattern itself. */
const LATIN = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));

/** False for an escape that matches no character or gives it by number. */
function isPlain(atom: string): boolean {
  return atom !== '' && !/\\[1-9kuxc]/.test(atom);
}

function createMatcher(atom: string, flags: string): (character: string) => boolean {
  const pattern = new RegExp(`^(?:${atom})$`, flags);
  return (character) => pattern.test(character);
}

/** True for a text that a pattern of this language matches as a whole; false for a pattern that cannot be used. */
export function matchesWhole(text: string, pattern: string): boolean {
  return findPatternProblem(pattern, 'u') === undefined && new RegExp(`^(?:${pattern})$`, 'u').test(text);
}

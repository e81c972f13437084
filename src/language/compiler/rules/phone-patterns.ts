import { listTerms, MATCHES, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import { measurePattern } from '../verbs/parts/patterns.ts';
import type { FlowDraft } from '../types.ts';
import { hasTrunkZero, isPhoneName } from './call-numbers.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports tests of telephone numbers that no number in the form +493012345 passes, and tests for a few digits anywhere in
 * the number, which numbers of other networks pass too. Short codes and patterns that begin otherwise are not judged.
 */
export const phonePatterns: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!TESTING.test(source)) continue;
      const term = draft.expressions().parse(source);
      for (const one of term === undefined ? [] : listTerms(term)) {
        const found = findProblem(one, draft);
        if (found === undefined) continue;
        const { at, ...finding } = found;
        const place = { start: start + at.start, end: start + at.end };
        report({ ...finding, span: findReferenceSpan(draft.document, reference, place) });
      }
    }
  },
};

/** Quick check: most expressions test no text. */
const TESTING = /\.(?:matches|contains|substring)\(/;

interface Problem {
  code: 'impossible-condition' | 'unanchored-number';
  message: string;
  hint: string;
  at: Term;
}

function findProblem(term: Term, draft: FlowDraft): Problem | undefined {
  if (term.kind === 'operation') return findSubstringProblem(term, draft);
  if (term.kind !== 'call' || term.on === undefined) return undefined;
  const name = namePath(term.on);
  const [at] = term.args;
  if (name === undefined || !isPhoneName(draft, name)) return undefined;
  if (at?.kind !== 'value' || typeof at.value !== 'string') return undefined;
  if (term.name === 'contains') return judgeContained(at.value, { name, at });
  return term.name === MATCHES ? judgePattern(at.value, { name, at }) : undefined;
}

interface Place {
  name: string;
  at: Term;
}

/** Texts of this many digits and more are whole numbers, which occur nowhere by chance. */
const MIN_NUMBER_DIGITS = 7;

function judgeContained(text: string, { name, at }: Place): Problem | undefined {
  if (/^\+?\d*[^\d+]+\d/.test(text) && /^[+\d\s()/.-]+$/.test(text))
    return describeImpossible(
      `contains "${text}"`,
      { name, at },
      'write the digits without spaces and signs',
    );
  if (!/^\d+$/.test(text) || text.length >= MIN_NUMBER_DIGITS) return undefined;
  return describeUnanchored({ name, at }, text, `startsWith("+…${text.replace(/^0+/, '')}")`);
}

function describeImpossible(test: string, { name, at }: Place, hint: string): Problem {
  return {
    code: 'impossible-condition',
    message: `"${name}" never ${test}, so this condition never holds: telephone numbers are in the form +493012345`,
    hint,
    at,
  };
}

function describeUnanchored({ name, at }: Place, test: string, hint: string): Problem {
  return {
    code: 'unanchored-number',
    message: `"${test}" is found anywhere in "${name}", so numbers of other areas and networks that contain these digits count too`,
    hint: `test the beginning of the number with its country code: ${hint}`,
    at,
  };
}

/** One way in which a match can begin. */
interface Beginning {
  isAnchored: boolean;
  rest: string;
}

function judgePattern(pattern: string, place: Place): Problem | undefined {
  const beginnings = listBeginnings(pattern, { isAnchored: false, depth: 0 });
  if (beginnings === undefined || beginnings.length === 0) return undefined;
  const hints = beginnings.map(findHint);
  if (hints.every((one) => one !== undefined))
    return describeImpossible(`matches "${pattern}"`, place, hints[0] ?? '');
  return beginnings.some(isLoose) ? describeUnanchored(place, pattern, '^[+]49…') : undefined;
}

/** Maximum depth of groups at the beginning of a pattern. */
const MAX_DEPTH = 4;

/** Splits a pattern into the ways in which a match can begin; undefined when that is not clear. */
function listBeginnings(
  pattern: string,
  { isAnchored, depth }: { isAnchored: boolean; depth: number },
): Beginning[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const all: Beginning[] = [];
  for (const one of splitAlternatives(pattern)) {
    const anchored = isAnchored || one.startsWith('^');
    const row = one.replace(/^\^/, '');
    const opening = /^\((?:\?:)?(?!\?)/.exec(row)?.[0];
    if (opening === undefined) {
      all.push({ isAnchored: anchored, rest: row });
      continue;
    }
    const end = findGroupEnd(row);
    const after = row.slice(end + 1);
    if (end < 0 || /^[?*+{]/.test(after)) return undefined;
    const inner = splitAlternatives(row.slice(opening.length, end));
    for (const alternative of inner) {
      const found = listBeginnings(alternative + after, { isAnchored: anchored, depth: depth + 1 });
      if (found === undefined) return undefined;
      all.push(...found);
    }
  }
  return all;
}

/** Characters of a pattern, with classes and escapes as one. */
const TOKEN = /\[(?:\\.|[^\]\\])*\]|\\.|[^]/gu;

function splitAlternatives(pattern: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts;
}

/** Returns the index of the parenthesis that closes the first one. */
function findGroupEnd(pattern: string): number {
  let depth = 0;
  for (const { 0: token, index } of pattern.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** A plus sign that must be there. */
const PLUS = /^(?:\\\+|\[\+\])(?!\??[*?{]|\?)/;
/** A digit that must be there. */
const DIGIT = /^(?:\d|\\d|\[(?:\d|-|\\d)+\])(?![*?]|\{0)/;

/** Digits that may be left out. */
const OPTIONAL_DIGITS = /^(?:(?:\d|\\d|\[[\d-]+\])[?*])+/;

/** Returns what to write instead of a beginning that no number has; undefined when numbers can begin so. */
function findHint({ isAnchored, rest }: Beginning): string | undefined {
  if (/^[^[(\\]*[ -](?![*?{])/.test(rest.replace(/\[[^\]]*\]/g, 'x')) && PLUS.test(rest))
    return 'write the digits without spaces and signs';
  const [plus] = PLUS.exec(rest) ?? [];
  if (plus !== undefined) {
    const [beginning = ''] = /^\d*/.exec(rest.slice(plus.length)) ?? [];
    if (beginning.startsWith('0')) return 'write the country code behind the plus sign';
    return hasTrunkZero(`+${beginning}`) ? 'leave out the 0 behind the country code' : undefined;
  }
  const needed = rest.replace(OPTIONAL_DIGITS, '');
  if (!isAnchored || !(DIGIT.test(needed) || needed.startsWith('\\(')) || isShort(rest)) return undefined;
  return 'write the country code with its plus sign: ^[+]49…';
}

/** True for a pattern of a short code. */
function isShort(rest: string): boolean {
  const length = rest.endsWith('$') ? measurePattern(rest) : undefined;
  return length !== undefined && length.max < MIN_NUMBER_DIGITS;
}

/** True for a beginning of a few digits that may be anywhere in a number. */
function isLoose({ isAnchored, rest }: Beginning): boolean {
  if (isAnchored || rest.endsWith('$') || !DIGIT.test(rest)) return false;
  const length = measurePattern(rest);
  return length !== undefined && length.min < MIN_NUMBER_DIGITS;
}

/** Finds beginnings that are cut from a number and compared with a text that they cannot be. */
function findSubstringProblem(term: Term & { kind: 'operation' }, draft: FlowDraft): Problem | undefined {
  if (term.operator !== '==' && term.operator !== 'in') return undefined;
  const [left, right] = term.args;
  const cut = left?.kind === 'call' && left.name === 'substring' ? left : undefined;
  const name = cut?.on && namePath(cut.on);
  const [from, to] = (cut?.args ?? []).map((one) => (one.kind === 'value' ? Number(one.value) : NaN));
  if (name === undefined || !isPhoneName(draft, name) || from === undefined || to === undefined)
    return undefined;
  const items = right?.kind === 'list' ? right.items : right === undefined ? [] : [right];
  const texts = items.flatMap((at) => (at.kind === 'value' ? [{ text: String(at.value), at }] : []));
  const wrong = texts.find(
    ({ text }) => text !== '' && (text.length !== to - from || (from === 0 && !text.startsWith('+'))),
  );
  if (wrong === undefined) return undefined;
  return {
    code: 'impossible-condition',
    message: `the characters ${from} to ${to} of "${name}" are never "${wrong.text}": telephone numbers are in the form +493012345`,
    hint: 'use startsWith("+49…") with the country code',
    at: wrong.at,
  };
}

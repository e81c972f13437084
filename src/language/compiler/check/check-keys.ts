/** Checks the keys of a map: unknown, missing and mutually exclusive ones. */
import type { Checker, Problem, Subject } from './checker.ts';
import { toVisibleRange, type Entry, type MapNode, type Path } from '../read/document.ts';
import {
  isReservedName,
  nameForms,
  spellName,
  isNameSection,
  type NameSection,
} from '../schema/name-forms.ts';
import { findMeantKey, type MeantKey } from '../mend/meant-key.ts';
import { extractName, listRewritings, type Rewritten } from '../mend/rewrites.ts';
import type { Rule } from '../schema/schema.ts';
import { quoteAlternatives, isSameWord, shortenText } from '../read/words.ts';

interface UnknownKeys {
  /** The keys that were probably meant. */
  meant: readonly string[];
  /** True when at least one of them is not recognizable. */
  isUnclear: boolean;
  /** True when the author was advised to write something else instead. */
  isAdvised: boolean;
  /** Key as written → the key that was certainly meant, under which its value is read. */
  corrected: ReadonlyMap<string, string>;
}

/** Reports unknown keys. */
export function checkKnownKeys(subject: Subject<MapNode>, checker: Checker): UnknownKeys {
  const { node, rule, path, words = [] } = subject;
  const unknown = rule.others ? [] : [...node.entries.values()].filter((entry) => isUnknownKey(entry, rule));
  if (unknown.length === 0) return NO_UNKNOWN_KEYS;
  const isFree = (name: string) => node.entries.get(name)?.written !== undefined || !node.entries.has(name);
  const free = [...rule.properties.keys()].filter(isFree);
  const found = unknown.map((entry) => {
    const { key, written = key } = entry;
    const meant = findMeantKey({ ...entry, key: written }, { ...subject, free, words }, checker.fits);
    checker.reportProblem(entry.keyRange, [...path, key, ...(key === written ? [] : [written])], {
      code: 'unknown-key',
      message: `unexpected key "${shortenText(written)}"; ${renderExpectedKeys(free, node.entries.size === 1 ? words : [])}`,
      ...(isKeyWithoutColon(entry) ? { hint: QUOTES } : {}),
      ...suggestKey(meant, words, path),
    });
    return { ...meant, written: key };
  });
  const corrected = new Map<string, string>();
  for (const { key, isSure, written } of found)
    if (isSure && key !== undefined && ![...corrected.values()].includes(key)) corrected.set(written, key);
  return {
    corrected,
    meant: found.flatMap(({ key }) => key ?? []),
    isUnclear: found.some(({ key }) => key === undefined),
    isAdvised: found.some(({ hint }) => hint !== undefined),
  };
}

const NO_UNKNOWN_KEYS: UnknownKeys = { meant: [], isUnclear: false, isAdvised: false, corrected: new Map() };

function isUnknownKey({ key, written }: Entry, { properties }: Rule): boolean {
  return written !== undefined || !properties.has(key);
}

const QUOTES = 'if it belongs to the text before it, put all of that in quotes, because of the comma';

/** True for a key without a colon, such as the rest of a text after a comma. */
function isKeyWithoutColon({ keyRange, value }: Entry): boolean {
  return value.kind === 'null' && value.range.from === keyRange.to;
}

function renderExpectedKeys(free: string[], words: readonly string[]): string {
  if (free.length === 0) return 'no other key is allowed here';
  return `expected ${quoteAlternatives(free)}${words.length === 0 ? '' : `, or without a value ${quoteAlternatives(words)}`}`;
}

function suggestKey(
  { key, isOther = false, hint, replacement }: MeantKey,
  words: readonly string[],
  path: Path,
): Pick<Problem, 'hint' | 'replacement'> {
  if (key !== undefined && words.includes(key))
    return { hint: `write it without a value: ${typeof path.at(-1) === 'number' ? '- ' : ''}${key}` };
  const name = isOther ? `it is called "${key ?? ''}" here` : `did you mean "${key ?? ''}"?`;
  const said = hint ?? (key === undefined ? undefined : name);
  return {
    ...(said === undefined ? {} : { hint: said }),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** Reports missing keys, except those whose misspelt form has been reported. */
export function checkRequiredKeys(
  { node, rule, path }: Subject<MapNode>,
  unknown: UnknownKeys,
  checker: Checker,
): void {
  for (const key of rule.required) {
    if (unknown.isAdvised || unknown.meant.includes(key) || node.entries.has(key)) continue;
    const description = rule.properties.get(key)?.().description;
    checker.reportProblem(toVisibleRange(node), [...path, key], {
      code: 'missing-key',
      concerns: node.range,
      message: `the key "${key}" is missing`,
      ...(description ? { hint: `${key}: ${description}` } : {}),
    });
  }
}

export function checkMapSize({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
  const { minProperties = 0, maxProperties = Infinity } = rule.bounds;
  const { size } = node.entries;
  if (size < minProperties)
    checker.reportProblem(node.range, path, {
      code: 'bad-value',
      message: 'expected at least one entry, found an empty map',
    });
  if (size > maxProperties)
    checker.reportProblem(toVisibleRange(node), path, {
      code: 'bad-value',
      message: `found a map of ${size} entries; expected at most ${maxProperties}`,
    });
}

/** Maximum number of keys that the message about two of them lists. */
const MAX_LISTED_KEYS = 8;

function isStepPath([first, , ...below]: Path): boolean {
  return first === 'steps' && below.length === 0;
}

/** Checks that exactly one of the mutually exclusive keys is present. */
export function checkExclusiveKeys(
  { node, rule, path }: Subject<MapNode>,
  unknown: UnknownKeys,
  checker: Checker,
): void {
  if (rule.oneKeyOf.length === 0) return;
  const [first, ...others] = [...node.entries.values()].filter(({ key }) => rule.oneKeyOf.includes(key));
  if (!first && unknown.meant.length === 0 && !unknown.isUnclear)
    checker.reportProblem(toVisibleRange(node), path, {
      code: 'missing-key',
      concerns: node.range,
      message: `expected one of the keys ${quoteAlternatives(rule.oneKeyOf)}; found none of them`,
    });
  for (const other of others)
    checker.reportProblem(other.keyRange, path, {
      code: 'conflicting-keys',
      message: `"${first?.key ?? ''}" and "${other.key}" exclude each other; expected only one of ${rule.oneKeyOf.length > MAX_LISTED_KEYS ? 'them' : quoteAlternatives(rule.oneKeyOf)}`,
      ...(isStepPath(path) ? { hint: `move "${other.key}" to a step of its own` } : {}),
    });
}

/** Checks keys that are valid only beside certain others. Missing keys have been reported already. */
export function checkCompanionKeys({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
  for (const [key, companions] of rule.companions) {
    const entry = node.entries.get(key);
    const chosen = rule.oneKeyOf.filter((name) => node.entries.has(name));
    if (!entry || chosen.length === 0 || companions.some((name) => chosen.includes(name))) continue;
    checker.reportProblem(entry.keyRange, [...path, key], {
      code: 'conflicting-keys',
      message: `"${key}" is allowed only beside ${quoteAlternatives(companions)}, not beside ${quoteAlternatives(chosen)}`,
    });
  }
}

/** Checks the form of a key that is a name; false when it is invalid. */
export function checkKeyName(
  entry: Entry,
  { node, rule, path }: Subject<MapNode>,
  checker: Checker,
): boolean {
  const { names } = rule;
  const { pattern } = names ?? {};
  const { key, written = key } = entry;
  if (pattern && !pattern.test(written)) {
    checker.reportProblem(entry.keyRange, [...path, key], {
      code: 'bad-name',
      message: `"${shortenText(written)}" is not allowed as a key here; expected ${NAME_FORMS[pattern.source] ?? pattern.source}`,
      ...(key === written
        ? suggestNameInForm(key, pattern, { node, path })
        : { hint: `write ${key}`, replacement: key }),
    });
    if (key === written) return false;
  }
  if (names?.reference)
    checker.addReference({
      kind: names.reference,
      text: key,
      path: [...path, key],
      at: { key: entry.keyRange },
    });
  return true;
}

function suggestNameInForm(
  key: string,
  pattern: RegExp,
  { node, path: [section = '', ...below] }: Pick<Subject<MapNode>, 'node' | 'path'>,
): Pick<Problem, 'hint' | 'replacement'> {
  const isOwn = below.length === 0 && isNameSection(section);
  const forms = isOwn ? listOwnNames(key, section) : listRewritings(key);
  const form = forms.find(({ text }) => pattern.test(text));
  const { text, isSafe } = form ?? { text: isOwn ? spellName(key, section) : '', isSafe: false };
  if (!pattern.test(text) || node.entries.has(text)) return {};
  return isSafe ? { hint: `write ${text}`, replacement: text } : { hint: `for instance ${text}` };
}

/**
 * Lists valid forms of a name chosen by the author: the same word, never a day or a language. Not safe, because other
 * places use the name too.
 */
function listOwnNames(key: string, section: NameSection): Rewritten[] {
  const alone = extractName(key);
  const forms =
    alone === undefined ? listRewritings(key).filter(({ text }) => isSameWord(text, key)) : [alone];
  return forms
    .filter(({ text }) => !isReservedName(text, section))
    .map((form) => (form === alone ? form : { ...form, isSafe: false }));
}

/** Names in scenarios may contain values of a row. */
const ROW = '.*\\$\\{row\\.[a-z][a-z0-9_]*\\}.*';

/** Descriptions of the name patterns in our schemas. */
const NAME_FORMS: Record<string, string> = {
  ...Object.fromEntries(nameForms.map(({ pattern, description }) => [pattern.source, description])),
  '^(mon|tue|wed|thu|fri|sat|sun)(-(mon|tue|wed|thu|fri|sat|sun))?$':
    'a day such as mon, or days such as mon-fri',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'a day such as 2026-12-24',
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$": 'the name of a header, without spaces and colons',
  '^[0-9*#]{1,8}$': 'one to eight telephone keys: digits, * and #',
  '^(0|[1-9*#][0-9*#]{0,7})$':
    'one to eight telephone keys, of which the first is not 0 unless it is the only one',
  '^(?!(to|uuid)$)[A-Za-z0-9_]+$': 'the name of a placeholder, other than to and uuid',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language such as en-US',
  [`^(\\+[0-9]{6,15}|sips?:.+|${ROW})$`]: 'a phone number such as +4930123456, or a SIP URI',
  [`^(\\+[0-9]{6,15}|${ROW})$`]: 'a phone number such as +4930123456',
};

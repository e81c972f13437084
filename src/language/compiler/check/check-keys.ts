/** Checks the keys of a map: unknown, missing and mutually exclusive ones. */
import type { Checker, Problem, Subject } from './checker.ts';
import { visibleRange, type Entry, type MapNode, type Path } from '../read/document.ts';
import { isReserved, nameForms, isNameSection, type NameSection } from '../schema/name-forms.ts';
import { meantKey, type MeantKey } from '../mend/meant-key.ts';
import { nameAlone, rewritten, type Rewritten } from '../mend/rewrites.ts';
import type { Rule } from '../schema/schema.ts';
import { quoted, sameWord, shortened } from '../read/words.ts';

/** The unknown keys of a map. */
interface Strange {
  /** The keys that were probably meant. */
  meant: readonly string[];
  /** True when at least one of them is not recognizable. */
  isUnclear: boolean;
  /** True when the author was advised to write something else instead. */
  isTaught: boolean;
  /** Key as written → the key that was certainly meant, under which its value is read. */
  respelt: ReadonlyMap<string, string>;
}

/** Reports unknown keys. */
export function checkKnown(subject: Subject<MapNode>, checker: Checker): Strange {
  const { node, rule, path, words = [] } = subject;
  const unknown = rule.others ? [] : [...node.entries.values()].filter((entry) => isUnknown(entry, rule));
  if (unknown.length === 0) return NOTHING_STRANGE;
  const isFree = (name: string) => node.entries.get(name)?.written !== undefined || !node.entries.has(name);
  const free = [...rule.properties.keys()].filter(isFree);
  const found = unknown.map((entry) => {
    const { key, written = key } = entry;
    const meant = meantKey({ ...entry, key: written }, { ...subject, free, words }, checker.fits);
    checker.tell(entry.keyRange, [...path, key, ...(key === written ? [] : [written])], {
      code: 'unknown-key',
      message: `unexpected key "${shortened(written)}"; ${expectedKeys(free, node.entries.size === 1 ? words : [])}`,
      ...(isBare(entry) ? { hint: QUOTES } : {}),
      ...suggestion(meant, words, path),
    });
    return { ...meant, written: key };
  });
  const respelt = new Map<string, string>();
  for (const { key, isSure, written } of found)
    if (isSure && key !== undefined && ![...respelt.values()].includes(key)) respelt.set(written, key);
  return {
    respelt,
    meant: found.flatMap(({ key }) => key ?? []),
    isUnclear: found.some(({ key }) => key === undefined),
    isTaught: found.some(({ hint }) => hint !== undefined),
  };
}

const NOTHING_STRANGE: Strange = { meant: [], isUnclear: false, isTaught: false, respelt: new Map() };

function isUnknown({ key, written }: Entry, { properties }: Rule): boolean {
  return written !== undefined || !properties.has(key);
}

const QUOTES = 'what belongs to the text before it needs quotes, because of the comma';

/** True for a key without a colon, such as the rest of a text after a comma. */
function isBare({ keyRange, value }: Entry): boolean {
  return value.kind === 'null' && value.range.from === keyRange.to;
}

function expectedKeys(free: string[], words: readonly string[]): string {
  if (free.length === 0) return 'no other key can stand here';
  return `expected ${quoted(free)}${words.length === 0 ? '' : `, or without a value ${quoted(words)}`}`;
}

function suggestion(
  { key, isOther = false, hint, replacement }: MeantKey,
  words: readonly string[],
  path: Path,
): Pick<Problem, 'hint' | 'replacement'> {
  if (key !== undefined && words.includes(key))
    return { hint: `write it without a value: ${typeof path.at(-1) === 'number' ? '- ' : ''}${key}` };
  const name = isOther ? `here that is called "${key ?? ''}"` : `did you mean "${key ?? ''}"?`;
  const said = hint ?? (key === undefined ? undefined : name);
  return {
    ...(said === undefined ? {} : { hint: said }),
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** Reports missing keys, except those whose misspelt form has been reported. */
export function checkRequired(
  { node, rule, path }: Subject<MapNode>,
  strange: Strange,
  checker: Checker,
): void {
  for (const key of rule.required) {
    if (strange.isTaught || strange.meant.includes(key) || node.entries.has(key)) continue;
    const description = rule.properties.get(key)?.().description;
    checker.tell(visibleRange(node), [...path, key], {
      code: 'missing-key',
      concerns: node.range,
      message: `the key "${key}" is missing`,
      ...(description ? { hint: `${key}: ${description}` } : {}),
    });
  }
}

export function checkSize({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
  const { minProperties = 0, maxProperties = Infinity } = rule.bounds;
  const { size } = node.entries;
  if (size < minProperties)
    checker.tell(node.range, path, {
      code: 'bad-value',
      message: 'found an empty map; at least one entry is needed',
    });
  if (size > maxProperties)
    checker.tell(visibleRange(node), path, {
      code: 'bad-value',
      message: `found a map of ${size} entries; expected at most ${maxProperties}`,
    });
}

/** Maximum number of keys that the message about two of them lists. */
const MANY = 8;

function isStep([first, , ...below]: Path): boolean {
  return first === 'steps' && below.length === 0;
}

/** Checks that exactly one of the mutually exclusive keys is present. */
export function checkChoice(
  { node, rule, path }: Subject<MapNode>,
  strange: Strange,
  checker: Checker,
): void {
  if (rule.oneKeyOf.length === 0) return;
  const [first, ...others] = [...node.entries.values()].filter(({ key }) => rule.oneKeyOf.includes(key));
  if (!first && strange.meant.length === 0 && !strange.isUnclear)
    checker.tell(visibleRange(node), path, {
      code: 'missing-key',
      concerns: node.range,
      message: `expected one of the keys ${quoted(rule.oneKeyOf)}; found none of them`,
    });
  for (const other of others)
    checker.tell(other.keyRange, path, {
      code: 'conflicting-keys',
      message: `"${first?.key ?? ''}" and "${other.key}" exclude each other; expected only one of ${rule.oneKeyOf.length > MANY ? 'them' : quoted(rule.oneKeyOf)}`,
      ...(isStep(path) ? { hint: `make a step of its own of "${other.key}"` } : {}),
    });
}

/** Checks keys that are valid only beside certain others. Missing keys have been reported already. */
export function checkCompanions({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
  for (const [key, companions] of rule.companions) {
    const entry = node.entries.get(key);
    const chosen = rule.oneKeyOf.filter((name) => node.entries.has(name));
    if (!entry || chosen.length === 0 || companions.some((name) => chosen.includes(name))) continue;
    checker.tell(entry.keyRange, [...path, key], {
      code: 'conflicting-keys',
      message: `"${key}" has a meaning only beside ${quoted(companions)}, not beside ${quoted(chosen)}`,
    });
  }
}

/** Checks the form of a key that is a name; false when it is invalid. */
export function checkName(entry: Entry, { node, rule, path }: Subject<MapNode>, checker: Checker): boolean {
  const { names } = rule;
  const { pattern } = names ?? {};
  const { key, written = key } = entry;
  if (pattern && !pattern.test(written)) {
    checker.tell(entry.keyRange, [...path, key], {
      code: 'bad-name',
      message: `"${shortened(written)}" is not allowed as a key here; expected ${NAME_FORMS[pattern.source] ?? pattern.source}`,
      ...(key === written
        ? nameInForm(key, pattern, { node, path })
        : { hint: `write ${key}`, replacement: key }),
    });
    if (key === written) return false;
  }
  if (names?.reference)
    checker.refer({
      kind: names.reference,
      text: key,
      path: [...path, key],
      at: { key: entry.keyRange },
    });
  return true;
}

function nameInForm(
  key: string,
  pattern: RegExp,
  { node, path: [section = '', ...below] }: Pick<Subject<MapNode>, 'node' | 'path'>,
): Pick<Problem, 'hint' | 'replacement'> {
  const isOwn = below.length === 0 && isNameSection(section);
  const forms = isOwn ? ownNames(key, section) : rewritten(key);
  const form = forms.find(({ text }) => pattern.test(text));
  if (form === undefined || node.entries.has(form.text)) return {};
  const { text, isSafe } = form;
  return isSafe ? { hint: `write ${text}`, replacement: text } : { hint: `for instance ${text}` };
}

/**
 * Lists valid forms of a name chosen by the author: the same word, never a day or a language. Not safe, because other
 * places use the name too.
 */
function ownNames(key: string, section: NameSection): Rewritten[] {
  const alone = nameAlone(key);
  const forms = alone === undefined ? rewritten(key).filter(({ text }) => sameWord(text, key)) : [alone];
  return forms
    .filter(({ text }) => !isReserved(text, section))
    .map((form) => (form === alone ? form : { ...form, isSafe: false }));
}

/** Names in scenarios may contain values of a row. */
const ROW = '.*\\$\\{row\\.[a-z][a-z0-9_]*\\}.*';

/** Descriptions of the name patterns in our schemas. */
const NAME_FORMS: Record<string, string> = {
  ...Object.fromEntries(nameForms.map(({ pattern, inWords }) => [pattern.source, inWords])),
  '^(mon|tue|wed|thu|fri|sat|sun)(-(mon|tue|wed|thu|fri|sat|sun))?$':
    'a day such as mon, or days such as mon-fri',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'a day such as 2026-12-24',
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$": 'the name of a header, without spaces and colons',
  '^[0-9*#]{1,8}$': 'one to eight keys of the telephone: digits, * and #',
  '^(0|[1-9*#][0-9*#]{0,7})$':
    'one to eight keys of the telephone, of which the first is 0 only where it is the only one',
  '^(?!(to|uuid)$)[A-Za-z0-9_]+$': 'the name of a placeholder, other than to and uuid',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language such as en-US',
  [`^(\\+[0-9]{6,15}|sips?:.+|${ROW})$`]: 'a phone number such as +4930123456, or a SIP URI',
  [`^(\\+[0-9]{6,15}|${ROW})$`]: 'a phone number such as +4930123456',
};

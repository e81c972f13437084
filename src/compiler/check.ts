/**
 * Holds a document against a schema. What fits comes out as plain data, what does not is told at its place and left
 * out; the texts that mean something (names, templates, expressions) come out as references for the rules to check.
 */
import { nearest, type Finding, type Report } from '../diagnostics/index.ts';
import { visibleRange } from './document.ts';
import type { Document, Entry, ListNode, MapNode, Node, Path, Range, ScalarNode } from './document.ts';
import { checkScalar, withUnit } from './check-scalar.ts';
import type { ReferenceKind, Rule } from './schema.ts';
import type { VarType } from '../flow/index.ts';
import { kindInWords, quoted, shortened, typesInWords } from './words.ts';

/** A text of the document that means something. */
export interface Reference {
  kind: ReferenceKind;
  text: string;
  path: Path;
  /** The type that the variable must have, where the place asks for one. */
  variableType?: VarType;
  /** Where it stands: a value, or a key. */
  at: { node: ScalarNode } | { key: Range };
}

/** What came of a document. */
export interface Checked {
  /** Plain data that fits the schema, without the parts that do not; in a list those are undefined. */
  value: unknown;
  references: Reference[];
  /** Where something was wrong or missing. */
  broken: Path[];
}

/** Checks a document from its root. */
export function checkDocument(document: Document, rule: Rule, report: Report): Checked {
  const found: Checked = { value: undefined, references: [], broken: [] };
  const checker: Checker = {
    tell: (range, path, { replacement, concerns = range, ...problem }) => {
      const span = document.span(range);
      found.broken.push(path);
      if (document.isDoubtful(concerns)) return;
      report({
        ...problem,
        span,
        ...(replacement === undefined ? {} : { fix: { span, text: replacement } }),
      });
    },
    refer: (reference) => found.references.push(reference),
  };
  found.value = checkNode({ node: document.root, rule, path: [] }, checker);
  return found;
}

/** What is wrong at a place, and what may stand there instead. */
export interface Problem extends Pick<Finding, 'code' | 'message' | 'hint'> {
  replacement?: string;
  /** The stretch from which the problem was concluded, where that is more than its place. */
  concerns?: Range;
}

/** Where the walk hands in what it finds. */
export interface Checker {
  tell: (range: Range, path: Path, problem: Problem) => void;
  refer: (reference: Reference) => void;
}

/** A node with what it is held against. */
export interface Subject<Kind extends Node = Node> {
  node: Kind;
  rule: Rule;
  path: Path;
  /** Single words that may stand here in place of a map. */
  words?: readonly string[];
}

function checkNode({ node, rule: whole, path }: Subject, checker: Checker): unknown {
  const rule = branchFor(node, whole);
  if (rule === undefined || !acceptsKind(rule, node)) {
    const types = whole.branches.length > 0 ? whole.branches.flatMap((branch) => branch.types) : whole.types;
    checker.tell(visibleRange(node), path, wrongType(node, types, whole));
    return undefined;
  }
  if (node.kind === 'map') return checkMap({ node, rule, path, words: wordsOf(whole) }, checker);
  if (node.kind === 'list') return checkList({ node, rule, path }, checker);
  return checkScalar({ node, rule, path }, checker);
}

function wordsOf({ branches }: Rule): string[] {
  return branches.flatMap(({ values = [] }) => values.filter((value) => typeof value === 'string'));
}

function checkMap(subject: Subject<MapNode>, checker: Checker): unknown {
  const { node, rule, path } = subject;
  const misspelt = checkKnown(subject, checker);
  checkRequired(subject, misspelt, checker);
  checkSize(subject, checker);
  checkChoice(subject, misspelt, checker);
  checkCompanions(subject, checker);
  const values: [string, unknown][] = [];
  // What is too much is not read.
  for (const entry of [...node.entries.values()].slice(0, rule.bounds.maxProperties)) {
    const inner = rule.properties.get(entry.key) ?? rule.others;
    if (!inner || (!rule.properties.has(entry.key) && !checkName(entry, subject, checker))) continue;
    const value = checkNode({ node: entry.value, rule: inner(), path: [...path, entry.key] }, checker);
    if (value !== undefined) values.push([entry.key, value]);
  }
  return Object.fromEntries(values);
}

/** Tells keys that have no meaning; gives the ones that were probably meant, or '' where there is no telling. */
function checkKnown({ node, rule, path, words = [] }: Subject<MapNode>, checker: Checker): string[] {
  if (rule.others) return [];
  const unknown = [...node.entries.values()].filter(({ key }) => !rule.properties.has(key));
  if (unknown.length === 0) return [];
  const free = [...rule.properties.keys()].filter((name) => !node.entries.has(name));
  const expected = expectedKeys(free, node.entries.size === 1 ? words : []);
  return unknown.map(({ key, keyRange }) => {
    const legal = [...free, ...words];
    const { best: meant, isOnly: isSafe } = nearest(key, legal);
    checker.tell(keyRange, [...path, key], {
      code: 'unknown-key',
      message: `unexpected key "${shortened(key)}"; ${expected}`,
      ...(meant === undefined ? {} : suggestion({ meant, isSafe }, words, path)),
    });
    return meant ?? '';
  });
}

function expectedKeys(free: string[], words: readonly string[]): string {
  if (free.length === 0) return 'no other key can stand here';
  return `expected ${quoted(free)}${words.length === 0 ? '' : `, or without a value ${quoted(words)}`}`;
}

function suggestion(
  { meant, isSafe }: { meant: string; isSafe: boolean },
  words: readonly string[],
  path: Path,
): Pick<Problem, 'hint' | 'replacement'> {
  if (!words.includes(meant))
    return { hint: `did you mean "${meant}"?`, ...(isSafe ? { replacement: meant } : {}) };
  return { hint: `write it without a value: ${typeof path.at(-1) === 'number' ? '- ' : ''}${meant}` };
}

/** Tells keys that must be there. One that is only misspelt was told already. */
function checkRequired({ node, rule, path }: Subject<MapNode>, misspelt: string[], checker: Checker): void {
  for (const key of rule.required) {
    if (misspelt.includes(key) || node.entries.has(key)) continue;
    const description = rule.properties.get(key)?.().description;
    checker.tell(visibleRange(node), path, {
      code: 'missing-key',
      concerns: node.range,
      message: `the key "${key}" is missing`,
      ...(description ? { hint: `${key}: ${description}` } : {}),
    });
  }
}

function checkSize({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
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

/** Of keys that exclude one another exactly one must be there. */
function checkChoice({ node, rule, path }: Subject<MapNode>, misspelt: string[], checker: Checker): void {
  if (rule.oneKeyOf.length === 0) return;
  const [first, ...others] = [...node.entries.values()].filter(({ key }) => rule.oneKeyOf.includes(key));
  if (!first && misspelt.length === 0)
    checker.tell(visibleRange(node), path, {
      code: 'missing-key',
      concerns: node.range,
      message: `expected one of the keys ${quoted(rule.oneKeyOf)}; found none of them`,
    });
  for (const other of others)
    checker.tell(other.keyRange, path, {
      code: 'conflicting-keys',
      message: `"${first?.key ?? ''}" and "${other.key}" exclude each other; expected only one of ${quoted(rule.oneKeyOf)}`,
    });
}

/** Some keys mean something only beside others. Whether those are there at all was told already. */
function checkCompanions({ node, rule, path }: Subject<MapNode>, checker: Checker): void {
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

function checkName(entry: Entry, { rule, path }: Subject<MapNode>, checker: Checker): boolean {
  const { names } = rule;
  if (names?.pattern && !names.pattern.test(entry.key)) {
    checker.tell(entry.keyRange, [...path, entry.key], {
      code: 'bad-name',
      message: `"${entry.key}" is not allowed as a key here; expected ${NAME_FORMS[names.pattern.source] ?? names.pattern.source}`,
    });
    return false;
  }
  if (names?.reference)
    checker.refer({
      kind: names.reference,
      text: entry.key,
      path: [...path, entry.key],
      at: { key: entry.keyRange },
    });
  return true;
}

/** The forms of names that our schemas ask for, in words. */
const NAME_FORMS: Record<string, string> = {
  '^[a-z][a-z0-9_]*$': 'a lower-case letter, then lower-case letters, digits and underscores',
  '^(mon|tue|wed|thu|fri|sat|sun)(-(mon|tue|wed|thu|fri|sat|sun))?$':
    'a day such as mon, or days such as mon-fri',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'a day such as 2026-12-24',
  "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$": 'the name of a header, without spaces and colons',
  '^[0-9*#]{1,8}$': 'one to eight keys of the telephone: digits, * and #',
  '^(0|[1-9*#][0-9*#]{0,7})$':
    'one to eight keys of the telephone, of which the first is 0 only where it is the only one',
  '^(?!(to|uuid)$)[A-Za-z0-9_]+$': 'the name of a placeholder, other than to and uuid',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language such as en-US',
  '^(\\+[0-9]{6,15}|sips?:.+)$': 'a phone number such as +4930123456, or a SIP URI',
};

function checkList({ node, rule, path }: Subject<ListNode>, checker: Checker): unknown {
  const { minItems = 0, maxItems = Infinity } = rule.bounds;
  const { length } = node.items;
  if (length < minItems || length > maxItems)
    checker.tell(node.range, path, {
      code: 'bad-value',
      message: `found a list of ${length}; expected ${length < minItems ? `at least ${minItems}` : `at most ${maxItems}`}`,
    });
  const { items } = rule;
  if (!items) return [];
  // What is broken leaves a hole, so that the others keep their places.
  return node.items
    .slice(0, rule.bounds.maxItems)
    .map((item, index) => checkNode({ node: item, rule: items(), path: [...path, index] }, checker));
}

/** The branch against which a node is held: the one that fits, or the one its author seems to have meant. */
function branchFor(node: Node, rule: Rule): Rule | undefined {
  if (rule.branches.length === 0) return rule;
  const candidates = rule.branches.filter((branch) => acceptsKind(branch, node));
  if (node.kind === 'map') return mostFamiliar(node, candidates);
  if (candidates.length < 2) return candidates[0];
  return candidates.find((branch) => fits(node, branch)) ?? candidates[0];
}

function fits(node: Node, rule: Rule): boolean {
  let fine = true;
  const checker: Checker = { tell: () => (fine = false), refer: () => undefined };
  checkNode({ node, rule, path: [] }, checker);
  return fine;
}

/** The branch that knows most of a map's keys by name, or else by form. */
function mostFamiliar(node: MapNode, branches: Rule[]): Rule | undefined {
  const keys = [...node.entries.keys()];
  const familiar = (rule: Rule) =>
    keys.filter((key) => rule.properties.has(key)).length * 2 +
    keys.filter((key) => rule.others && rule.names?.pattern?.test(key)).length;
  const [best] = branches.toSorted((a, b) => familiar(b) - familiar(a));
  return best;
}

function acceptsKind({ types, values }: Rule, { kind }: Node): boolean {
  if (types.length === 0) return values === undefined || (kind !== 'map' && kind !== 'list');
  if (kind === 'map') return types.includes('object');
  if (kind === 'list') return types.includes('array');
  if (kind === 'integer') return types.includes('integer') || types.includes('number');
  return types.includes(kind);
}

function wrongType(node: Node, types: readonly string[], rule: Rule): Problem {
  const text = 'source' in node && types.includes('string') ? node.source : '';
  const isQuoteMissing = text !== '' && rule.pattern?.test(text) !== false;
  const otherwise = isQuoteMissing ? `to mean the text, write it in quotes: "${text}"` : rule.description;
  const hint = withUnit(text, rule) ?? otherwise;
  return {
    code: 'wrong-type',
    message: `expected ${typesInWords(types)}, found ${kindInWords(node)}`,
    ...(hint === '' ? {} : { hint }),
    ...(isQuoteMissing && (node.kind === 'integer' || node.kind === 'number')
      ? { replacement: `"${text}"` }
      : {}),
  };
}

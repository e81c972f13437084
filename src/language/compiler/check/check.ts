/**
 * Checks a document against a schema. Valid parts are returned as plain data; invalid parts are reported and omitted.
 * Texts that refer to something (names, templates, expressions) are collected for the rules to check.
 */
import type { Finding, Report } from '../../diagnostics/index.ts';
import {
  checkExclusiveKeys,
  checkCompanionKeys,
  checkKnownKeys,
  checkKeyName,
  checkRequiredKeys,
  checkMapSize,
} from './check-keys.ts';
import { checkScalar } from './check-scalar.ts';
import type { Checker, Subject } from './checker.ts';
import { toVisibleRange, type Document, type ListNode, type MapNode, type Node } from '../read/document.ts';
import { listRewritings } from '../mend/rewrites.ts';
import type { Rule } from '../schema/schema.ts';
import { createTypeProblem } from './wrong-type.ts';
import type { Checked } from '../types.ts';

/** Checks a document from its root. */
export function checkDocument(document: Document, rule: Rule, report: Report): Checked {
  const found: Checked = { value: undefined, references: [], broken: [] };
  const checker: Checker = {
    reportProblem: (range, path, { replacement, concerns = range, takesHash, ...problem }) => {
      const span = document.span(range);
      found.broken.push(path);
      if (document.isDoubtful(concerns)) return;
      report({
        ...problem,
        span,
        ...(replacement === undefined ? {} : { fix: { span, text: replacement } }),
        ...(range.from === range.to && adviseOnComment(range.to, document, takesHash)),
      });
    },
    addReference: (reference) => found.references.push(reference),
    fits: isFitting,
  };
  found.value = checkNode({ node: document.root, rule, path: [] }, checker);
  return found;
}

/** Advises on a missing value that is followed by a comment, which may have been meant as the value. */
function adviseOnComment(at: number, { text, span }: Document, takesHash = false): Partial<Finding> {
  const [, space = '', rest = ''] = /^( *)#(.*)/.exec(text.slice(at, at + 200)) ?? [];
  if (/^\S/.test(rest)) return { hint: '# begins a comment; put a text that begins with # in quotes' };
  if (!takesHash || text[at + space.length] !== '#') return {};
  const hash = { from: at + space.length, to: at + space.length + 1 };
  const fix = rest.trim() === '' ? { fix: { span: span(hash), text: "'#'" } } : {};
  return { hint: "# begins a comment; for the key, write '#'", ...fix };
}

function checkNode({ node, rule: whole, path }: Subject, checker: Checker): unknown {
  const rule = chooseBranch(node, whole);
  if (rule === undefined || !acceptsKind(rule, node)) {
    const problem = createTypeProblem({ node, rule: whole, path }, checker);
    // A replacement replaces the whole value.
    checker.reportProblem(
      problem.replacement === undefined ? toVisibleRange(node) : node.range,
      path,
      problem,
    );
    return undefined;
  }
  if (node.kind === 'map') return checkMap({ node, rule, path, words: listAllowedWords(whole) }, checker);
  if (node.kind === 'list') return checkList({ node, rule, path }, checker);
  return checkScalar({ node, rule, path, whole }, checker);
}

function listAllowedWords({ branches }: Rule): string[] {
  return branches.flatMap(({ values = [] }) => values.filter((value) => typeof value === 'string'));
}

function checkMap(subject: Subject<MapNode>, checker: Checker): unknown {
  const { node, rule, path } = subject;
  const unknown = checkKnownKeys(subject, checker);
  checkRequiredKeys(subject, unknown, checker);
  checkMapSize(subject, checker);
  checkExclusiveKeys(subject, unknown, checker);
  checkCompanionKeys(subject, checker);
  const values: [string, unknown][] = [];
  const { maxProperties = Infinity } = rule.bounds;
  let read = 0;
  for (const entry of node.entries.values()) {
    // Surplus entries are not read.
    if (read >= maxProperties) break;
    read += 1;
    const key = unknown.corrected.get(entry.key) ?? entry.key;
    const inner = rule.properties.get(key) ?? rule.others;
    if (!inner) continue;
    const isNamed = rule.properties.has(key) || checkKeyName(entry, subject, checker);
    const value = checkNode({ node: entry.value, rule: inner(), path: [...path, entry.key] }, checker);
    if (isNamed && value !== undefined) values.push([key, value]);
  }
  return Object.fromEntries(values);
}

function checkList({ node, rule, path }: Subject<ListNode>, checker: Checker): unknown {
  const { minItems = 0, maxItems = Infinity } = rule.bounds;
  const { length } = node.items;
  if (length < minItems || length > maxItems)
    checker.reportProblem(node.range, path, {
      code: 'bad-value',
      message: `found a list of ${length}; expected ${length < minItems ? `at least ${minItems}` : `at most ${maxItems}`}`,
    });
  const { items } = rule;
  if (!items) return [];
  // Invalid items are kept as undefined, so that indexes do not change.
  return node.items
    .slice(0, rule.bounds.maxItems)
    .map((item, index) => checkNode({ node: item, rule: items(), path: [...path, index] }, checker));
}

/** Chooses the branch to check a node against: the one that fits, or the one that the author most likely meant. */
function chooseBranch(node: Node, rule: Rule): Rule | undefined {
  if (rule.branches.length === 0) return rule;
  const candidates = rule.branches.filter((branch) => acceptsKind(branch, node));
  if (candidates.length < 2) return candidates[0];
  if (node.kind === 'map') return findMostFamiliar(node, candidates);
  return candidates.find((branch) => isFitting(node, branch)) ?? candidates[0];
}

function isFitting(node: Node, rule: Rule): boolean {
  let fine = true;
  const checker: Checker = {
    reportProblem: () => (fine = false),
    addReference: () => undefined,
    fits: () => false,
  };
  checkNode({ node, rule, path: [] }, checker);
  return fine;
}

/** Finds the branch that knows most of a map's keys, by name or else by form. */
function findMostFamiliar(node: MapNode, branches: Rule[]): Rule | undefined {
  const keys = [...node.entries.keys()];
  const scoreFamiliarity = (rule: Rule) =>
    keys.filter((key) => rule.properties.has(key)).length * 2 +
    keys.filter((key) => rule.others && isNearName(key, rule)).length;
  const [best] = branches.toSorted((a, b) => scoreFamiliarity(b) - scoreFamiliarity(a));
  return best;
}

function isNearName(key: string, { names }: Rule): boolean {
  const isName = (name: string) => names?.pattern?.test(name) === true;
  return isName(key) || listRewritings(key).some(({ isSafe, text }) => isSafe && isName(text));
}

function acceptsKind({ types, values }: Rule, { kind }: Node): boolean {
  if (types.length === 0) return values === undefined || (kind !== 'map' && kind !== 'list');
  if (kind === 'map') return types.includes('object');
  if (kind === 'list') return types.includes('array');
  if (kind === 'integer') return types.includes('integer') || types.includes('number');
  return types.includes(kind);
}

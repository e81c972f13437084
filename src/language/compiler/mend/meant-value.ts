/**
 * Guesses what a value that does not fit its place was meant to be. A guess is offered only if it fits the place, so a
 * hint never leads to the next mistake.
 */
import { findNearest } from '../../diagnostics/index.ts';
import type { ListNode, MapNode, Node, ScalarNode } from '../read/document.ts';
import { listRewritings } from './rewrites.ts';
import type { Rule } from '../schema/schema.ts';
import { isSameWord, shortenText } from '../read/words.ts';

interface MeantValue {
  /** The value as YAML. */
  text: string;
  hint: string;
  /** True when the value has no other plausible meaning. */
  isSafe: boolean;
}

interface Place {
  rule: Rule;
  fits: (node: Node, rule: Rule) => boolean;
  /** True for durations that are never given in milliseconds. */
  isLong: boolean;
}

interface Candidate {
  node: Node;
  text: string;
  isSafe: boolean;
  hint?: string;
}

/** Finds the most likely form that fits the place. */
export function findMeantValue(node: Node, { rule, fits, isLong }: Place): MeantValue | undefined {
  const seconds = isLong ? proposeSeconds(node) : [];
  for (const candidate of [...seconds, ...listCandidates(node, rule)]) {
    const { node: other, text, isSafe, hint = `write ${shortenText(text)}` } = candidate;
    if (fits(other, rule)) return { text, hint, isSafe };
  }
  return undefined;
}

function proposeSeconds(node: Node): Candidate[] {
  if (node.kind !== 'integer') return [];
  return requireUnit([createCandidate(createScalar('string', `${node.source}s`, node), false)]);
}

function listCandidates(node: Node, rule: Rule): Candidate[] {
  const inner =
    node.kind === 'map' || node.kind === 'list' ? proposeUnwrapped(node) : listScalarForms(node, rule);
  return [...inner, ...proposeWrapped(node, rule)];
}

function listScalarForms(node: ScalarNode, rule: Rule): Candidate[] {
  const text = String(node.value);
  if (node.kind === 'null') return [];
  if (node.kind === 'boolean')
    return [...proposeAllowedWords(node, rule), ...proposeQuotedBoolean(node, rule)];
  const forms = listRewritings(node.kind === 'string' ? text : node.source);
  const others = forms.map((form) => createCandidate(createScalar('string', form.text, node), form.isSafe));
  if (node.kind !== 'string') return [proposeQuotedNumber(node), ...requireUnit(others)];
  return [
    ...proposeUnquoted(text, node),
    ...proposeAllowedWords(node, rule),
    ...proposeEuro(text, node),
    ...others,
  ];
}

/** Proposes EUR: no other currency shares its name or sign. */
function proposeEuro(text: string, node: ScalarNode): Candidate[] {
  return /^(?:€|euros?)$/i.test(text.trim())
    ? [createCandidate(createScalar('string', 'EUR', node), true)]
    : [];
}

/** Marks durations as unsafe, because a bare number does not reveal its unit. */
function requireUnit(forms: Candidate[]): Candidate[] {
  return forms.map((form) =>
    /^\d+m?s$/.test(form.text)
      ? { ...form, hint: `add the unit, for instance ${form.text}`, isSafe: false }
      : form,
  );
}

function proposeQuotedNumber(node: ScalarNode): Candidate {
  const text = `"${node.source}"`;
  const hint = `for text, write it in quotes: ${text}`;
  return { node: createScalar('string', node.source, node), text, hint, isSafe: true };
}

/** Proposes the boolean as quoted text, except where only a name is allowed. */
function proposeQuotedBoolean(node: ScalarNode, rule: Rule): Candidate[] {
  const text = `"${node.source}"`;
  const hint = `for text, write it in quotes: ${text}`;
  const isName = [rule, ...rule.branches].some(({ reference = 'prompt' }) => reference !== 'prompt');
  return isName ? [] : [{ node: createScalar('string', node.source, node), text, hint, isSafe: false }];
}

const YES: readonly string[] = ['true', 'yes', 'on', 'y'];
const NO: readonly string[] = ['false', 'no', 'off', 'n'];

function proposeUnquoted(text: string, node: ScalarNode): Candidate[] {
  const isYes = YES.includes(text.toLowerCase());
  if (isYes || NO.includes(text.toLowerCase()))
    return [createCandidate(createScalar('boolean', String(isYes), node), true)];
  const [number] = /^\d{1,12}$|^\d{1,12}\.\d{1,6}$/.exec(text.trim()) ?? [];
  if (number === undefined) return [];
  const kind = number.includes('.') ? 'number' : 'integer';
  const unit = requireUnit(
    listRewritings(number).map((form) => createCandidate(createScalar('string', form.text, node), false)),
  );
  return [createCandidate(createScalar(kind, String(Number(number)), node), true), ...unit];
}

/** Proposes the allowed word with a similar spelling; for a "yes", the only allowed word. */
function proposeAllowedWords(node: ScalarNode, rule: Rule): Candidate[] {
  const legal = [rule, ...rule.branches].flatMap(({ values = [] }) => values);
  const names = legal.filter((value) => typeof value === 'string');
  const written = node.source.toLowerCase();
  const same = names.find((name) => isSameWord(name, written));
  if (same !== undefined) return [createCandidate(createScalar('string', same, node), true)];
  const [only] = names;
  if (YES.includes(written) && only !== undefined && legal.length === 1)
    return [createCandidate(createScalar('string', only, node), true)];
  const { best } = node.source.length < 3 ? {} : findNearest(node.source, names);
  const meant = best === undefined ? (SYNONYMS.get(written) ?? []) : [best];
  return meant.map((name) => ({
    ...createCandidate(createScalar('string', name, node), false),
    hint: `did you mean "${name}"?`,
  }));
}

/** Common synonyms of our words. Where a synonym has several meanings, the place decides. */
const SYNONYMS = new Map([
  ['boolean', ['bool']],
  ['float', ['double', 'number']],
  ['decimal', ['double', 'number']],
  ['integer', ['int', 'number']],
  ['int', ['number']],
  ['number', ['int']],
  ['numeric', ['number', 'int']],
  ['amount', ['currency']],
  ['money', ['currency']],
  ['price', ['currency']],
  ['datetime', ['date']],
  ['day', ['date']],
  ['telephone', ['phone']],
  ['digit', ['digits', 'number_digit']],
  ['digits', ['number_digit']],
  ['string', ['text']],
  ['text', ['string']],
  ['str', ['string', 'text']],
  ['speech', ['text']],
  ['sms', ['message']],
  ['delivery', ['delivered']],
]);

/** Keys of maps that only wrap a value. */
const ITSELF = ['name', 'step', 'goto', 'next', 'target', 'value', 'text', 'prompt', 'to', 'number', 'date'];

/** Proposes the single value of a list or map. */
function proposeUnwrapped(node: MapNode | ListNode): Candidate[] {
  const values = node.kind === 'list' ? node.items : [...node.entries.values()].map(({ value }) => value);
  const [only, ...more] = values;
  if (node.kind === 'map' && !ITSELF.includes([...node.entries.keys()].join())) return [];
  if (only === undefined || more.length > 0 || only.kind === 'map' || only.kind === 'list') return [];
  const text = renderScalar(only);
  return [{ node: only, text, hint: `write the value alone: ${shortenText(text)}`, isSafe: true }];
}

/** Proposes a list with this value, and maps with the value under a required key. */
function proposeWrapped(node: Node, rule: Rule): Candidate[] {
  if (node.kind === 'list' || node.kind === 'null' || node.kind === 'boolean') return [];
  const { range } = node;
  const list: Candidate[] = [{ node: { kind: 'list', items: [node], range }, ...renderAsList(node) }];
  if (node.kind === 'map') return list;
  const keys = [rule, ...rule.branches].flatMap((branch) =>
    branch.required.length === 1 ? branch.required : branch.oneKeyOf,
  );
  // A key in place of its map is not a value of another key: `record: start`.
  const free = keys.includes(node.source) ? [] : keys;
  const isOnly = free.length === 1;
  const maps = free.map((key) => proposeMap([[key, node]], node));
  return [...list, ...proposeBounds(node), ...maps.map((map) => ({ ...map, isSafe: map.isSafe && isOnly }))];
}

/** Proposes `{ min, max }` for `1-4`. */
function proposeBounds(node: ScalarNode): Candidate[] {
  const [, min, max] = /^(\d{1,9}) ?(?:-|–|to|\.\.) ?(\d{1,9})$/.exec(node.source) ?? [];
  if (min === undefined || max === undefined) return [];
  const createBound = (text: string) => createScalar('integer', text, node);
  return [
    proposeMap(
      [
        ['min', createBound(min)],
        ['max', createBound(max)],
      ],
      node,
    ),
  ];
}

function renderAsList(node: ScalarNode | MapNode): Pick<Candidate, 'text' | 'hint' | 'isSafe'> {
  if (node.kind === 'map') return { text: '', hint: 'write a list: put a dash before it', isSafe: false };
  const text = `[${renderScalar(node)}]`;
  return { text, hint: `write a list: ${shortenText(text)}`, isSafe: true };
}

function proposeMap(values: [string, ScalarNode][], { range }: ScalarNode): Candidate {
  const entries = values.map(([key, value]) => [key, { key, keyRange: range, value }] as const);
  const text = `{ ${values.map(([key, value]) => `${key}: ${renderScalar(value)}`).join(', ')} }`;
  const isFlow = values.some(([key]) => key === 'flow');
  const hint = `for another flow write ${text}; for a step of this flow use "next" or "on"`;
  return {
    node: { kind: 'map', entries: new Map(entries), range },
    text,
    isSafe: !isFlow,
    ...(isFlow ? { hint } : {}),
  };
}

function createCandidate(node: ScalarNode, isSafe: boolean): Candidate {
  return { node, text: renderScalar(node), isSafe };
}

function createScalar(kind: ScalarNode['kind'], text: string, { range }: ScalarNode): ScalarNode {
  const value = kind === 'string' ? text : kind === 'boolean' ? text === 'true' : Number(text);
  return { kind, value, source: text, style: 'plain', range };
}

function renderScalar(node: ScalarNode): string {
  return node.kind === 'string' ? renderYamlText(String(node.value)) : node.source;
}

/** Renders a text as YAML, without quotes where that is safe. */
export function renderYamlText(text: string): string {
  const isPlain =
    /^(?:\.{1,2}\/)?[A-Za-z][\w./-]*( [\w.-]+)*[.!?]?$|^\d\d:[\d:-]+$|^\d{4}-\d\d-\d\d$|^\d+(ms|s|m|h)$/.test(
      text,
    );
  const isWord = /^(true|false|null)$/i.test(text);
  return isPlain && !isWord ? text : JSON.stringify(text);
}

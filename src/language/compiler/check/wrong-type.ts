import { spellWithLetters } from '../schema/name-forms.ts';
import type { Checker, Problem, Subject } from './checker.ts';
import type { Node, ScalarNode } from '../read/document.ts';
import { renderYamlText, findMeantValue } from '../mend/meant-value.ts';
import { findValueHint } from '../mend/other-words.ts';
import { EXPRESSION_KINDS } from './references.ts';
import type { Rule } from '../schema/schema.ts';
import { renderKind, NO_EXPRESSION, shortenText, renderTypes } from '../read/words.ts';

/** Creates the problem of a value whose type is not allowed, with advice. */
export function createTypeProblem(subject: Subject, checker: Checker): Problem {
  const { node, rule } = subject;
  const types = rule.branches.length > 0 ? rule.branches.flatMap((branch) => branch.types) : rule.types;
  return {
    code: 'wrong-type',
    message: `expected ${renderTypes(types)}, found ${renderKind(node)}`,
    ...(isValueless(rule)
      ? adviseNoValue(subject)
      : (findLostColon(subject) ?? adviseOnValue(subject, checker))),
  };
}

/** Recognizes a text that begins with a key and lacks the colon, or the space after it. */
function findLostColon({ node, rule }: Subject): Pick<Problem, 'hint' | 'replacement'> | undefined {
  if (node.kind !== 'string') return undefined;
  const [, key = '', colon = '', value = ''] = /^(\w+) ?([:;=]?) ?(.*)$/s.exec(node.source) ?? [];
  if (!rule.properties.has(key)) return undefined;
  if (node.style !== 'plain') return { hint: `write it without quotes: ${shortenText(node.source)}` };
  if (value === '') return { hint: `write it with a colon: ${key}:`, replacement: `{ ${key}: }` };
  const text = `${key}: ${value}`;
  if (colon === ':')
    return { hint: `a space is missing after the colon: ${shortenText(text)}`, replacement: text };
  return { hint: `a colon is missing: ${shortenText(text)}` };
}

/** Advises what to write instead of a value that does not fit its place. */
export function adviseOnValue(
  { node, rule, path, whole = rule }: Subject,
  checker: Checker,
): Pick<Problem, 'hint' | 'replacement' | 'takesHash'> {
  // A dynamic value is never replaced by a constant.
  const isDynamic = node.kind === 'string' && node.source.includes('${');
  if (isDynamic && !canTakeExpressions(whole)) return { hint: NO_EXPRESSION };
  if (node.kind === 'boolean' && whole.reference === 'condition') return { hint: WITHOUT_CONDITION };
  const elsewhere = 'source' in node ? findValueHint(node.source, path) : undefined;
  if (elsewhere !== undefined) return { hint: elsewhere };
  const isLong = path[0] === 'limits';
  const meant = findMeantValue(node, { rule: whole, fits: checker.fits, isLong });
  if (meant !== undefined) return { hint: meant.hint, ...(meant.isSafe ? { replacement: meant.text } : {}) };
  const hint = renderName({ node, rule, path }) ?? renderExample(rule, path) ?? describeForm(rule);
  const takesHash = node.kind === 'null' && canTakeHash(whole) && checker.fits(createHashScalar(node), whole);
  return { takesHash, ...(hint === '' ? {} : { hint }) };
}

const WITHOUT_CONDITION = 'write a comparison; if no condition is true, the call goes to "next" of the step';

/** True for places with restricted values; where any text is allowed, `#` need not have been the key. */
function canTakeHash({ values, pattern, branches }: Rule): boolean {
  return values !== undefined || pattern !== undefined || branches.some(canTakeHash);
}

function createHashScalar({ range }: Node): ScalarNode {
  return { kind: 'string', value: '#', source: '#', style: 'plain', range };
}

function canTakeExpressions({ reference, branches }: Rule): boolean {
  const isOwn = reference !== undefined && EXPRESSION_KINDS.includes(reference);
  return isOwn || branches.some(canTakeExpressions);
}

function isValueless({ types, properties, branches }: Rule): boolean {
  return (
    branches.some(isValueless) ||
    (types.includes('null') && types.includes('object') && properties.size === 0)
  );
}

function adviseNoValue({ node, path }: Subject): Pick<Problem, 'hint' | 'replacement'> {
  const hint = `write it without a value: ${String(path.at(-1))}:`;
  return { hint, ...(node.kind === 'boolean' && node.value === true ? { replacement: '' } : {}) };
}

/** Spells the name of a file's flow in the right form. */
function renderName({ node, rule, path }: Pick<Subject, 'node' | 'rule' | 'path'>): string | undefined {
  if (path.length !== 1 || path[0] !== 'name' || node.kind !== 'string') return undefined;
  const spelt = spellWithLetters(node.source, '-');
  const name = (spelt === '' ? ['my-flow'] : [spelt, `flow-${spelt}`]).find((one) => rule.pattern?.test(one));
  return name === undefined ? undefined : `for instance ${name}`;
}

function renderExample({ examples }: Rule, path: Subject['path']): string | undefined {
  const key = path.at(-1);
  if (examples.length === 0) return undefined;
  return `for instance ${typeof key === 'string' ? `${key}: ` : ''}${renderInline(examples[0])}`;
}

function renderInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? renderYamlText(value) : String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${renderInline(inner)}`);
  return `{ ${entries.join(', ')} }`;
}

/** Maximum length of a description in a hint, in characters. */
const MAX_FORM_HINT = 160;

function describeForm({ values, pattern, form, description }: Rule): string {
  if (values !== undefined) return '';
  const text = pattern ? form : description;
  const [first = '', ...sentences] = text.replace(/ Outcomes?:.*$/s, '').split(/(?<=[.`])(?<=\.) (?=[A-Z`])/);
  let said = first;
  for (const sentence of sentences) {
    if (said.length + sentence.length > MAX_FORM_HINT) break;
    said += ` ${sentence}`;
  }
  return said;
}

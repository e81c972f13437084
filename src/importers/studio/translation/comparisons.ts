/** With what a flow compares what it has found out. */
import { isTemplate, parseLiquid } from '../liquid/syntax.ts';
import { findTestKind, splitValues } from '../tests.ts';
import type { Condition, StudioFlow, Widget } from '../widgets.ts';
import { listPaths, listTemplates, findSource } from './references.ts';
import type { Variable, Variables } from './variables.ts';

interface Comparisons {
  /** Texts that the value is compared with, in the order of the flow. */
  constants: readonly string[];
  /** Words that occur in the texts and patterns, in lower case: phrases that a caller may say. */
  words: readonly string[];
  /** True if the value is used in another way too, so that each value may matter. */
  isOpen: boolean;
}

interface Scope {
  flow: StudioFlow;
  variables: Variables;
}

const cache = new WeakMap<Variable, Comparisons>();

/** Lists the comparisons of a variable. */
export function listComparisons(scope: Scope, variable: Variable): Comparisons {
  const known = cache.get(variable) ?? collect(scope, variable);
  cache.set(variable, known);
  return known;
}

function collect({ flow, variables }: Scope, variable: Variable): Comparisons {
  const constants: string[] = [];
  const words: string[] = [];
  let isOpen = false;
  const isOf = (template: string) =>
    listPaths(template).some((path) => variables.find(findSource(path)) === variable);
  for (const name of variables.listReaders(variable)) {
    const widget = flow.byName.get(name);
    if (widget === undefined) continue;
    if (widget.does.kind !== 'split') {
      isOpen ||= listTemplates(widget).some(isOf);
      continue;
    }
    for (const condition of listConditions(widget)) {
      if (isOf(condition.right)) isOpen = true;
      if (!isOf(condition.left)) continue;
      const values = isWhole(condition.left) ? listConstants(condition) : undefined;
      if (values === undefined) isOpen = true;
      constants.push(...(values ?? []));
      words.push(...listWords(condition));
    }
  }
  return { constants: unique(constants), words: unique(words), isOpen };
}

function listConditions({ transitions }: Widget): Condition[] {
  return transitions.flatMap(({ conditions }) => conditions);
}

/** True for a template that is nothing but the value itself. */
function isWhole(template: string): boolean {
  const nodes = parseLiquid(template.trim());
  const [only] = nodes;
  return nodes.length === 1 && only?.kind === 'output' && only.value.filters.length === 0;
}

/** Returns the constants of a comparison; undefined for one in which every value may matter. */
function listConstants({ type, right }: Condition): string[] | undefined {
  if (isTemplate(right)) return undefined;
  const asks = findTestKind(type)?.asks;
  if (asks === 'equal') return [right.trim()];
  if (asks === 'any_of') return splitValues(right);
  return asks === 'blank' ? [] : undefined;
}

function listWords({ type, right }: Condition): string[] {
  if (isTemplate(right)) return [];
  const asks = findTestKind(type)?.asks;
  if (asks === 'any_of') return splitValues(right).map(toWords).filter(isPhrase);
  if (asks === 'regex')
    return right
      .split(/[|()^$]/)
      .flatMap(listForms)
      .map(toWords)
      .filter(isPhrase);
  return ['equal', 'contains', 'starts_with'].includes(asks ?? '') ? [toWords(right)].filter(isPhrase) : [];
}

/** Lists both forms of a piece of a pattern in which one character is optional: `good ?bye`. */
function listForms(piece: string): string[] {
  const plain = piece.replace(/^\?:/, '');
  const [, before = '', optional = '', after = ''] = /^([^?]*)([^?\\])\?([^?]*)$/.exec(plain) ?? [];
  return optional === '' ? [plain] : [before + optional + after, before + after];
}

function toWords(text: string): string {
  return text
    .replaceAll(/\.\*|\\[bs][*+]?|[?+]/g, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

function isPhrase(text: string): boolean {
  return /^[\p{L}\p{N}' -]+$/u.test(text) && /\p{L}/u.test(text);
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

import { findReachable, indexSteps, memoize, type Edge } from '../../model/index.ts';
import type { Report, Span } from '../../diagnostics/index.ts';
import { listReferences } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import {
  findDeclared,
  lastName,
  listAddresses,
  listNamedValues,
  normalize,
  type NamedValues,
} from './named-values.ts';
import { listCollects } from './questions.ts';
import { findStepReads, findWrites, isSameRow } from './variable-uses.ts';

/**
 * Reports names that get the value of another name, in what a step sends, passes on or saves:
 * - two names whose values are exchanged;
 * - one value under two names, although the value of the second name is at hand and goes nowhere, or the value is saved;
 * - a value of another name, although that of its own name is at hand by then and the step does not use it.
 * Names that only resemble each other are not judged, nor are values that are computed, nor `set`, which gives names new
 * values by its nature. The caller's own number and the one dialled change places in an answer, so they are exempt.
 */
export const namesDisagree: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkQuestions(draft, report);
    for (const map of listNamedValues(draft)) {
      const found =
        findExchanged(map, draft) ?? findCrossed(map) ?? findTwice(map, draft) ?? findForeign(map, draft);
      if (found !== undefined) report({ code: 'names-disagree', ...found });
    }
  },
};

/** Reports questions that save into the variable of another question, while nothing writes the one of their own name. */
function checkQuestions(draft: FlowDraft, report: Report): void {
  const collects = listCollects(draft);
  const written = new Set([...findWrites(draft).values()].flatMap((names) => [...names]));
  for (const { step, body, path } of collects) {
    const { save } = body;
    const own = Object.keys(draft.vars).find((name) => normalize(name) === normalize(step.name));
    if (own === undefined || save === undefined || save === own || written.has(own)) continue;
    if (!collects.some((other) => other.step !== step && other.body.save === save)) continue;
    report({
      code: 'names-disagree',
      message: `step "${step.name}" saves into "${save}", over another answer, and nothing is ever saved in "${own}"`,
      hint: `write save: ${own}`,
      span: spanAt(draft.document, [...path, 'save']),
    });
  }
}

interface Disagreement {
  message: string;
  hint: string;
  span: Span;
}

/** Finds a variable that gets another result than the one of its name, which is saved elsewhere. */
function findCrossed({ entries, kind, known = [] }: NamedValues): Disagreement | undefined {
  if (kind !== 'save') return undefined;
  const results = new Set(known.map(normalize));
  for (const { key, source, span } of entries) {
    const own = entries.find((one) => lastName(one.source) === normalize(key));
    const isForeign = lastName(source) !== normalize(key) && results.has(lastName(source));
    if (own === undefined || !isForeign || results.has(normalize(own.key))) continue;
    return {
      message: `"${key}" gets "${source.replace('column.', '')}", and the value of its own name is saved in "${own.key}"`,
      hint: 'exchange the two values',
      span: span(),
    };
  }
  return undefined;
}

function findExchanged({ entries, kind, step }: NamedValues, draft: FlowDraft): Disagreement | undefined {
  for (const [at, one] of entries.entries())
    for (const other of entries.slice(at + 1)) {
      const isExchanged =
        endsIn(one.key, lastName(other.source)) &&
        endsIn(other.key, lastName(one.source)) &&
        lastName(one.source) !== lastName(other.source);
      if (!isExchanged || one.source.startsWith('call.')) continue;
      return {
        message: `"${one.key}" gets the value of "${other.key}", and "${other.key}" that of "${one.key}"`,
        hint: 'exchange the two values',
        span: one.span(),
      };
    }
  if (kind !== 'sent') return undefined;
  const keys = new Set(entries.map(({ key }) => normalize(key)));
  for (const { key, source, span } of entries) {
    const own = entries.find((one) => one.key !== key && isDeclaredAs(one.source, key, draft));
    const isLost =
      own !== undefined && !isDeclaredAs(source, key, draft) && /^(?:vars|params)\./.test(source);
    if (!isLost || keys.has(lastName(source)) || !listWrittenBefore(draft, step).has(own.source.slice(5)))
      continue;
    return {
      message: `"${own.key}" gets ${own.source}, and "${key}" gets ${source} in its place`,
      hint: 'exchange the two values',
      span: span(),
    };
  }
  return undefined;
}

/** True for a name that is another one, or has it as its last word: name_de and de. */
function endsIn(name: string, other: string): boolean {
  return normalize(name) === other || normalize(/[^_]+$/.exec(name)?.[0] ?? '') === other;
}

/** True for a variable or parameter of this name. */
function isDeclaredAs(source: string, name: string, draft: FlowDraft): boolean {
  const [holder = '', last = '', ...deeper] = source.split('.');
  return (
    (holder === 'vars' || holder === 'params') &&
    deeper.length === 0 &&
    Object.hasOwn(draft[holder], last) &&
    normalize(last) === normalize(name)
  );
}

function findTwice(map: NamedValues, draft: FlowDraft): Disagreement | undefined {
  if (map.kind === 'body') return undefined;
  for (const { key, source, span } of map.entries) {
    const twin = map.entries.find((one) => one.source === source && one.key !== key);
    if (map.kind === 'save' && twin !== undefined && isKept([key, twin.key], draft))
      return {
        message: `variables "${key}" and "${twin.key}" get the same value`,
        hint: 'save in each what it is named after',
        span: (lastName(source) === normalize(key) ? twin : { span }).span(),
      };
    const namesake = map.entries.find(
      (one) => one.source === source && one.key !== key && normalize(one.key) === lastName(source),
    );
    if (namesake === undefined || normalize(key) === lastName(source)) continue;
    if (map.kind === 'save') continue;
    const own = findOwn(map, key, draft);
    if (own === undefined || isSameRow(own, source, draft)) continue;
    return {
      message: `"${key}" gets the value of "${namesake.key}", which is sent already, and ${own} is not sent`,
      hint: `write \${${own}}`,
      span: span(),
    };
  }
  return undefined;
}

/** True for variables that nothing but answers changes. */
function isKept(names: readonly string[], draft: FlowDraft): boolean {
  return !listReferences(draft, 'value').some(({ path }) => names.includes(String(path.at(-1))));
}

function findForeign(map: NamedValues, draft: FlowDraft): Disagreement | undefined {
  if (map.kind === 'body') return undefined;
  for (const { key, source, span } of map.entries) {
    const [name, value] = [normalize(key), lastName(source)];
    if (name.includes(value) || value.includes(name)) continue;
    const own = map.kind === 'save' ? findOwnColumn(map, key) : findOwn(map, key, draft);
    if (own !== undefined && isSameRow(own, source, draft)) continue;
    if (own !== undefined && map.kind !== 'save' && readType(own, draft) !== readType(source, draft))
      continue;
    const isDeclared = map.kind === 'save' || /^(?:vars|params)\.\w+$/.test(source);
    if (own === undefined || !isDeclared || (map.kind === 'path' && !isPathOf(key, own, draft))) continue;
    return {
      message: `"${key}" gets the value of "${source.replace('column.', '')}", although ${own} is at hand and this step does not use it`,
      hint: map.kind === 'save' ? `write ${own}` : `write \${${own}}`,
      span: span(),
    };
  }
  return undefined;
}

/** Returns the type of a variable or parameter: a count does not stand in place of a list that is told. */
function readType(source: string, draft: FlowDraft): string | undefined {
  const [holder, name = ''] = source.split('.');
  return holder === 'params' ? draft.params[name]?.type : draft.vars[name]?.type;
}

/** True when another request puts the value of this name behind the same segment. */
function isPathOf(key: string, own: string, draft: FlowDraft): boolean {
  return listAddresses(draft).some(
    ({ kind, entries }) => kind === 'path' && entries.some((one) => one.key === key && one.source === own),
  );
}

/** False for a column or result that there is not, which is reported elsewhere. */
function isKnown(source: string, known: readonly string[]): boolean {
  return known.includes(source.replace('column.', ''));
}

/** Returns a column or result of the name of the variable, unless another variable keeps it. */
function findOwnColumn({ entries, known = [] }: NamedValues, key: string): string | undefined {
  const own = known.find((column) => normalize(column) === normalize(key));
  const isUnknown = entries.some(({ key: one, source }) => one === key && !isKnown(source, known));
  return own === undefined || isUnknown || entries.some(({ source }) => lastName(source) === normalize(own))
    ? undefined
    : own;
}

/** Returns the variable or parameter of a name that has its value by then and is not used by the step. */
function findOwn({ step }: NamedValues, key: string, draft: FlowDraft): string | undefined {
  const name = findDeclared(draft, (one) => normalize(one) === normalize(key));
  if (name === undefined) return undefined;
  const own = Object.hasOwn(draft.params, name) ? `params.${name}` : `vars.${name}`;
  if (findStepReads(draft, step).has(own)) return undefined;
  return own.startsWith('params.') || listWrittenBefore(draft, step).has(name) ? own : undefined;
}

/** Returns the variables that a step before has written on the way to this one. */
function listWrittenBefore(draft: FlowDraft, step: string): ReadonlySet<string> {
  const steps = indexStepsOf(draft);
  const written = new Set<string>();
  for (const [writer, names] of findWrites(draft)) {
    const next = steps.get(writer)?.edges.map(({ to }: Edge) => to) ?? [];
    if (findReachable(steps, next).has(step)) for (const name of names) written.add(name);
  }
  return written;
}

const indexStepsOf = memoize(({ graph }: FlowDraft) => indexSteps(graph));

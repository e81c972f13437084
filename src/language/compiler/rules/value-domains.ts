/** Determines which values a name of an expression can have, as far as the flow shows all of them. */
import { memoize } from '../../model/index.ts';
import { toList } from '../verbs/parts/fragments.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { findPatternProblem } from '../verbs/parts/patterns.ts';
import { findGetterRange } from './getter-ranges.ts';
import type { Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';

/** A form that all texts of one origin have. */
export interface Form {
  /** The form in words: `a date such as 2026-12-24`. */
  description: string;
  matches: (text: string) => boolean;
  /** True when a text of the form can begin like this. */
  canBegin: (prefix: string) => boolean;
}

/** The values that a name can have. */
export type Domain =
  | { kind: 'text'; texts: ReadonlySet<string>; forms: readonly Form[] }
  | { kind: 'number'; isWhole: boolean; ranges: readonly { min: number; max: number }[] };

/** Returns the values of a name such as `vars.tier`; undefined when not all of them are known. */
export function findDomain(draft: FlowDraft, name: string): Domain | undefined {
  return findDomains(draft)(name);
}

const findDomains = memoize((draft: FlowDraft) => {
  const known = new Map<string, Domain | undefined>();
  return (name: string): Domain | undefined => {
    if (!known.has(name)) known.set(name, buildDomain(draft, name));
    return known.get(name);
  };
});

function buildDomain(draft: FlowDraft, name: string): Domain | undefined {
  if (name === 'call.direction') return toTextDomain(['inbound', 'outbound']);
  // A flow without languages takes that of the flow that runs it.
  if (name === 'call.language' && draft.source.languages !== undefined) return toTextDomain(draft.languages);
  const [holder, variable = ''] = name.split('.');
  if (holder !== 'vars' || !Object.hasOwn(draft.vars, variable) || draft.brokenVars.has(variable))
    return undefined;
  const sources = findSources(draft).get(variable) ?? [];
  // A variable that nothing writes is a constant, which somebody may change.
  if (sources.every(({ step }) => step === undefined)) return undefined;
  const type = draft.vars[variable]?.type;
  if (type === 'string') return joinTexts(sources);
  return type === 'int' || type === 'double' ? joinRanges(sources, type === 'int') : undefined;
}

function toTextDomain(texts: readonly string[]): Domain {
  return { kind: 'text', texts: new Set(texts), forms: [] };
}

function joinTexts(sources: readonly Source[]): Domain | undefined {
  // A variable may be empty wherever it was not filled.
  const texts = new Set(['']);
  const forms: Form[] = [];
  for (const source of sources) {
    if (source.kind === 'texts') for (const { text } of source.texts) texts.add(text);
    else if (source.kind === 'answer') {
      const form = findForm(source.body);
      if (form === undefined) return undefined;
      forms.push(form);
      for (const phrase of listPhrases(source.body)) texts.add(phrase);
    } else return undefined;
  }
  return { kind: 'text', texts, forms };
}

/** Returns the phrases that callers can say instead of a value. */
export function listPhrases({ speech }: Readable<CollectStep>): string[] {
  const phrases = typeof speech === 'object' ? speech.phrases : undefined;
  const lists = Array.isArray(phrases) || typeof phrases !== 'object' ? [phrases] : Object.values(phrases);
  return lists.flatMap((list) => toList(list)).flatMap((phrase) => phrase ?? []);
}

const DATE = buildForm('a date such as 2026-12-24', '0000-00-00');
const TIME = buildForm('a time such as 09:30', '00:00');

/** Returns the form of the values that a collect stores in a text variable, phrases aside; undefined when any text fits. */
export function findForm(body: Readable<CollectStep>): Form | undefined {
  const { type = 'digits' } = body;
  if (type === 'date') return DATE;
  if (type === 'time') return TIME;
  if (type === 'phone')
    return {
      description: 'a number such as +493012345',
      matches: (text) => /^\+[1-9]\d{3,14}$/.test(text),
      canBegin: (prefix) => /^(\+([1-9]\d{0,14})?)?$/.test(prefix),
    };
  const length = type === 'digits' ? findKeyedLength(body) : undefined;
  if (length === undefined) return undefined;
  const { min, max } = length;
  const { pattern = '' } = body;
  const fits = findPatternProblem(pattern, 'u') === undefined ? new RegExp(pattern, 'u') : /^/;
  return {
    description: min === max ? `text of ${min} digits` : `text of ${min} to ${max} digits`,
    matches: (text) => /^\d*$/.test(text) && text.length >= min && text.length <= max && fits.test(text),
    canBegin: (prefix) => /^\d*$/.test(prefix) && prefix.length <= max,
  };
}

/** Builds a form from a mask in which each 0 is a digit. */
function buildForm(description: string, mask: string): Form {
  const canBegin = (prefix: string) => mask.startsWith(prefix.replace(/\d/g, '0'));
  return { description, matches: (text) => text.length === mask.length && canBegin(text), canBegin };
}

function joinRanges(sources: readonly Source[], isWhole: boolean): Domain | undefined {
  const ranges: { min: number; max: number }[] = [];
  for (const source of sources) {
    if (source.kind === 'texts')
      ranges.push(...source.texts.map(({ text }) => ({ min: Number(text), max: Number(text) })));
    else if (source.kind === 'answer') ranges.push(findRange(source.body));
    else {
      const [, getter = ''] =
        source.kind === 'expression' ? (/\.(get\w+)\([^()]*\)\s*$/.exec(source.source) ?? []) : [];
      const range = findGetterRange(getter);
      if (range === undefined) return undefined;
      ranges.push(range);
    }
  }
  return ranges.some(({ min, max }) => Number.isNaN(min) || Number.isNaN(max))
    ? undefined
    : { kind: 'number', isWhole, ranges };
}

/** Returns the bounds of the number that a collect stores. Speech may exceed the number of digits. */
export function findRange(body: Readable<CollectStep>): { min: number; max: number } {
  const { range = {}, speech = false } = body;
  const length = speech === false ? findKeyedLength(body) : undefined;
  const largest = length === undefined ? Infinity : 10 ** length.max - 1;
  return {
    min: range.min === undefined ? 0 : Number(range.min),
    max: range.max === undefined ? largest : Math.min(largest, Number(range.max)),
  };
}

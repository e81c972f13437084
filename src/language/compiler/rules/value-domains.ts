/** Determines which values a name of an expression can have, as far as the flow shows all of them. */
import { memoize, namePath, type Term } from '../../model/index.ts';
import { toList } from '../verbs/parts/fragments.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { findPatternProblem } from '../verbs/parts/patterns.ts';
import { findGetterRange } from './getter-ranges.ts';
import type { Source } from '../check/step-values.ts';
import { findAnswerExpression, findSources } from '../check/variable-sources.ts';

/** A form that all texts of one origin have. */
export interface Form {
  /** The form in words: `a date such as 2026-12-24`. */
  description: string;
  matches: (text: string) => boolean;
  /** True when a text of the form can begin like this. */
  canBegin: (prefix: string) => boolean;
  /** Converts a text to the form, where that is certain. */
  convert?: (text: string) => string;
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
    if (known.has(name)) return known.get(name);
    // A variable that gets its own value comes here again meanwhile.
    known.set(name, undefined);
    known.set(name, buildDomain(draft, name));
    return known.get(name);
  };
});

function buildDomain(draft: FlowDraft, name: string): Domain | undefined {
  if (name === 'call.direction') return toTextDomain(['inbound', 'outbound']);
  if (name === 'call.reason') return toTextDomain(['', ...END_REASONS]);
  // A flow without languages takes that of the flow that runs it.
  if (name === 'call.language' && draft.source.languages !== undefined) return toTextDomain(draft.languages);
  const [holder, variable = ''] = name.split('.');
  if (holder !== 'vars' || !Object.hasOwn(draft.vars, variable) || draft.brokenVars.has(variable))
    return undefined;
  const sources = findSources(draft).get(variable) ?? [];
  // A variable that nothing writes is a constant, which somebody may change.
  if (sources.every(({ step }) => step === undefined)) return undefined;
  const type = draft.vars[variable]?.type;
  if (type === 'string') return joinTexts(sources, draft);
  return type === 'int' || type === 'double' ? joinRanges(sources, type === 'int') : undefined;
}

function toTextDomain(texts: readonly string[]): TextDomain {
  return { kind: 'text', texts: new Set(texts), forms: [] };
}

/** Reasons for which a call has ended. */
const END_REASONS = ['normal', 'busy', 'no_answer', 'rejected', 'failed', 'unknown'];

type TextDomain = Extract<Domain, { kind: 'text' }>;

function joinTexts(sources: readonly Source[], draft: FlowDraft): Domain | undefined {
  // A variable may be empty wherever it was not filled.
  return joinDomains([toTextDomain(['']), ...sources.map((source) => readTexts(source, draft))]);
}

function joinDomains(domains: readonly (Domain | undefined)[]): TextDomain | undefined {
  const known = domains.filter((one) => one?.kind === 'text');
  if (known.length < domains.length) return undefined;
  return {
    kind: 'text',
    texts: new Set(known.flatMap(({ texts }) => [...texts])),
    forms: known.flatMap(({ forms }) => forms),
  };
}

function readTexts(source: Source, draft: FlowDraft): Domain | undefined {
  if (source.kind === 'texts') return toTextDomain(source.texts.map(({ text }) => text));
  if (source.kind === 'answer') {
    const form = findForm(source.body);
    return form && { kind: 'text', texts: new Set(listPhrases(source.body)), forms: [form] };
  }
  if (source.kind === 'expression') return readExpression(source.source, draft);
  if (source.kind !== 'unknown') return undefined;
  if (source.result !== undefined) return readResult(source.step, source.result, draft);
  return readExpression(findAnswerExpression(source, draft), draft);
}

/** Returns the texts that another flow returns. */
function readResult(step: string | undefined, result: string, draft: FlowDraft): Domain | undefined {
  const flow = draft.graph.steps.find(({ name }) => name === step)?.flow;
  const part = flow === undefined ? undefined : draft.others.signature(flow)?.draft;
  return part && readExpression(part.returns[result], part);
}

function readExpression(source: string | undefined, draft: FlowDraft): Domain | undefined {
  const term = source === undefined ? undefined : draft.expressions().parse(source);
  return term && readTerm(term, draft);
}

function readTerm(term: Term, draft: FlowDraft): Domain | undefined {
  if (term.kind === 'value') return typeof term.value === 'string' ? toTextDomain([term.value]) : undefined;
  if (term.kind === 'operation' && term.operator === '?:')
    return joinDomains(term.args.slice(1).map((branch) => readTerm(branch, draft)));
  if (term.kind === 'call' && term.on !== undefined && Object.hasOwn(CASES, term.name)) {
    const form = CASES[term.name];
    return form && { kind: 'text', texts: new Set(), forms: [form] };
  }
  const name = namePath(term);
  return name?.startsWith('vars.') === true ? findDomain(draft, name) : undefined;
}

/** The forms of texts whose letters are converted. */
const CASES: Readonly<Record<string, Form>> = {
  lowerAscii: buildCase('text in small letters', (text) =>
    text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  upperAscii: buildCase('text in capital letters', (text) =>
    text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  ),
};

function buildCase(description: string, convert: (text: string) => string): Form {
  const matches = (text: string) => convert(text) === text;
  return { description, matches, canBegin: matches, convert };
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

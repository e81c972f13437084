/** Determines which values a name of an expression can have, as far as the flow shows all of them. */
import { memoize, namePath, type Term } from '../../model/index.ts';
import { listAlternatives } from '../read/words.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { findKeyedLength } from '../verbs/parts/collected.ts';
import { findGetterRange } from './getter-ranges.ts';
import type { Source } from '../check/step-values.ts';
import { findAnswerExpression, findSources, findSourcesFor } from '../check/variable-sources.ts';
import { findForm, LETTER_CASES, listPhrases, STATUS, type Form } from './answer-forms.ts';

/** The values that a name can have. */
export type Domain =
  | { kind: 'text'; texts: ReadonlySet<string>; forms: readonly Form[] }
  | { kind: 'number'; isWhole: boolean; ranges: readonly { min: number; max: number }[] };

export type TextDomain = Extract<Domain, { kind: 'text' }>;

/** Maximum number of values that a message lists. */
const MAX_LISTED = 4;

/** Lists the texts of a domain in words: completes "the value is …". */
export function describeTexts({ texts, forms }: Pick<TextDomain, 'texts' | 'forms'>): string {
  const filled = [...texts].filter((one) => one !== '' && !forms.some((form) => form.matches(one)));
  const listed = filled.slice(0, MAX_LISTED).map((one) => `"${one}"`);
  const values = [
    ...new Set(forms.map(({ description }) => description)),
    ...listed,
    ...(filled.length > MAX_LISTED ? ['other values'] : []),
  ];
  return values.length === 0 ? 'always empty' : listAlternatives(values);
}

/**
 * Returns the values of a name such as `vars.tier`, anywhere or when a call comes to a step; undefined when not all of
 * them are known.
 */
export function findDomain(draft: FlowDraft, name: string, step?: string): Domain | undefined {
  return findDomains(draft)(name, step);
}

/** Returns a search that only knows which names have whole numbers: it excludes no value that the flow guards against. */
export function findWholeNumbers({ vars }: FlowDraft): (name: string) => Domain | undefined {
  return (name) =>
    name.startsWith('vars.') && vars[name.slice('vars.'.length)]?.type === 'int'
      ? { kind: 'number', isWhole: true, ranges: [{ min: -Infinity, max: Infinity }] }
      : undefined;
}

const findDomains = memoize((draft: FlowDraft) => {
  const known = new Map<string, Domain | undefined>();
  return (name: string, step: string | undefined): Domain | undefined => {
    const key = `${name} ${step ?? ''}`;
    if (known.has(key)) return known.get(key);
    // A variable that gets its own value comes here again meanwhile.
    known.set(key, undefined);
    known.set(key, buildDomain(draft, name, step));
    return known.get(key);
  };
});

function buildDomain(draft: FlowDraft, name: string, step: string | undefined): Domain | undefined {
  if (name === 'call.direction') return toTextDomain(['inbound', 'outbound']);
  if (name === 'call.reason') return toTextDomain(['', ...END_REASONS]);
  // A flow without languages takes that of the flow that runs it.
  if (name === 'call.language' && draft.source.languages !== undefined) return toTextDomain(draft.languages);
  // Comparisons name an expression by its source.
  const term = name.includes('(') ? draft.expressions().parse(name) : undefined;
  if (term?.kind === 'call') return readTerm(term, draft);
  const variable = /^vars\.(\w+)$/.exec(name)?.[1] ?? '';
  if (!Object.hasOwn(draft.vars, variable) || draft.brokenVars.has(variable)) return undefined;
  // A variable that nothing writes is a constant, which somebody may change.
  if ((findSources(draft).get(variable) ?? []).every((source) => source.step === undefined)) return undefined;
  const sources = findSourcesFor(draft, variable, step);
  const type = draft.vars[variable]?.type;
  if (type === 'string') return joinTexts(sources, draft);
  return type === 'int' || type === 'double' ? joinRanges(sources, type === 'int') : undefined;
}

function toTextDomain(texts: readonly string[]): TextDomain {
  return { kind: 'text', texts: new Set(texts), forms: [] };
}

/** Reasons for which a call has ended. */
const END_REASONS = ['normal', 'busy', 'no_answer', 'rejected', 'failed', 'unknown'];

function joinTexts(sources: readonly Source[], draft: FlowDraft): Domain | undefined {
  // A variable may be empty wherever it was not filled.
  const unfilled = sources.some(({ step }) => step === undefined) ? [toTextDomain([''])] : [];
  return joinDomains([...unfilled, ...sources.map((source) => readTexts(source, draft))]);
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
  if (source.beginning !== undefined)
    return { kind: 'text', texts: new Set(), forms: [buildBeginningForm(source.beginning)] };
  return readExpression(findAnswerExpression(source, draft), draft);
}

function buildBeginningForm(beginning: string): Form {
  return {
    description: `text that begins with "${beginning}"`,
    matches: (text) => text.startsWith(beginning),
    canBegin: (prefix) => prefix.startsWith(beginning) || beginning.startsWith(prefix),
  };
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
  if (term.kind === 'call' && term.on !== undefined && Object.hasOwn(LETTER_CASES, term.name)) {
    const form = LETTER_CASES[term.name];
    return form && { kind: 'text', texts: new Set(), forms: [form] };
  }
  const name = namePath(term);
  if (name === 'response.status') return { kind: 'text', texts: new Set(), forms: [STATUS] };
  return name?.startsWith('vars.') === true ? findDomain(draft, name) : undefined;
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

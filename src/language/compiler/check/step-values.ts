/** The values that each step reads and writes. */
import { findDeclaredUses, memoize, scanTemplate } from '../../model/index.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { EXPRESSION_KINDS, listExpressionsIn, listReferences, stepNameOf } from './references.ts';

/** An expression or text that a step assigns to a variable of the flow itself. */
export interface SetValue {
  /** The text as written. */
  text: string;
  /** The single expression of which it consists, if it does. */
  expression?: string;
  /** The names that it reads, such as `vars.tries`. */
  reads: ReadonlySet<string>;
}

/** The values of one step. */
export interface StepValues {
  /** Names that any part of the step reads, such as `vars.tries`; a named prompt counts as part of each step that says it. */
  reads: ReadonlySet<string>;
  /** Variable → the value that a `set` gives it. */
  sets: ReadonlyMap<string, SetValue>;
  /** Variables that keep something from outside: an answer of the caller, of a service, a table or another flow. */
  saves: ReadonlySet<string>;
}

const NOTHING: StepValues = { reads: new Set(), sets: new Map(), saves: new Set() };

/** Returns the values that a step reads and writes. */
export function getStepValues(draft: FlowDraft, step: string): StepValues {
  return collectValues(draft).get(step) ?? NOTHING;
}

const collectValues = memoize((draft: FlowDraft): ReadonlyMap<string, StepValues> => {
  const ofPrompts = readPromptNames(draft);
  const references = Map.groupBy(
    listReferences(draft, ...EXPRESSION_KINDS, 'variable'),
    (reference) => stepNameOf(reference) ?? '',
  );
  references.delete('');
  return new Map([...references].map(([step, own]) => [step, readValues(own, ofPrompts)]));
});

function readValues(
  own: readonly Reference[],
  ofPrompts: ReadonlyMap<string, ReadonlySet<string>>,
): StepValues {
  const reads = new Set<string>();
  const sets = new Map<string, SetValue>();
  const saves = new Set<string>();
  for (const reference of own) {
    if (reference.kind === 'variable') {
      if (reference.path.at(-2) !== 'set') saves.add(reference.text);
      continue;
    }
    const found = findReadsOf(reference, ofPrompts);
    for (const name of found) reads.add(name);
    const variable = reference.path.at(-1);
    if (reference.kind === 'value' && typeof variable === 'string')
      sets.set(variable, { ...readSetValue(reference.text), reads: found });
  }
  return { reads, sets, saves };
}

/** Returns the names that a reference reads; those of the prompt that it names, if it does. */
export function findReadsOf(
  reference: Reference,
  ofPrompts: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const { kind, text } = reference;
  if (kind === 'prompt' && isPromptName(text)) return ofPrompts.get(text) ?? new Set();
  return findNames(listExpressionsIn([reference]).map(({ source }) => source));
}

function readSetValue(text: string): Pick<SetValue, 'text' | 'expression'> {
  const { parts } = scanTemplate(text);
  const [only, ...others] = parts;
  return typeof only === 'object' && others.length === 0 ? { text, expression: only.expr } : { text };
}

/** Prompt → the names that its texts read. */
export const readPromptNames = memoize((draft: FlowDraft): ReadonlyMap<string, ReadonlySet<string>> => {
  const inPrompts = draft.references.filter(({ path }) => path[0] === 'prompts');
  const sources = Map.groupBy(listExpressionsIn(inPrompts), ({ reference }) => String(reference.path[1]));
  return new Map(
    [...sources].map(([prompt, found]) => [prompt, findNames(found.map(({ source }) => source))]),
  );
});

/** Returns the declared names in expressions, such as `vars.tier`. */
export function findNames(sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => findDeclaredUses(source).map(toName)));
}

function toName({ section, name }: { section: string; name: string }): string {
  return `${section}.${name}`;
}

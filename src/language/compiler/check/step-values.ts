/** The values that each step reads and writes. */
import {
  findDeclaredUses,
  memoize,
  scanTemplate,
  toType,
  type Value,
  type VarType,
} from '../../model/index.ts';
import type { FlowDraft, Reference } from '../types.ts';
import { nodeAt } from '../read/document.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { EXPRESSION_KINDS, listExpressionsIn, listReferences, stepNameOf } from './references.ts';

/** A value that a step assigns. */
interface SetValue {
  /** The constant; absent when it is computed. */
  literal?: Value;
  /** The single expression of which it consists, if it does. */
  expression?: string;
  /** The names that it reads, such as `vars.tries`. */
  reads: ReadonlySet<string>;
}

/** The values of one step. */
interface StepValues {
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
  const types = (variable: string) => draft.vars[variable]?.type;
  const references = Map.groupBy(
    listReferences(draft, ...EXPRESSION_KINDS, 'variable'),
    (reference) => stepNameOf(reference) ?? '',
  );
  references.delete('');
  return new Map([...references].map(([step, own]) => [step, readValues(own, { ofPrompts, types })]));
});

interface Declared {
  ofPrompts: ReadonlyMap<string, ReadonlySet<string>>;
  types: (variable: string) => VarType | undefined;
}

function readValues(own: readonly Reference[], { ofPrompts, types }: Declared): StepValues {
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
      sets.set(variable, { ...readSetValue(reference, types(variable)), reads: found });
  }
  return { reads, sets, saves };
}

/** Returns the names that a reference reads; those of the prompt that it names, if it does. */
function findReadsOf(
  reference: Reference,
  ofPrompts: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const { kind, text } = reference;
  if (kind === 'prompt' && isPromptName(text)) return ofPrompts.get(text) ?? new Set();
  return findNames(listExpressionsIn([reference]).map(({ source }) => source));
}

function readSetValue({ at, text }: Reference, type: VarType | undefined): Omit<SetValue, 'reads'> {
  const { parts } = scanTemplate(text);
  const [only, ...others] = parts;
  if (typeof only === 'object' && others.length === 0) return { expression: only.expr };
  if (type === undefined || !('node' in at) || at.node.value === null) return {};
  if (parts.some((part) => typeof part === 'object')) return {};
  const literal = toType(type === 'string' ? text : at.node.value, type);
  return literal === undefined ? {} : { literal };
}

/** Prompt → the names that its texts read. */
export const readPromptNames = memoize((draft: FlowDraft): ReadonlyMap<string, ReadonlySet<string>> => {
  const inPrompts = draft.references.filter(({ path }) => path[0] === 'prompts');
  const sources = Map.groupBy(listExpressionsIn(inPrompts), ({ reference }) => String(reference.path[1]));
  return new Map(
    [...sources].map(([prompt, found]) => [prompt, findNames(found.map(({ source }) => source))]),
  );
});

/** The address of the recording, which the platform reports some time after it has ended. */
export const RECORDING = 'call.recording_url';

/** Returns the declared names in expressions, such as `vars.tier`, and that of the recording. */
export function findNames(sources: readonly string[]): ReadonlySet<string> {
  const names = sources.flatMap((source) => findDeclaredUses(source).map(toName));
  return new Set(sources.some((source) => source.includes(RECORDING)) ? [...names, RECORDING] : names);
}

function toName({ section, name }: { section: string; name: string }): string {
  return `${section}.${name}`;
}

/** Returns the variables that keep the results of another flow, each with the name of its result. */
export function listKeptResults(draft: FlowDraft, step: string): { variable: string; result: string }[] {
  const own = listReferences(draft, 'variable').filter((one) => stepNameOf(one) === step);
  return own.flatMap(({ text, path, at }) => {
    if (path.at(-2) !== 'save') return [];
    const written = 'node' in at ? path.at(-1) : nodeAt(draft.document.root, path);
    const result =
      typeof written === 'object' ? (written.kind === 'string' ? written.value : undefined) : written;
    return result === undefined ? [] : [{ variable: text, result: String(result) }];
  });
}

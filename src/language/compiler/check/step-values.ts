/** The values that each step reads and writes, and where those come from: literals, tables, callers, services. */
import { memoize, scanTemplate, toType, type Edge, type Value } from '../../model/index.ts';
import type { CollectStep, LookupStep, MenuStep } from '../../../../schemas/types/flow.ts';
import type { DraftStep, FlowDraft, Readable, Reference } from '../types.ts';
import { nodeAt } from '../read/document.ts';
import { isPromptName } from '../schema/name-forms.ts';
import { findExtension } from '../verbs/parts/collected.ts';
import {
  EXPRESSION_KINDS,
  findReferenceSpan,
  isAssignmentTo,
  listExpressionsIn,
  listReferences,
  stepNameOf,
} from './references.ts';

/** A possible value written in the flow or its tables. */
export interface WrittenText {
  text: string;
  /** Its place, as messages name it: `line 7 of shops.csv`. */
  place: string;
}

type Origin =
  | { kind: 'texts'; texts: readonly WrittenText[] }
  /** One expression that computes it. */
  | { kind: 'expression'; source: string }
  /** The caller's answer to a question. */
  | { kind: 'answer'; body: Readable<CollectStep> }
  /** A text message of the caller. */
  | { kind: 'message' }
  /** Anything else; `result` is the name that a flow that was run gives it, `beginning` the text before the first value. */
  | { kind: 'unknown'; result?: string; beginning?: string };

/** A value that a variable gets, or with which it begins. */
export type Source = Origin & {
  variable: string;
  /** Absent for the value with which it begins. */
  step?: string;
  /** The only outcome of the step with which it is written; absent: all that are no failures. */
  outcome?: string;
  /** True for a value that the flow assigns; the others come from outside. */
  isSet: boolean;
  /** The constant that is assigned; absent when it is computed. */
  literal?: Value;
  /** The names from which it is computed, such as `vars.tries`. */
  reads: ReadonlySet<string>;
};

/** The values of one step. */
interface StepValues {
  /** Names that any part of the step reads, such as `vars.tries`; a named prompt counts as part of each step that says it. */
  reads: ReadonlySet<string>;
  writes: readonly Source[];
  /** Variables that keep something from outside: an answer of the caller, of a service, a table or another flow. */
  saves: ReadonlySet<string>;
}

const NOTHING: StepValues = { reads: new Set(), writes: [], saves: new Set() };

/** Returns the values that a step reads and writes. */
export function getStepValues(draft: FlowDraft, step: string): StepValues {
  return collectValues(draft).get(step) ?? NOTHING;
}

type Way = Pick<Edge, 'outcome' | 'failure'>;

/** Returns what a step writes when it ends in this way. */
export function listWrites(draft: FlowDraft, step: string, way: Way): StepValues['writes'] {
  return getStepValues(draft, step).writes.filter((source) => isWritten(source, way));
}

/** True for a value that its step writes when it ends in this way. */
export function isWritten(source: Source, { outcome, failure }: Way): boolean {
  return !failure && (source.outcome ?? outcome) === outcome;
}

/** True when a step reads a variable otherwise than for its own new value, as counters do. */
export function readsBesides(draft: FlowDraft, step: string, variable: string): boolean {
  return (groupReferences(draft).get(step) ?? []).some(
    (one) => !isAssignmentTo(variable, one) && findReferenceReads(one, draft).has(`vars.${variable}`),
  );
}

const groupReferences = memoize((draft: FlowDraft) =>
  Map.groupBy(listReferences(draft, ...EXPRESSION_KINDS, 'variable'), stepNameOf),
);

const collectValues = memoize((draft: FlowDraft): ReadonlyMap<string, StepValues> => {
  const references = groupReferences(draft);
  return new Map(
    draft.steps.map((step) => [step.name, readValues(references.get(step.name) ?? [], step, draft)]),
  );
});

function readValues(own: readonly Reference[], step: DraftStep, draft: FlowDraft): StepValues {
  const writes = own.filter(isWrite).map((reference) => ({
    ...(reference.kind === 'value' ? readAssigned(reference, draft) : readSaved(reference, step, draft)),
    ...findOutcome(reference, step),
    step: step.name,
    reads: findReferenceReads(reference, draft),
  }));
  const saved = writes.filter(({ isSet }) => !isSet).map(({ variable }) => variable);
  return {
    reads: new Set(own.flatMap((one) => [...findReferenceReads(one, draft)])),
    writes,
    saves: new Set(saved),
  };
}

/** True for a value that is assigned, and for the name of a variable that keeps something. */
function isWrite({ kind, path }: Reference): boolean {
  return kind === 'value' || (kind === 'variable' && path.at(-2) !== 'set');
}

/** Verbs that save only with one outcome. */
const SAVING: Record<string, string> = {
  collect: 'filled',
  http: 'ok',
  lookup: 'found',
  wait: 'done',
  voicemail: 'recorded',
};

/** A part of the body that leads to an outcome of its own writes with this outcome alone. */
function findOutcome({ kind, path }: Reference, { content }: DraftStep): Pick<Source, 'outcome'> {
  const below = path.slice(3).join(' ');
  const own = content?.outcomes.find((one) => {
    const part = 'path' in one ? `${one.path.slice(0, -1).join(' ')} ` : ' ';
    return part !== ' ' && below.startsWith(part);
  });
  const outcome = own?.name ?? (kind === 'value' ? undefined : SAVING[content?.verb.name ?? '']);
  return outcome === undefined ? {} : { outcome };
}

/** Returns the names that a reference reads; those of the prompt that it names, if it does. */
function findReferenceReads(reference: Reference, draft: FlowDraft): ReadonlySet<string> {
  const { kind, text } = reference;
  if (kind === 'prompt' && isPromptName(text)) return readPromptNames(draft).get(text) ?? new Set();
  return kind === 'variable'
    ? new Set()
    : findNames(
        draft,
        listExpressionsIn([reference]).map(({ source }) => source),
      );
}

type Read = Origin & Pick<Source, 'variable' | 'isSet' | 'literal'>;

function readAssigned(reference: Reference, { document, vars }: FlowDraft): Read {
  const { at, path } = reference;
  const variable = String(path.at(-1));
  const assigned = { variable, isSet: true };
  const { parts, ok } = scanTemplate(reference.text);
  const [first, ...others] = parts;
  if (typeof first === 'object' && others.length === 0)
    return { ...assigned, kind: 'expression', source: first.expr };
  if (!ok || !parts.every((part) => typeof part === 'string'))
    return { ...assigned, kind: 'unknown', ...(typeof first === 'string' && { beginning: first }) };
  const text = parts.join('');
  const type = vars[variable]?.type;
  const value = 'node' in at && type !== undefined ? at.node.value : null;
  const literal =
    value === null || type === undefined ? undefined : toType(type === 'string' ? text : value, type);
  const { line } = findReferenceSpan(document, reference).start;
  const texts = [{ text, place: `line ${line}` }];
  return { ...assigned, kind: 'texts', texts, ...(literal !== undefined && { literal }) };
}

function readSaved(reference: Reference, { content }: DraftStep, draft: FlowDraft): Read {
  const { path, text: variable } = reference;
  const saved = { variable, isSet: false };
  const body = content?.body;
  switch (content?.verb.name) {
    case 'collect':
      return { ...saved, kind: 'answer', body: body as Readable<CollectStep> };
    case 'menu': {
      const { extension } = body as Readable<MenuStep>;
      const digits = findExtension({ extension });
      return digits === undefined
        ? { ...saved, kind: 'unknown' }
        : { ...saved, kind: 'answer', body: { pattern: digits.pattern, digits } };
    }
    case 'wait':
      return { ...saved, kind: 'message' };
    case 'lookup': {
      const texts = listCells(reference, body as Readable<LookupStep>, draft);
      return texts === undefined ? { ...saved, kind: 'unknown' } : { ...saved, kind: 'texts', texts };
    }
    case 'run': {
      const written = 'node' in reference.at ? path.at(-1) : nodeAt(draft.document.root, path);
      const result = typeof written !== 'object' ? written : written.kind === 'string' ? written.value : '';
      return { ...saved, kind: 'unknown', result: String(result) };
    }
    default:
      return { ...saved, kind: 'unknown' };
  }
}

/** Lists the cells of the column that a variable keeps; undefined for an unknown column. */
function listCells(
  { path, text: variable }: Reference,
  { table: name = '', save }: Readable<LookupStep>,
  draft: FlowDraft,
): WrittenText[] | undefined {
  const { table, places } = draft.tables.get(name) ?? {};
  const key = String(path.at(-1));
  const column = key === variable ? String(save?.[key]) : key;
  const index = table?.columns.indexOf(column) ?? -1;
  if (table === undefined || places === undefined || (index === -1 && column !== table.key)) return undefined;
  return Object.entries(table.rows).map(([row, cells]) => ({
    text: column === table.key ? row : (cells[index] ?? ''),
    place: places.get(row) ?? `the table "${name}"`,
  }));
}

/** Prompt → the names that its texts read. */
export const readPromptNames = memoize((draft: FlowDraft): ReadonlyMap<string, ReadonlySet<string>> => {
  const inPrompts = draft.references.filter(({ path }) => path[0] === 'prompts');
  const sources = Map.groupBy(listExpressionsIn(inPrompts), ({ reference }) => String(reference.path[1]));
  return new Map(
    [...sources].map(([prompt, found]) => [
      prompt,
      findNames(
        draft,
        found.map(({ source }) => source),
      ),
    ]),
  );
});

/** The address of the recording, which the platform reports some time after it has ended. */
export const RECORDING = 'call.recording_url';

/** Returns the names that expressions read, such as `vars.tier`. */
function findNames(draft: FlowDraft, sources: readonly string[]): ReadonlySet<string> {
  return new Set(sources.flatMap((source) => [...draft.expressions().findReads(source)]));
}

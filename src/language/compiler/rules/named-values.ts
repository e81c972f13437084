/** The names and values that the steps of a flow send, pass on or save together. */
import type { Span } from '../../diagnostics/index.ts';
import { EXPRESSION_KINDS, findReferenceSpan, listReferences, stepNameOf } from '../check/references.ts';
import { findReversedSaves } from '../check/reversed-saves.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { listMapSteps } from './questions.ts';
import { listRequests } from './web-requests.ts';

interface Entry {
  key: string;
  /** The name of its value, such as `vars.town`. */
  source: string;
  span: () => Span;
}

/** Names and values that a step sends, passes on or saves together. */
export interface NamedValues {
  step: string;
  entries: Entry[];
  /** `save`: variables with values from outside; `body`: keys of a verb; `path`: segments of an address. */
  kind: 'save' | 'sent' | 'body' | 'path';
  /** With `save`: names that could be saved and are known. */
  known?: readonly string[];
}

const SENDING = new Set(['json', 'form', 'query', 'data', 'with', 'metadata']);
const BODIES = new Set(['sms', 'connect', 'http', 'stream', 'record']);

/** Lists them, map by map; the values of an address stand under the names before them. */
export function listNamedValues(draft: FlowDraft): NamedValues[] {
  const byParent = new Map<string, NamedValues>();
  for (const reference of listReferences(draft, ...EXPRESSION_KINDS)) {
    const step = stepNameOf(reference);
    const kind = findKind(reference.path);
    const source = readSource(reference.text);
    if (step === undefined || kind === undefined || source === undefined) continue;
    const parent = JSON.stringify(reference.path.slice(0, -1));
    const map = byParent.get(parent) ?? { step, kind, entries: [] };
    map.entries.push({
      key: String(reference.path.at(-1)),
      source,
      span: () => findReferenceSpan(draft.document, reference),
    });
    byParent.set(parent, map);
  }
  return [...byParent.values(), ...listSavedColumns(draft), ...listAddresses(draft)];
}

function findKind(path: Path): NamedValues['kind'] | undefined {
  if (typeof path.at(-1) !== 'string') return undefined;
  const [, , verb, key] = path;
  if (path.length === 4 && BODIES.has(String(verb))) return 'body';
  if (key === 'save') return 'save';
  return path.slice(3, -1).some((part) => SENDING.has(String(part))) ? 'sent' : undefined;
}

/** Returns the name that a text consists of, as it is, converted to another type or unit. */
function readSource(text: string): string | undefined {
  return /^\$\{\s*(?:(?:string|int|double)\(\s*){0,2}([a-z]\w*(?:\.\w+)+)[\s)]*(?:\s*[*/]\s*[\d.]+)?\s*\}$/i.exec(
    text.trim(),
  )?.[1];
}

/** Returns what is saved from tables and other flows: columns and results are written as names alone. */
function listSavedColumns(draft: FlowDraft): NamedValues[] {
  const steps = listMapSteps<{ save: Record<string, string>; table: string; flow: string }>(
    draft,
    'lookup',
    'run',
  );
  const reversed = findReversedSaves(draft);
  const right = steps.filter(({ step }) => !reversed.has(step.name));
  return right.map(({ step, body, path }) => ({
    step: step.name,
    kind: 'save',
    known:
      body.table === undefined
        ? Object.keys(draft.others.signature(body.flow ?? '')?.returns ?? {})
        : (draft.tables.get(body.table)?.table?.columns ?? []),
    entries: Object.entries(body.save ?? {}).map(([key, column]) => ({
      key,
      source: `column.${String(column)}`,
      span: () => spanAt(draft.document, [...path, 'save', key]),
    })),
  }));
}

/** Returns the values in addresses: in the query under their names, in the path under the segment before them. */
export function listAddresses(draft: FlowDraft): NamedValues[] {
  return listRequests(draft).flatMap(({ step, address, path, method }) => {
    const span = () => spanAt(draft.document, [...path, method]);
    const named = (pattern: RegExp) =>
      Array.from(address.matchAll(pattern), ({ 1: key = '', 2: source = '' }) => ({ key, source, span }));
    const query = named(/[?&]([\w-]+)=\$\{\s*([a-z]\w*\.\w+)\s*\}/gi);
    const segments = named(/\/([\w-]+)\/\$\{\s*([a-z]\w*\.\w+)\s*\}/gi).map((entry) => ({
      ...entry,
      key: findDeclared(draft, (name) => isPluralOf(entry.key, name)) ?? entry.key,
    }));
    return [
      { step: step.name, kind: 'sent', entries: query },
      { step: step.name, kind: 'path', entries: segments },
    ];
  });
}

function isPluralOf(word: string, name: string): boolean {
  const more = normalize(word).length - normalize(name).length;
  return normalize(word).startsWith(normalize(name)) && more >= 0 && more <= 3;
}

/** Returns a name as it is compared: in small letters, without signs. */
export function normalize(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

/** Returns the last part of a name as it is compared. */
export function lastName(source: string): string {
  return normalize(source.slice(source.lastIndexOf('.') + 1));
}

/** Returns the variable or parameter whose name is accepted. */
export function findDeclared(draft: FlowDraft, accepts: (name: string) => boolean): string | undefined {
  return [...Object.keys(draft.vars), ...Object.keys(draft.params)].find(accepts);
}

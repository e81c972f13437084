/**
 * Builds the draft of a flow: names, types and edges, as far as they could be read. The whole-flow rules check it;
 * without errors it becomes a `CheckedFlow`.
 */
import type { ReadSiblingFile } from '../read/sibling-file.ts';
import { findClosest } from '../../diagnostics/index.ts';
import type { Expressions, VarDeclaration, VarType, Value } from '../../model/index.ts';
import { createExpressions, HANGUP, readNumber, RETURN, targetWords } from '../../model/index.ts';
import {
  entryOf,
  findImportAt,
  nodeAt,
  listEntries,
  type Document,
  type Entry,
  type Node,
} from '../read/document.ts';
import { buildGraph } from './graph.ts';
import { readHours } from './opening-hours.ts';
import { getBodyProperties } from '../schema/step-rules.ts';
import { readTables } from './tables.ts';
import type {
  Checked,
  FlowCatalogue,
  AnyVerb,
  FlowDraft,
  DraftStep,
  DraftSource,
  StepContent,
} from '../types.ts';
import { verbs } from '../verbs/index.ts';
import { toList } from '../verbs/parts/fragments.ts';

const DEFAULT_LANGUAGE = 'en-US';

interface DraftOptions {
  document: Document;
  others: FlowCatalogue;
  read: ReadSiblingFile | undefined;
}

/** Creates the draft from a checked document. */
export function createDraft(checked: Checked, { document, others, read }: DraftOptions): FlowDraft {
  const source = (checked.value ?? {}) as DraftSource;
  const languages = toList(source.languages).filter((language) => language !== undefined);
  const steps = readSteps(checked, { document, source, others });
  const alwaysKeys = Object.entries(source.always?.keys ?? {}).flatMap(([key, goto]) =>
    goto === undefined ? [] : [{ key, goto }],
  );
  const names = { ...readVars(document), params: readParams(document), env: readEnv(source.env ?? {}) };
  let expressions: Expressions | undefined;
  return {
    document,
    source,
    languages: languages.length > 0 ? languages : [DEFAULT_LANGUAGE],
    ...names,
    promptNames: listSectionEntries(document, 'prompts').map(({ key }) => key),
    alwaysKeys,
    isBroken: checked.broken.length > 0,
    isEntryBroken: checked.broken.some(
      ([first]) => findClosest(String(first), ['on', 'always']) !== undefined,
    ),
    steps,
    references: checked.references,
    expressions: () => (expressions ??= createExpressions(names, { response: false })),
    hours: readHours(source.hours ?? {}),
    tables: readTables(source.tables ?? {}, { document, read }),
    others,
    read,
    returns: readReturns(source.returns ?? {}),
    graph: buildGraph({
      document,
      steps,
      alwaysKeys,
      alwaysPhrases: source.always?.phrases ?? {},
      on: source.on ?? {},
      end: source.returns === undefined ? HANGUP : RETURN,
    }),
  };
}

function readSteps(
  { broken }: Checked,
  context: Pick<StepFacts, 'document' | 'source' | 'others'>,
): DraftStep[] {
  const brokenKeys = Map.groupBy(
    broken.filter(([first, , ...rest]) => first === 'steps' && rest.length > 0 && rest.length < 3),
    ([, step]) => step,
  );
  return listSectionEntries(context.document, 'steps').map((entry) => {
    const keys = (brokenKeys.get(entry.key) ?? []).map(([, , ...path]) => path.map(String));
    return readStep({ ...context, entry, broken: keys });
  });
}

function listSectionEntries(document: Document, key: string): Entry[] {
  return listEntries(nodeAt(document.root, [key]));
}

interface StepFacts {
  entry: Entry;
  document: Document;
  /** Keys of the step and of its verb that are unknown or whose values could not be read. */
  broken: string[][];
  source: DraftSource;
  others: FlowCatalogue;
}

function readStep(facts: StepFacts): DraftStep {
  const { entry, document, broken, source } = facts;
  const step = Object.hasOwn(source.steps ?? {}, entry.key) ? source.steps?.[entry.key] : undefined;
  const unread = new Set(
    broken.flatMap(([key = '', ...below]) => (below.length > 0 ? [] : findClosest(key, ['next', 'on']))),
  );
  const targets = new Map(Object.entries(step?.on ?? {}));
  const outcomes = listEntries(entryOf(entry.value, 'on')?.value).map(({ key }) => key);
  const content = step && readContent(facts, step);
  const range = { from: entry.keyRange.from, to: entry.value.range.to };
  const file = findImportAt(document, entry.keyRange)?.path;
  const isKnown = !document.isDoubtful(range) && !targetWords.includes(entry.key);
  return {
    name: entry.key,
    nameRange: entry.keyRange,
    ...(file === undefined ? {} : { file }),
    ...(isKnown && content ? { content } : {}),
    ...(step?.next === undefined ? {} : { next: step.next }),
    isNextBroken: unread.has('next'),
    ...(unread.has('on') ? {} : { on: new Map(outcomes.map((key) => [key, targets.get(key)])) }),
  };
}

/** Reads a step's verb and body; undefined unless it has exactly one verb. */
function readContent({ entry: { value }, broken, others }: StepFacts, step: object): StepContent | undefined {
  const bodies = new Map<string, unknown>(Object.entries(step));
  const [found, ...more] = listEntries(value).flatMap(({ key }) => {
    const verb = verbs.get(key);
    return verb ? [{ verb, body: bodies.get(key) }] : [];
  });
  if (found === undefined || more.length > 0) return undefined;
  const outcomes = found.verb.listOutcomes(found.body as never, others);
  return { ...found, outcomes, isVague: broken.some((path) => isDeciding(found.verb, path)) };
}

/** True when the value at a path below the step determines the outcomes of its verb. */
function isDeciding({ name, deciding = [] }: AnyVerb, [verb, key]: string[]): boolean {
  if (verb !== name || deciding.length === 0) return false;
  // An unknown key may be a misspelt one that decides.
  return key === undefined || deciding.includes(key) || getBodyProperties(verb)?.has(key) === false;
}

function readVars(document: Document): Pick<FlowDraft, 'vars' | 'brokenVars'> {
  const read = listSectionEntries(document, 'vars').map(({ key, value }) => [key, readVar(value)] as const);
  const unknown: VarDeclaration = { type: 'string', initial: '', secret: false };
  return {
    vars: Object.fromEntries(read.map(([name, declaration]) => [name, declaration ?? unknown])),
    brokenVars: new Set(read.flatMap(([name, declaration]) => (declaration ? [] : [name]))),
  };
}

/** Reads parameters, each declared by its type or by a map. Unreadable types count as text. */
function readParams(document: Document): FlowDraft['params'] {
  return Object.fromEntries(
    listSectionEntries(document, 'params').map(({ key, value }) => {
      const short = 'value' in value && value.value !== null ? { type: readTypeName(value) } : undefined;
      const type = short?.type ?? readTypeName(entryOf(value, 'type')?.value) ?? 'string';
      const given = entryOf(value, 'default')?.value;
      const header = readText(entryOf(value, 'header')?.value);
      const initial = given === undefined && header !== undefined ? '' : given && readInitial(given, type);
      return [
        key,
        {
          type,
          ...(initial === undefined ? {} : { default: initial }),
          ...(header !== undefined && { header }),
        },
      ];
    }),
  );
}

function readText(node: Node | undefined): string | undefined {
  return node !== undefined && 'value' in node && typeof node.value === 'string' ? node.value : undefined;
}

function readTypeName(node: Node | undefined): VarType | undefined {
  const name = node && 'value' in node ? node.value : undefined;
  return typeof name === 'string' && Object.hasOwn(INITIAL, name) ? (name as VarType) : undefined;
}

function readReturns(source: NonNullable<DraftSource['returns']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, expression]) =>
      expression === undefined ? [] : [[name, expression]],
    ),
  );
}

function readEnv(source: NonNullable<DraftSource['env']>): FlowDraft['env'] {
  return Object.fromEntries(
    Object.entries(source).map(([name, declared]) => {
      const { secret = false, default: initial } = typeof declared === 'object' ? declared : {};
      return [name, { secret, ...(initial === undefined ? {} : { default: initial }) }];
    }),
  );
}

const TYPES: Partial<Record<Node['kind'], VarType>> = {
  string: 'string',
  integer: 'int',
  number: 'double',
  boolean: 'bool',
};

const INITIAL: Record<VarType, Value> = { string: '', int: 0, double: 0, bool: false };

/** Reads a variable, declared by its initial value or by a map. */
function readVar(node: Node): VarDeclaration | undefined {
  const given = TYPES[node.kind];
  if (given !== undefined && 'value' in node && node.value !== null)
    return { type: given, initial: node.value, secret: false };
  const type = readTypeName(entryOf(node, 'type')?.value);
  if (type === undefined) return undefined;
  const initial = readInitial(entryOf(node, 'initial')?.value, type) ?? INITIAL[type];
  const secret = entryOf(node, 'secret')?.value;
  return { type, initial, secret: secret?.kind === 'boolean' && secret.value === true };
}

/** Reads an initial value of a declared type; undefined when it does not fit. */
export function readInitial(node: Node | undefined, type: VarType): Value | undefined {
  if (node === undefined) return INITIAL[type];
  if (!('value' in node) || node.value === null) return undefined;
  if (type === 'string') return node.kind === 'string' ? String(node.value) : node.source;
  if (type === 'bool') return node.kind === 'boolean' ? node.value : undefined;
  return readNumber(node.source, type);
}

/**
 * A flow as far as it could be read: names, types and edges, whatever else is wrong with it. The whole-flow rules look
 * at it; when they and the schema find no error it becomes a `CheckedFlow`.
 */
import type { Graph, Value, VarDeclaration, VarType } from '../flow/index.ts';
import { HANGUP, readNumber, REPEAT } from '../flow/index.ts';
import type { Checked, Reference } from './check.ts';
import { entryOf, nodeAt, type Document, type Entry, type Node, type Range } from './document.ts';
import { graphOf } from './graph.ts';
import { verbs, type AnyVerb } from './verbs/index.ts';
import type { FlowSource } from '../../schemas/types/flow.ts';

/** A step as far as it could be read. */
export interface DraftStep {
  name: string;
  nameRange: Range;
  /** Absent when the step is broken: what it does is not known. */
  content?: { verb: AnyVerb; body: unknown };
  next?: string;
  /** Outcome → target. */
  on: ReadonlyMap<string, string>;
}

/** A flow as far as it could be read. */
export interface FlowDraft {
  document: Document;
  source: Partial<FlowSource>;
  languages: string[];
  vars: Record<string, VarDeclaration>;
  /** True when a declaration could not be read, so that its type is not known. */
  isAnyVarBroken: boolean;
  promptNames: string[];
  alwaysKeys: { key: string; goto: string }[];
  steps: DraftStep[];
  references: Reference[];
  graph: Graph;
}

const DEFAULT_LANGUAGE = 'en-US';

/** Gathers what the document says. */
export function draftOf(document: Document, checked: Checked): FlowDraft {
  const source = (checked.value ?? {}) as Partial<FlowSource>;
  const languages = source.languages ?? [];
  const broken = new Set(checked.broken.filter(([first]) => first === 'steps').map(([, name]) => name));
  const steps = entriesOf(document, 'steps').map((entry) => readStep({ entry, document, broken, source }));
  const alwaysKeys = Object.entries(source.always?.keys ?? {}).map(([key, goto]) => ({ key, goto }));
  return {
    document,
    source,
    languages: languages.length > 0 ? languages : [DEFAULT_LANGUAGE],
    ...readVars(document),
    promptNames: entriesOf(document, 'prompts').map(({ key }) => key),
    alwaysKeys,
    steps,
    references: checked.references,
    graph: graphOf({ document, steps, alwaysKeys, on: source.on ?? {} }),
  };
}

/** The entries of a map at the top of the file. */
function entriesOf(document: Document, key: string): Entry[] {
  const node = nodeAt(document.root, [key]);
  return node?.kind === 'map' ? [...node.entries.values()] : [];
}

interface StepFacts {
  entry: Entry;
  document: Document;
  /** Names of the steps in which something is wrong. */
  broken: ReadonlySet<string | number | undefined>;
  source: Partial<FlowSource>;
}

function readStep({ entry, document, broken, source }: StepFacts): DraftStep {
  const step = Object.hasOwn(source.steps ?? {}, entry.key) ? source.steps?.[entry.key] : undefined;
  const found = Object.entries(step ?? {}).flatMap(([key, body]) => {
    const verb = verbs.get(key);
    return verb ? [{ verb, body: body }] : [];
  });
  const range = { from: entry.keyRange.from, to: entry.value.range.to };
  const sound =
    !document.isDoubtful(range) && !broken.has(entry.key) && entry.key !== HANGUP && entry.key !== REPEAT;
  const [content] = found;
  return {
    name: entry.key,
    nameRange: entry.keyRange,
    ...(sound && content ? { content } : {}),
    ...(step?.next === undefined ? {} : { next: step.next }),
    on: new Map(Object.entries(step?.on ?? {})),
  };
}

function readVars(document: Document): Pick<FlowDraft, 'vars' | 'isAnyVarBroken'> {
  const read = entriesOf(document, 'vars').map(({ key, value }) => [key, readVar(value)] as const);
  const unknown: VarDeclaration = { type: 'string', initial: '', secret: false };
  return {
    vars: Object.fromEntries(read.map(([name, declaration]) => [name, declaration ?? unknown])),
    isAnyVarBroken: read.some(([, declaration]) => declaration === undefined),
  };
}

const TYPES: Partial<Record<Node['kind'], VarType>> = {
  string: 'string',
  integer: 'int',
  number: 'double',
  boolean: 'bool',
};

const INITIAL: Record<VarType, Value> = { string: '', int: 0, double: 0, bool: false };

/** A declaration from its initial value, or from a map that says more. */
function readVar(node: Node): VarDeclaration | undefined {
  const type = TYPES[node.kind];
  if (type !== undefined && 'value' in node && node.value !== null)
    return { type, initial: node.value, secret: false };
  const named = entryOf(node, 'type')?.value;
  const typeName = named && 'value' in named ? named.value : undefined;
  if (typeof typeName !== 'string' || !Object.hasOwn(INITIAL, typeName)) return undefined;
  const initial = readInitial(entryOf(node, 'initial')?.value, typeName as VarType);
  if (initial === undefined) return undefined;
  const secret = entryOf(node, 'secret')?.value;
  return { type: typeName as VarType, initial, secret: secret?.kind === 'boolean' && secret.value === true };
}

/** The initial value of a declared type; undefined when it does not fit it. */
export function readInitial(node: Node | undefined, type: VarType): Value | undefined {
  if (node === undefined) return INITIAL[type];
  if (!('value' in node) || node.value === null) return undefined;
  if (type === 'string') return node.kind === 'string' ? String(node.value) : node.source;
  if (type === 'bool') return node.kind === 'boolean' ? node.value : undefined;
  return readNumber(node.source, type);
}

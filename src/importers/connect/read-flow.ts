/** Reads a flow in the flow language into a model. What is broken is reported, and the rest is read. */
import type { Report, Span } from '../../language/diagnostics/index.ts';
import { Fields, toText } from '../reading/index.ts';
import type { DataNode, ObjectNode } from '../reading/index.ts';
import type { FoundFlow } from './find-flows.ts';
import { modernizeFlow } from './modernize.ts';

/** A block of a flow. */
export interface Action {
  id: string;
  type: string;
  span: Span;
  /** Parameters as they are; an empty object if there are none. */
  parameters: ObjectNode;
  /** Where the main way leads; undefined if it leads nowhere. */
  next: string | undefined;
  conditions: readonly Condition[];
  /** Type of error → where it leads. The first of a type counts. */
  errors: ReadonlyMap<string, string>;
  /** Names of things that the parameters refer to, by parameter. */
  resources: ReadonlyMap<string, string>;
  /** Notes that people have left at the block. */
  notes: readonly string[];
}

export interface Condition {
  operator: string;
  operands: readonly string[];
  /** Where it leads; undefined if it leads nowhere. */
  next: string | undefined;
}

export interface ConnectFlow {
  file: string;
  span: Span;
  /** Name for people; absent if the file tells none. */
  title?: string;
  description?: string;
  /** Names and ids by which other flows may refer to this one. */
  ids: readonly string[];
  kind: FlowKind;
  /** Undefined if the flow has no beginning. */
  start: string | undefined;
  /** In the order of the file, by id. */
  actions: ReadonlyMap<string, Action>;
}

/** module: other flows run it. aside: it plays to agents, or to callers who wait or are held. */
type FlowKind = 'inbound' | 'module' | 'transfer' | 'aside';

export function readFlow(found: FoundFlow, report: Report): ConnectFlow {
  const root = new Fields(modernizeFlow(found.root));
  const metadata = root.fields('Metadata');
  const about = metadata.fields('ActionMetadata');
  const notes = collectNotes(metadata);
  const actions = new Map<string, Action>();
  for (const node of root.list('Actions')) {
    const action = readAction(node, { about, notes, report });
    if (action === undefined) continue;
    if (actions.has(action.id))
      report({
        code: 'import-duplicate-name',
        message: `there are two blocks "${action.id}"`,
        span: action.span,
      });
    else actions.set(action.id, action);
  }
  const title = [metadata.text('name'), ...found.names].find(
    (name) => name !== undefined && name.trim() !== '',
  );
  const description = metadata.text('description');
  const start = findStart(root, actions, report);
  return {
    file: found.file,
    span: root.span,
    ...(title !== undefined && { title }),
    ...(description !== undefined && description.trim() !== '' && { description }),
    ids: [...found.names, ...(title === undefined ? [] : [title])],
    kind: findKind(metadata.text('type') ?? root.text('Type') ?? found.kind, actions),
    start,
    actions: dropDeadWays(actions, report),
  };
}

interface Reading {
  about: Fields;
  notes: ReadonlyMap<string, string[]>;
  report: Report;
}

function readAction(node: DataNode, { about, notes, report }: Reading): Action | undefined {
  const fields = new Fields(node);
  const id = fields.text('Identifier') ?? '';
  const type = fields.text('Type') ?? '';
  if (id === '' || type === '') {
    const lacks = id === '' ? 'Identifier' : 'Type';
    report({ code: 'import-broken-node', message: `the block has no "${lacks}"`, span: node.span });
    if (id === '') return undefined;
  }
  const transitions = fields.fields('Transitions');
  const parameters = fields.node('Parameters');
  return {
    id,
    type,
    span: node.span,
    parameters: amendParameters(
      parameters?.kind === 'object' ? parameters : { kind: 'object', span: node.span, entries: [] },
    ),
    next: toTarget(transitions.text('NextAction')),
    conditions: transitions.list('Conditions').map(readCondition),
    errors: readErrors(transitions.list('Errors')),
    resources: collectResources(about.fields(id)),
    notes: notes.get(id) ?? [],
  };
}

/** Gives parameters that files name in another way their names, and leaves out what is the default. */
function amendParameters(parameters: ObjectNode): ObjectNode {
  const entries = parameters.entries.flatMap((entry) => {
    if (entry.key === 'ContactFlowModuleId') return [{ ...entry, key: 'FlowModuleId' }];
    return entry.key === 'TextToSpeechType' && toText(entry.value)?.toLowerCase() === 'text' ? [] : [entry];
  });
  return { ...parameters, entries };
}

function toTarget(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function readCondition(node: DataNode): Condition {
  const fields = new Fields(node);
  const condition = fields.fields('Condition');
  return {
    operator: condition.text('Operator') ?? 'Equals',
    operands: condition.list('Operands').flatMap((operand) => toText(operand) ?? []),
    next: toTarget(fields.text('NextAction')),
  };
}

function readErrors(nodes: readonly DataNode[]): Map<string, string> {
  const errors = new Map<string, string>();
  for (const node of nodes) {
    const fields = new Fields(node);
    const [type, target] = [
      fields.text('ErrorType') ?? 'NoMatchingError',
      toTarget(fields.text('NextAction')),
    ];
    if (target !== undefined && !errors.has(type)) errors.set(type, target);
  }
  return errors;
}

/** Parameters, and where older exports keep the names of what they refer to. */
const others: readonly (readonly [string, string])[] = [
  ['QueueId', 'queue'],
  ['ContactFlowId', 'contactFlow'],
  ['ContactFlowId', 'ContactFlow'],
  ['HoursOfOperationId', 'Hours'],
];

/** Collects the names of prompts, queues, flows and functions that the console keeps beside their ids. */
function collectResources(about: Fields): Map<string, string> {
  const resources = new Map<string, string>();
  const parameters = about.fields('parameters');
  for (const name of parameters.names) {
    const text = parameters.fields(name).text('displayName');
    if (text !== undefined) resources.set(name, text);
  }
  for (const [parameter, key] of others) {
    const text = about.fields(key).text('text');
    if (text !== undefined && !resources.has(parameter)) resources.set(parameter, text);
  }
  const prompt = about.text('promptName') ?? about.text('audio');
  if (prompt !== undefined && !resources.has('PromptId')) resources.set('PromptId', prompt);
  return resources;
}

function collectNotes(metadata: Fields): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  for (const node of metadata.list('Annotations')) {
    const fields = new Fields(node);
    const [id, content] = [fields.text('actionId'), fields.text('content')];
    if (id === undefined || content === undefined || content.trim() === '') continue;
    notes.set(id, [...(notes.get(id) ?? []), content]);
  }
  return notes;
}

function findKind(told: string | undefined, actions: ReadonlyMap<string, Action>): FlowKind {
  const kind = (told ?? '').toLowerCase().replaceAll(/[^a-z]/g, '');
  if (kind.includes('module')) return 'module';
  if (/hold|whisper|customerqueue/.test(kind)) return 'aside';
  if (kind.includes('transfer')) return 'transfer';
  return [...actions.values()].some(({ type }) => type === 'EndFlowModuleExecution') ? 'module' : 'inbound';
}

function findStart(root: Fields, actions: ReadonlyMap<string, Action>, report: Report): string | undefined {
  const start = root.text('StartAction');
  if (start !== undefined && actions.has(start)) return start;
  const message =
    start === undefined || start === ''
      ? 'the flow has no "StartAction"'
      : `there is no block "${start}" to start with`;
  report({ code: 'import-no-entry', message, span: root.spanOf('StartAction') });
  return undefined;
}

/** Reports ways to blocks that do not exist, and lets them lead nowhere. */
function dropDeadWays(actions: ReadonlyMap<string, Action>, report: Report): Map<string, Action> {
  const check = (target: string | undefined, { id, span }: Action) => {
    if (target === undefined || actions.has(target)) return target;
    report({
      code: 'import-missing-target',
      message: `"${id}" leads to "${target}", which does not exist`,
      span,
    });
    return undefined;
  };
  const checked = new Map<string, Action>();
  for (const action of actions.values()) {
    const errors = [...action.errors].filter(([, target]) => check(target, action) !== undefined);
    checked.set(action.id, {
      ...action,
      next: check(action.next, action),
      conditions: action.conditions.map((one) => ({ ...one, next: check(one.next, action) })),
      errors: new Map(errors),
    });
  }
  return checked;
}

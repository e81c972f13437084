/** Lists of actions as nodes: after each comes the next of its list, after the last of a branch what follows the branch. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { DataNode } from '../reading/index.ts';
import { parseExpression } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Case, Does, Node, Target } from './model.ts';
import { NodeReader, readItem } from './node-reader.ts';
import { jumps, readAction } from './read-actions.ts';
import type { Defaults } from './read-settings.ts';
import { readValue, readVariable, wrappers } from './read-values.ts';
import type { ContainerKind } from './references.ts';

/** What reading actions needs of the flow that they belong to. */
export interface Linker {
  readonly defaults: Defaults;
  createId: (wish: string) => string;
  addNode: (node: Node) => void;
  reportBroken: (message: string, span: Span) => void;
  resolveLater: (pending: {
    reference: string;
    kind: ContainerKind;
    span: Span;
    found: (id: string, first: Target) => void;
  }) => void;
}

/** Where a list of actions stands. */
interface Around {
  /** What follows the list. */
  next: Target;
  path: string;
  task: string;
  loop?: { again: Target; exit: Target };
}

/** Reads a list of actions and returns its first node. */
export function linkActions(linker: Linker, items: readonly DataNode[], around: Around): Target {
  const read = items.flatMap((item, index) => {
    const found = readItem(item);
    const isEmpty = found?.value.kind === 'scalar' && found.value.value === null;
    if (found !== undefined && (found.value.kind === 'object' || isEmpty))
      return [{ ...found, id: linker.createId(`${around.path}/${index}`) }];
    linker.reportBroken('this is no action', item.span);
    return [];
  });
  for (const [index, { type, value, id }] of read.entries()) {
    const next = read[index + 1]?.id ?? around.next;
    linkAction(linker, { reader: new NodeReader(type, value), id, exits: new Map() }, { ...around, next });
  }
  return read[0]?.id ?? around.next;
}

interface Action {
  reader: NodeReader;
  id: string;
  /** Filled while its branches are read. */
  exits: Map<string, Target>;
}

function linkAction(linker: Linker, action: Action, around: Around): void {
  const { reader, id, exits } = action;
  const add = (does: Does) => {
    const { name, type, span, fields, remarks } = reader;
    linker.addNode({ id, name, type, span, does, exits, task: around.task, fields, remarks });
  };
  switch (reader.type) {
    case 'decision':
      linkOutputs(linker, action, around);
      {
        add({ kind: 'decide', cases: [{ when: readCondition(reader), exit: 'yes' }] });
        return;
      }
    case 'switch': {
      add({ kind: 'decide', cases: linkCases(linker, action, around) });
      return;
    }
    case 'loop': {
      linkLoop(linker, action, around);
      return;
    }
    case 'loopNext':
    case 'loopExit':
      if (around.loop === undefined) linker.reportBroken(`"${reader.type}" is in no loop`, reader.span);
      exits.set('next', (reader.type === 'loopNext' ? around.loop?.again : around.loop?.exit) ?? around.next);
      {
        add({ kind: 'jump' });
        return;
      }
    case 'callTask':
      linkOutputs(linker, action, around);
      {
        linkCall(linker, action, add);
        return;
      }
  }
  if (Object.hasOwn(jumps, reader.type)) {
    add(linkJump(linker, reader, exits));
    return;
  }
  const does = readAction(reader, linker.defaults) ?? { kind: 'unsupported' };
  linkOutputs(linker, action, around);
  // What is named in the file is always found.
  if (does.kind === 'assign') exits.set('next', exits.get('found') ?? around.next);
  add(does);
}

/** Reads a condition. A text is the expression itself, written without `exp`. */
function readCondition(reader: NodeReader): Expression {
  const name = reader.own.has('condition') ? 'condition' : 'expression';
  const node = reader.own.node(name);
  const value = readValue(node);
  if (node?.kind === 'object' && !node.entries.some(({ key }) => wrappers.has(key)))
    reader.within(name).node(node.entries[0]?.key ?? '');
  if (value.kind !== 'constant' || typeof value.value !== 'string') return value;
  return /^\s*(true|false)?\s*$/i.test(value.value) ? value : parseExpression(value.value);
}

/** Links the branches `outputs: { yes: { actions } }`, or `{ yes: […] }`; an absent branch goes on after the action. */
function linkOutputs(linker: Linker, { reader, id, exits }: Action, around: Around): void {
  exits.set('next', around.next);
  const outputs = reader.within('outputs');
  for (const name of outputs.names) {
    const branch = outputs.fields(name);
    reader.fields.push(branch);
    branch.ignore('name', 'enabled');
    const written = outputs.node(name);
    const actions = written?.kind === 'list' ? written.items : branch.list('actions');
    exits.set(name, linkActions(linker, actions, { ...around, path: `${id}.${name}` }));
  }
}

function linkCases(linker: Linker, { reader, id, exits }: Action, around: Around): Case[] {
  exits.set('next', around.next);
  const evaluate = reader.within('evaluate');
  const [word = 'firstTrue'] = evaluate.names;
  const fields = evaluate.fields(word);
  reader.fields.push(fields);
  if (word !== 'firstTrue') reader.remark('OPTION_WITHOUT_EFFECT', word);
  const cases = fields.list('cases').flatMap((item, index): Case[] => {
    const read = readItem(item);
    if (read === undefined) return [];
    const one = reader.keep(read.value);
    one.ignore('name', 'description');
    const exit = `case ${index + 1}`;
    exits.set(exit, linkActions(linker, one.list('actions'), { ...around, path: `${id}.${exit}` }));
    return [{ when: readValue(one.node('value')), exit }];
  });
  const other = fields.fields('default');
  reader.fields.push(other);
  other.ignore('name');
  exits.set('next', linkActions(linker, other.list('actions'), { ...around, path: `${id}.default` }));
  return cases;
}

/** A loop is three nodes: its counter is set to 0, compared, and counted. */
function linkLoop(linker: Linker, { reader, id }: Action, around: Around): void {
  const counter = readVariable(reader.own.node('currentIndex')) ?? `Loop.${id}`;
  const [check, again] = [linker.createId(`${id}/check`), linker.createId(`${id}/again`)];
  const outputs = reader.within('outputs', 'loop');
  outputs.ignore('name');
  const body = linkActions(linker, outputs.list('actions'), {
    path: `${id}.loop`,
    task: around.task,
    next: again,
    loop: { again, exit: around.next },
  });
  const count = reader.value('loopCount');
  const { name, type, span, fields, remarks } = reader;
  const part = { name, type, span, task: around.task, fields: [], remarks: [], isPart: true as const };
  const does = { kind: 'loop' as const, counter };
  linker.addNode({
    id,
    name,
    type,
    span,
    does,
    exits: new Map([['next', check]]),
    task: around.task,
    fields,
    remarks,
  });
  const checks = new Map([
    ['loop', body],
    ['next', around.next],
  ]);
  linker.addNode({ ...part, id: check, does: { kind: 'loop_check', counter, count }, exits: checks });
  linker.addNode({
    ...part,
    id: again,
    does: { kind: 'loop_count', counter },
    exits: new Map([['next', check]]),
  });
}

function linkCall(linker: Linker, { reader }: Action, add: (does: Does) => void): void {
  const reference = reader.own.text('targetTaskRef') ?? reader.constant('targetTask') ?? '';
  const does = { kind: 'call_task' as const, task: undefined as string | undefined };
  linker.resolveLater({
    reference,
    kind: 'task',
    span: reader.span,
    found: (id) => {
      does.task = id;
    },
  });
  add(does);
}

/** Links a jump to a menu or task that the file names. */
export function linkJump(linker: Linker, reader: NodeReader, exits: Map<string, Target>): Does {
  const does: Does = { kind: 'jump' };
  const jump = jumps[reader.type];
  if (jump === undefined) return does;
  const reference = jump.fields
    .map((field) => reader.own.text(field) ?? reader.constant(field))
    .find((one) => one !== undefined);
  linker.resolveLater({
    reference: reference ?? '',
    kind: jump.kind,
    span: reader.span,
    found: (_, first) => {
      exits.set('next', first);
    },
  });
  return does;
}

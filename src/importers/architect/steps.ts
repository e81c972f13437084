/** Steps of actions, by what they do. */
import type { Step } from '../../../schemas/types/flow.ts';
import { Names } from '../project/index.ts';
import { convert, toCel, toText } from './expressions/to-cel.ts';
import { findRow } from './mapping.ts';
import { writeMenu } from './menus.ts';
import { END } from './model.ts';
import type { Collect, Lookup, Node, Request } from './model.ts';
import { writeLeave, writeTransfer } from './transfers.ts';
import { SILENCE, toTime } from './writer.ts';
import type { FlowWriter } from './writer.ts';

/** Writes the step of a node, if it needs one, and grades it. */
export function writeNode(writer: FlowWriter, node: Node): void {
  writer.gradeAs(node, node.type);
  const { does } = node;
  switch (does.kind) {
    case 'menu':
      return writeMenu(writer, node, does.menu);
    case 'play': {
      const say = writer.toPrompt(does.audio, node);
      if (say !== undefined) writer.add(node, { say, next: writer.follow(node, 'next') });
      return;
    }
    case 'collect':
      return writeCollect(writer, node, does.collect);
    case 'decide': {
      if (does.cases.length === 0) return;
      const choices = does.cases.map(({ when, exit }) => ({
        when: writer.toCondition(when, node),
        goto: writer.follow(node, exit),
      }));
      writer.add(node, { switch: choices, next: writer.follow(node, node.exits.has('no') ? 'no' : 'next') });
      return;
    }
    case 'assign':
      return writeStatements(writer, node, does.statements);
    case 'loop':
    case 'loop_check':
    case 'loop_count':
      return writeLoop(writer, node);
    case 'call_task':
      return writeCall(writer, node, does.task);
    case 'previous_menu':
      if (writer.findMenu(node) === undefined) writer.addStub(node, 'EXPRESSION', 'hangup');
      return;
    case 'language':
      if (does.language === undefined) writer.addStub(node, 'EXPRESSION', writer.follow(node, 'next'));
      else writer.add(node, { language: does.language, next: writer.follow(node, 'next') });
      return;
    case 'wait':
      writer.add(node, { wait: toTime(does.delay), next: writer.follow(node, 'next') });
      return;
    case 'request':
      return writeRequest(writer, node, does.request);
    case 'lookup':
      return writeLookup(writer, node, does.lookup);
    case 'schedule':
      return writeSchedule(writer, node, does);
    case 'transfer':
      return writeTransfer(writer, node, does.transfer);
    case 'leave':
      return writeLeave(writer, node, does);
    case 'outcome':
      writer.add(node, { outcome: spell(does.outcome), next: writer.follow(node, 'next') });
      return;
    case 'write_data':
      return writeData(writer, node, does.values);
    case 'read_data':
      return readData(writer, node, does.values);
    case 'unsupported':
      return writer.addStub(
        node,
        findRow(node.type).reason ?? 'UNKNOWN_NODE',
        writer.follow(node, findFailure(node)),
      );
  }
}

/** Returns the way of a node for what goes wrong. */
function findFailure(node: Node): string {
  return (
    ['failure', 'notFound', 'timeout', 'closed', 'inactive', 'no'].find((exit) => node.exits.has(exit)) ??
    'next'
  );
}

function spell(name: string): string {
  return new Names('steps').nameOf(name === '' ? 'outcome' : name);
}

const USUAL_TIMEOUT = 5_000;
const USUAL_INTER_DIGIT = 3_000;

function writeCollect(writer: FlowWriter, node: Node, collect: Collect): void {
  const { min, max, terminator, timeout, interDigit, into } = collect;
  const kept = into === undefined ? undefined : writer.variables.find(into, node.task);
  const save = kept === undefined ? writer.variables.declareOwn(writer.scope.draft, 'keyed in') : kept.name;
  if (kept !== undefined) writer.declare(kept);
  const isNumber = kept !== undefined && !kept.isText && (kept.type === 'int' || kept.type === 'double');
  const step: Step['collect'] = {
    prompt: writer.toPrompt(collect.audio, node) ?? SILENCE,
    ...(isNumber && { type: 'number' as const }),
    digits: min === max ? max : { min, max },
    ...(terminator !== '' && { terminator }),
    save,
    attempts: 1,
    ...(timeout !== USUAL_TIMEOUT && { timeout: toTime(timeout) }),
    ...(interDigit !== USUAL_INTER_DIGIT && { inter_digit: toTime(interDigit) }),
    ...(collect.isConfirmed && { confirm: true }),
  };
  if (collect.isConfirmed) writer.gradeAs(node, 'collectInput: verificationType');
  writer.add(node, {
    collect: step,
    next: writer.follow(node, 'success'),
    on: { exhausted: writer.follow(node, 'failure') },
  });
}

type Statements = readonly { variable: string; value: Parameters<FlowWriter['toValue']>[1] }[];

/** Variables that later statements of the same action read are set in a step of their own. */
function writeStatements(writer: FlowWriter, node: Node, statements: Statements): void {
  const values: Record<string, string | number | boolean> = {};
  const groups: (typeof values)[] = [values];
  let current = values;
  for (const { variable, value } of statements) {
    const kept = writer.variables.find(variable, node.task);
    if (kept === undefined && writer.variables.isList(variable, node.task)) {
      writer.setGrade(node, 'near', 'LIST');
      writer.setDetail(node, variable);
    }
    if (kept === undefined) continue;
    const written = writer.toValue(kept, value, node);
    const isLate =
      Object.keys(current).some((name) => String(written).includes(`vars.${name}`)) ||
      Object.hasOwn(current, kept.name);
    if (isLate) groups.push((current = {}));
    current[kept.name] = written;
  }
  if (Object.keys(values).length === 0) return;
  for (const [index, set] of groups.entries()) {
    const next =
      index === groups.length - 1 ? writer.follow(node, 'next') : writer.nameMore(node, String(index + 2));
    writer.add(node, { set, next }, index === 0 ? {} : { name: writer.nameMore(node, String(index + 1)) });
  }
}

function writeLoop(writer: FlowWriter, node: Node): void {
  const { does } = node;
  if (does.kind !== 'loop' && does.kind !== 'loop_check' && does.kind !== 'loop_count') return;
  const kept = writer.variables.find(does.counter, node.task);
  if (kept === undefined) return;
  writer.declare(kept);
  const counter = `vars.${kept.name}`;
  const next = writer.follow(node, 'next');
  const value = kept.isText ? (code: string) => `\${string(${code})}` : (code: string) => `\${${code}}`;
  const number = kept.isText ? `int(${counter})` : counter;
  if (does.kind === 'loop') writer.add(node, { set: { [kept.name]: kept.isText ? '0' : 0 }, next });
  else if (does.kind === 'loop_count')
    writer.add(node, { set: { [kept.name]: value(`${number} + 1`) }, next });
  else {
    const count = convert(toCel(does.count, writer.names(node)), 'int');
    const when =
      does.count.kind === 'unset' ? 'true' : `${number} < ${count.isAtom ? count.code : `(${count.code})`}`;
    writer.add(node, { switch: [{ when, goto: writer.follow(node, 'loop') }], next });
  }
}

/** A call of a task says where the task returns to, and begins its variables anew, as far as that is needed. */
function writeCall(writer: FlowWriter, node: Node, task: string | undefined): void {
  const { graph, flow } = writer.scope;
  if (task === undefined) return writer.lose(node, 'WAY_MISSING', 'targetTaskRef');
  if (graph.isRecursive(node)) {
    writer.gradeAs(node, 'callTask: recursive');
    return writer.addStub(node, 'EXPRESSION', writer.follow(node, 'next'));
  }
  const first = flow.nodes.get(flow.tasks.get(task)?.first ?? END);
  if (first === undefined || !writer.needsCallStep(node, task)) return;
  const set = {
    ...(writer.needsReturn(task) && { [writer.nameReturn(task)]: writer.nameOf(node) }),
    ...writeInitials(writer, task, first),
  };
  writer.add(node, { set, next: writer.pass(first) });
}

/** Writes the first values of a task’s variables. */
export function writeInitials(
  writer: FlowWriter,
  task: string,
  node: Node,
): Record<string, string | number | boolean> {
  if (!writer.needsInitials(task)) return {};
  return Object.fromEntries(
    writer.listInitials(task).map((kept) => [kept.name, writer.toValue(kept, kept.source.initial, node)]),
  );
}

function writeRequest(writer: FlowWriter, node: Node, { name, inputs, outputs, timeout }: Request): void {
  writer.setDetail(node, name);
  const { written } = writer.scope.outside.findFunction(name, writer.placeOf(node));
  const json = Object.fromEntries(
    inputs.map((input) => [input.name, toText(input.value, writer.names(node))]),
  );
  const save: Record<string, string> = {};
  for (const output of outputs) {
    const kept = writer.variables.find(output.variable, node.task);
    if (kept === undefined) continue;
    writer.declare(kept);
    save[kept.name] = writeField(output.name, kept);
  }
  const failure = writer.follow(node, 'failure');
  const late = writer.follow(node, 'timeout');
  const http: NonNullable<Step['http']> = {
    post: written,
    json,
    ...(timeout !== undefined &&
      timeout !== USUAL_TIMEOUT && { timeout: toTime(Math.min(timeout, MAX_TIMEOUT)) }),
    ...(Object.keys(save).length > 0 && { save }),
  };
  const on = { failed: failure, ...(node.exits.has('timeout') && late !== failure && { timeout: late }) };
  writer.add(node, { http, next: writer.follow(node, 'success'), on });
}

const MAX_TIMEOUT = 60_000;

/** Writes what a variable keeps of a reply; what the reply lacks is nothing. */
function writeField(name: string, { type, isText }: { type: string; isText: boolean }): string {
  const path = name.split('.').filter((part) => /^[A-Za-z_]\w*$/.test(part));
  const field = `response.json.${path.join('.')}`;
  const has = path.map((_, index) => `has(response.json.${path.slice(0, index + 1).join('.')})`).join(' && ');
  const nothing =
    type === 'string' || isText ? '""' : type === 'bool' ? 'false' : type === 'double' ? '0.0' : '0';
  const value =
    type === 'string' || isText ? `string(${field})` : type === 'bool' ? field : `${type}(${field})`;
  return `\${${has} ? ${value} : ${nothing}}`;
}

function writeLookup(writer: FlowWriter, node: Node, { table, key, columns }: Lookup): void {
  const { draft } = writer.scope;
  const name = new Names('tables').nameOf(table === '' ? 'table' : table);
  const used = columns.flatMap(({ name: column, variable }) => {
    const kept = writer.variables.find(variable, node.task);
    if (kept !== undefined) writer.declare(kept);
    return kept === undefined ? [] : [{ column: new Names('vars').nameOf(column), kept }];
  });
  const known = draft.flow.tables?.[name];
  const [row] = Array.isArray(known) ? known : [];
  const cells = Object.fromEntries(used.map(({ column }) => [column, '']));
  draft.flow.tables = {
    ...draft.flow.tables,
    [name]: [{ key: UNUSED_KEY, ...(row as object | undefined), ...cells }],
  };
  writer.setDetail(node, table);
  const lookup = {
    table: name,
    key: toText(key, writer.names(node)),
    ...(used.length > 0 && { save: Object.fromEntries(used.map(({ column, kept }) => [kept.name, column])) }),
  };
  writer.add(node, {
    lookup,
    next: writer.follow(node, 'found'),
    on: { not_found: writer.follow(node, 'notFound'), failed: writer.follow(node, 'failure') },
  });
}

/** Key of the row that shows which columns a table needs. */
const UNUSED_KEY = 'example';

function writeSchedule(
  writer: FlowWriter,
  node: Node,
  { schedule, isGroup }: { schedule: string; isGroup: boolean },
): void {
  const { draft, outside } = writer.scope;
  const hours = outside.findHours(schedule, writer.placeOf(node));
  writer.setDetail(node, schedule);
  const closed = isGroup ? 'closed' : 'inactive';
  if (hours === undefined) {
    writer.gradeAs(node, 'evaluateScheduleGroup: unanswered');
    return writer.addStub(node, 'SCHEDULES_ELSEWHERE', writer.follow(node, closed));
  }
  const name = new Names('hours').nameOf(schedule);
  draft.flow.hours = { ...draft.flow.hours, [name]: hours };
  const on = {
    closed: writer.follow(node, closed),
    ...(isGroup && node.exits.has('holiday') && { holiday: writer.follow(node, 'holiday') }),
  };
  writer.add(node, { hours: name, next: writer.follow(node, isGroup ? 'open' : 'active'), on });
}

type Values = readonly { variable: string; value: Parameters<typeof toText>[0] }[];

/** Attributes that the flow reads again are variables; those for agents go. */
function writeData(writer: FlowWriter, node: Node, values: Values): void {
  const kept = values.filter(({ variable }) => writer.readAttributes.has(variable));
  if (kept.length === 0) return writer.regrade(node, 'setParticipantData: unread');
  const set = Object.fromEntries(
    kept.map(({ variable, value }) => [
      writer.variables.declareOwn(writer.scope.draft, `data ${variable}`),
      toText(value, writer.names(node)),
    ]),
  );
  writer.add(node, { set, next: writer.follow(node, 'next') });
}

function readData(
  writer: FlowWriter,
  node: Node,
  values: readonly { name: Values[number]['value']; variable: string }[],
): void {
  if (values.some(({ name }) => name.kind !== 'constant'))
    return writer.addStub(node, 'PARTICIPANT_DATA', writer.follow(node, 'next'));
  const set: Record<string, string> = {};
  for (const { name, variable } of values) {
    const kept = writer.variables.find(variable, node.task);
    if (kept === undefined || name.kind !== 'constant') continue;
    writer.declare(kept);
    const own = writer.variables.declareOwn(writer.scope.draft, `data ${String(name.value)}`);
    set[kept.name] =
      `\${${convert({ code: `vars.${own}`, type: 'string', isAtom: true }, kept.isText ? 'string' : kept.type).code}}`;
  }
  const [first] = Object.keys(set);
  const next = writer.follow(node, 'next');
  if (first === undefined) writer.add(node, { outcome: writer.nameOf(node), next });
  else writer.add(node, { set, next });
}

/** Steps of actions, by what they do. */
import type { Step } from '../../../schemas/types/flow.ts';
import { Names } from '../project/index.ts';
import { convert } from './expressions/cel.ts';
import { toCel } from './expressions/to-cel.ts';
import { findRow } from './mapping.ts';
import { writeMenu } from './menus.ts';
import { readData, writeData, writeLookup, writeRequest, writeSchedule } from './outside-steps.ts';
import { END } from './model.ts';
import type { Collect, Node } from './model.ts';
import { isReadBack } from './read-back.ts';
import { writeLeave, writeTransfer } from './transfers.ts';
import { SILENCE, toTime } from './value-writer.ts';
import type { FlowWriter } from './writer.ts';

/** Writes the step of a node, if it needs one, and grades it. */
export function writeNode(writer: FlowWriter, node: Node): void {
  const isNamedQueue = node.type === 'findQueue' && node.does.kind === 'assign';
  writer.gradeAs(node, isNamedQueue ? 'findQueue: named' : node.type);
  const { does } = node;
  switch (does.kind) {
    case 'menu': {
      writeMenu(writer, node, does.menu);
      return;
    }
    case 'play': {
      const say = writer.toPrompt(does.audio, node);
      if (say !== undefined) writer.add(node, { say, next: writer.follow(node, 'next') });
      return;
    }
    case 'collect': {
      writeCollect(writer, node, does.collect);
      return;
    }
    case 'decide': {
      if (does.cases.length === 0) return;
      const choices = does.cases.map(({ when, exit }) => ({
        when: writer.toCondition(when, node),
        goto: writer.follow(node, exit),
      }));
      writer.add(node, { switch: choices, next: writer.follow(node, node.exits.has('no') ? 'no' : 'next') });
      return;
    }
    case 'assign': {
      writeStatements(writer, node, does.statements);
      return;
    }
    case 'loop':
    case 'loop_check':
    case 'loop_count': {
      writeLoop(writer, node);
      return;
    }
    case 'call_task': {
      writeCall(writer, node, does.task);
      return;
    }
    case 'previous_menu':
      if (writer.findMenu(node) === undefined) writer.addStub(node, 'EXPRESSION', { next: 'hangup' });
      return;
    case 'language':
      if (does.language === undefined)
        writer.addStub(node, 'EXPRESSION', { next: writer.follow(node, 'next') });
      else writer.add(node, { language: does.language, next: writer.follow(node, 'next') });
      return;
    case 'wait':
      writer.add(node, { wait: toTime(does.delay), next: writer.follow(node, 'next') });
      return;
    case 'request': {
      writeRequest(writer, node, does.request);
      return;
    }
    case 'lookup': {
      writeLookup(writer, node, does.lookup);
      return;
    }
    case 'schedule': {
      writeSchedule(writer, node, does);
      return;
    }
    case 'transfer': {
      writeTransfer(writer, node, does.transfer);
      return;
    }
    case 'leave': {
      writeLeave(writer, node, does);
      return;
    }
    case 'outcome':
      writer.add(node, { outcome: spell(does.outcome), next: writer.follow(node, 'next') });
      return;
    case 'write_data': {
      writeData(writer, node, does.values);
      return;
    }
    case 'read_data': {
      readData(writer, node, does.values);
      return;
    }
    case 'unsupported': {
      const { reason = 'UNKNOWN_NODE' } = findRow(node.type);
      const ways = reason === 'VOICEMAIL' ? new Map<string, string>() : writer.followAll(node, 'done');
      writer.addStub(node, reason, { next: writer.follow(node, findFailure(node)), ways });
      return;
    }
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
  const isConfirmed = isReadBack(collect, writer.scope.flow.languages);
  const isNumber = kept !== undefined && !kept.isText && (kept.type === 'int' || kept.type === 'double');
  const step: NonNullable<Step['collect']> = {
    prompt: writer.toPrompt(collect.audio, node) ?? SILENCE,
    ...(isNumber && { type: 'number' as const }),
    digits: min === max ? max : { min, max },
    ...(terminator !== '' && { terminator }),
    save,
    attempts: 1,
    ...(timeout !== USUAL_TIMEOUT && { timeout: toTime(timeout) }),
    ...(interDigit !== USUAL_INTER_DIGIT && { inter_digit: toTime(interDigit) }),
    ...(isConfirmed && { confirm: true }),
  };
  if (isConfirmed) writer.gradeAs(node, 'collectInput: verificationType');
  else if (collect.isConfirmed) writer.setGrade(node, 'near', 'READ_BACK');
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
  if (task === undefined) {
    writer.lose(node, 'WAY_MISSING', 'targetTaskRef');
    return;
  }
  if (graph.isRecursive(node)) {
    writer.gradeAs(node, 'callTask: recursive');
    writer.addStub(node, 'EXPRESSION', { next: writer.follow(node, 'next') });
    return;
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

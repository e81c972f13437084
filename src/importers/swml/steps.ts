/** Writes the steps of a statement that are no question and no call. */
import type { Data, Destination, Statement } from './model.ts';
import { RECORDING, writeConnect, writeRequest, writeSms } from './steps-outside.ts';
import { writeQuestion } from './steps-question.ts';
import { join, toDuration } from './prompts.ts';
import type { FlowMaker } from './flow-maker.ts';
import { findRow } from './mapping.ts';
import { NoCounterpart } from './values.ts';
import { listLeaves, toVariableKey } from './variables.ts';

type Does<Kind extends Statement['does']['kind']> = Extract<Statement['does'], { kind: Kind }>;
type Assigned = Record<string, string | number | boolean>;

export function writeStatement(to: FlowMaker, statement: Statement): void {
  const { does } = statement;
  const name = to.nameOf(statement);
  switch (does.kind) {
    case 'answer':
      to.add(name, { accept: null, next: to.after(statement) }, statement);
      return;
    case 'play':
      writePlay(to, statement, does);
      return;
    case 'prompt':
      writeQuestion(to, statement, does);
      return;
    case 'connect':
      writeConnect(to, statement, does);
      return;
    case 'request':
      writeRequest(to, statement, does);
      return;
    case 'sms':
      writeSms(to, statement, does);
      return;
    case 'sleep':
      to.add(name, { wait: toDuration(does.ms), next: to.after(statement) }, statement);
      return;
    case 'set':
      writeSet(to, statement, does);
      return;
    case 'unset':
      writeUnset(to, statement, does);
      return;
    case 'switch':
      writeSwitch(to, statement, does);
      return;
    case 'cond':
      writeCond(to, statement, does);
      return;
    case 'goto':
      writeGoto(to, statement, does);
      return;
    case 'execute':
    case 'transfer':
      writeEntry(to, statement, does.to);
      return;
    case 'return':
      writeReturn(to, statement, does.value);
      return;
    case 'stream':
      writeStream(to, statement, does);
      return;
    case 'stop_stream':
      to.add(name, { stream: { stop: true }, next: to.after(statement) }, statement);
      return;
    case 'record':
      writeAssigned(to, statement, {
        set: { [to.variables.declareFlag(RECORDING)]: does.isOn },
        next: to.after(statement),
      });
      return;
    case 'todo':
      to.writeTodo(statement, does.reason);
      return;
    case 'hangup':
    case 'label':
    case 'nothing':
      return;
  }
}

function writePlay(to: FlowMaker, statement: Statement, { sounds }: Does<'play'>): void {
  const name = to.nameOf(statement);
  const { silenceMs, parts } = to.toPrompt(sounds, to.valuesFor(statement));
  const next = to.after(statement);
  if (parts.length === 0) {
    to.add(name, { wait: toDuration(silenceMs), next }, statement);
    return;
  }
  const said = silenceMs === 0 ? name : to.nameMore(statement, 'play');
  if (silenceMs > 0) to.add(name, { wait: toDuration(silenceMs), next: said }, statement);
  to.add(said, { say: join(parts), next }, statement);
}

function writeSet(to: FlowMaker, statement: Statement, { assignments }: Does<'set'>): void {
  const values = to.valuesFor(statement);
  const set: Assigned = {};
  const untold: string[] = [];
  for (const [name, data] of assignments)
    if (!tryToAssign(to, set, { key: toVariableKey(name), data, values })) untold.push(name);
  if (Object.keys(set).length === 0 && untold.length > 0) throw new NoCounterpart();
  const next = untold.length === 0 ? to.after(statement) : to.writeRest(statement, untold);
  writeAssigned(to, statement, { set, next, canFail: values.canFail });
}

/** Returns false for a value that cannot be translated; the others of its statement are set all the same. */
function tryToAssign(to: FlowMaker, set: Assigned, value: Parameters<typeof assign>[2]): boolean {
  try {
    assign(to, set, value);
    return true;
  } catch (error) {
    if (!(error instanceof NoCounterpart)) throw error;
    return false;
  }
}

/** Adds what a value sets; a list is kept as its text. */
function assign(
  to: FlowMaker,
  set: Assigned,
  { key, data, values }: { key: string; data: Data; values: ReturnType<FlowMaker['valuesFor']> },
): void {
  for (const leaf of listLeaves(key, data))
    if (to.variables.isRead(leaf.key))
      set[to.variables.declare(leaf.key)] = values.toValue(leaf.data, to.variables.typeOf(leaf.key));
}

/** Writes a step that sets variables. One that could not be computed leaves them as they are. */
function writeAssigned(
  to: FlowMaker,
  statement: Statement,
  { set, next, canFail = false }: { set: Assigned; next: string; canFail?: boolean },
): void {
  const step = canFail ? { set, next, on: { failed: next } } : { set, next };
  to.add(to.nameOf(statement), step, statement);
}

function writeUnset(to: FlowMaker, statement: Statement, { names }: Does<'unset'>): void {
  const set: Assigned = {};
  for (const name of names) {
    const key = toVariableKey(name);
    const type = to.variables.typeOf(key);
    if (to.variables.isRead(key))
      set[to.variables.declare(key)] = type === 'string' ? '' : type === 'bool' ? false : 0;
  }
  writeAssigned(to, statement, { set, next: to.after(statement) });
}

function writeSwitch(to: FlowMaker, statement: Statement, does: Does<'switch'>): void {
  const { cel, type } = to.valuesFor(statement).toCel(does.value);
  const next = does.otherwise === undefined ? to.after(statement) : to.enterBlock(does.otherwise);
  const name = to.nameOf(statement);
  const cases = does.cases.map(({ value, block }) => ({ value, goto: to.enterBlock(block) }));
  const isPlain = cases.every(({ value }) => (type === 'int' ? /^(0|[1-9]\d*)$/.test(value) : value !== ''));
  if (isPlain && (type === 'string' || type === 'int')) {
    const named = Object.fromEntries(cases.map(({ value, goto }) => [value, goto]));
    to.add(name, { switch: { value: cel, cases: named }, next }, statement);
    return;
  }
  const text = type === 'string' ? cel : `string(${cel})`;
  const conditions = cases.map(({ value, goto }) => ({ when: `${text} == ${JSON.stringify(value)}`, goto }));
  to.add(name, { switch: conditions, next }, statement);
}

function writeCond(to: FlowMaker, statement: Statement, does: Does<'cond'>): void {
  const values = to.valuesFor(statement);
  const next = does.otherwise === undefined ? to.after(statement) : to.enterBlock(does.otherwise);
  const ways = does.ways.map(({ when, block }) => ({
    when: values.toCondition(when),
    goto: to.enterBlock(block),
  }));
  to.add(to.nameOf(statement), { switch: ways, next }, statement);
}

/** With `max` a counter says how often the jump was made. */
function writeGoto(to: FlowMaker, statement: Statement, { label, when, max }: Does<'goto'>): void {
  const name = to.nameOf(statement);
  const next = to.after(statement);
  const target = to.findLabel(statement, label);
  const condition = when === undefined ? undefined : to.valuesFor(statement).toCondition(when);
  if (max === undefined) {
    to.add(name, { switch: [{ when: condition ?? 'true', goto: target }], next }, statement);
    return;
  }
  const counter = to.variables.declareCounter(`jumps of ${statement.id}`, `jumps_to_${label}`);
  const count = condition === undefined ? name : to.nameMore(statement, 'count');
  const check = to.nameMore(statement, 'check');
  if (condition !== undefined) to.add(name, { switch: [{ when: condition, goto: count }], next }, statement);
  to.add(count, { set: { [counter]: `\${vars.${counter} + 1}` }, next: check }, statement);
  to.add(check, { switch: [{ when: `vars.${counter} <= ${max}`, goto: target }], next }, statement);
}

function writeEntry(to: FlowMaker, statement: Statement, destination: Destination): void {
  if (destination.section === undefined) {
    to.writeTodo(statement, findRow(statement.row).reason ?? 'REMOTE_DOCUMENT');
    return;
  }
  const set = to.listEntryValues(statement, destination);
  writeAssigned(to, statement, { set, next: to.enterSection(destination.section) });
}

function writeReturn(to: FlowMaker, statement: Statement, value: Data | undefined): void {
  const set: Assigned = {};
  if (value !== undefined)
    assign(to, set, { key: 'return_value', data: value, values: to.valuesFor(statement) });
  writeAssigned(to, statement, { set, next: to.endOf(statement.block.section) });
}

function writeStream(to: FlowMaker, statement: Statement, { to: address, waits }: Does<'stream'>): void {
  const next = to.after(statement);
  const url = to.valuesFor(statement).toText(address);
  to.add(
    to.nameOf(statement),
    { stream: waits ? { to: url } : { start: url }, next, on: { failed: next } },
    statement,
  );
}

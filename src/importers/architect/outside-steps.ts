/** Steps that ask web services, tables, opening hours and the data of the conversation. */
import type { Step } from '../../../schemas/types/flow.ts';
import { Names } from '../project/index.ts';
import { convert } from './expressions/cel.ts';
import { toText } from './expressions/to-cel.ts';
import type { Lookup, Node, Request } from './model.ts';
import { toTime } from './value-writer.ts';
import type { FlowWriter } from './writer.ts';

/** Timeout of requests without one. */
const USUAL_TIMEOUT = 5_000;

export function writeRequest(
  writer: FlowWriter,
  node: Node,
  { name, inputs, outputs, timeout }: Request,
): void {
  writer.setDetail(node, name);
  const json = Object.fromEntries(
    inputs.map((input) => [input.name, toText(input.value, writer.names(node))]),
  );
  const { written } = writer.scope.outside.findFunction(name, writer.placeOf(node));
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

export function writeLookup(writer: FlowWriter, node: Node, { table, key, columns }: Lookup): void {
  const { draft } = writer.scope;
  const name = new Names('tables').nameOf(table === '' ? 'table' : table);
  const used = columns.flatMap(({ name: column, variable }) => {
    const kept = writer.variables.find(variable, node.task);
    if (kept !== undefined) writer.declare(kept);
    return kept === undefined ? [] : [{ column: new Names('vars').nameOf(column), kept }];
  });
  const known = draft.flow.tables?.[name];
  const [row] = Array.isArray(known) ? known : [];
  const cells = Object.fromEntries(used.map(({ column, kept }) => [column, findEmpty(kept)]));
  draft.flow.tables = {
    ...draft.flow.tables,
    [name]: [{ key: UNUSED_KEY, ...(row as object | undefined), ...cells }],
  };
  writer.setDetail(node, table);
  const lookup = {
    table: name,
    // Without a value nothing is found.
    key: toText(key, writer.names(node)) || NO_KEY,
    ...(used.length > 0 && { save: Object.fromEntries(used.map(({ column, kept }) => [kept.name, column])) }),
  };
  writer.add(node, {
    lookup,
    next: writer.follow(node, 'found'),
    on: { not_found: writer.follow(node, 'notFound'), failed: writer.follow(node, 'failure') },
  });
}

/** Returns what a column has in the row that shows it. */
function findEmpty({ type, isText }: { type: string; isText: boolean }): string | number | boolean {
  if (isText || type === 'string') return '';
  return type === 'bool' ? false : 0;
}

/** Key that no row has. */
const NO_KEY = 'none';

/** Key of the row that shows which columns a table needs. */
const UNUSED_KEY = 'example';

export function writeSchedule(
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
    const ways = writer.followAll(node, isGroup ? 'open' : 'active');
    writer.addStub(node, 'SCHEDULES_ELSEWHERE', { next: writer.follow(node, closed), ways });
    return;
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
export function writeData(writer: FlowWriter, node: Node, values: Values): void {
  const kept = values.filter(({ variable }) => writer.readAttributes.has(variable));
  if (kept.length === 0) {
    writer.regrade(node, 'setParticipantData: unread');
    return;
  }
  const set = Object.fromEntries(
    kept.map(({ variable, value }) => [
      writer.variables.declareOwn(writer.scope.draft, `data ${variable}`),
      toText(value, writer.names(node)),
    ]),
  );
  writer.add(node, { set, next: writer.follow(node, 'next') });
}

export function readData(
  writer: FlowWriter,
  node: Node,
  values: readonly { name: Values[number]['value']; variable: string }[],
): void {
  if (values.some(({ name }) => name.kind !== 'constant')) {
    writer.addStub(node, 'PARTICIPANT_DATA', { next: writer.follow(node, 'next') });
    return;
  }
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

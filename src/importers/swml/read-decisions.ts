/** Reads decisions: `switch`, `cond`, and `result`, which is one of both. */
import type { DataNode } from '../reading/index.ts';
import type { ReadMethod, StatementReader } from './statement-reader.ts';
import { parseBare } from './templates.ts';

/** Reads cases; `value` is what they test if the statement does not say it. */
export function readSwitch(
  reader: StatementReader,
  node: DataNode | undefined,
  value?: string,
): ReadMethod['does'] {
  const fields = node === reader.node ? reader.fields : reader.fieldsOf(node);
  const variable = fields.text('variable') ?? value;
  if (variable === undefined) reader.reportBroken('switch has no variable');
  const cases = fields.node('case');
  const otherwise = fields.node('default');
  fields.ignore('meta');
  reader.loseUnread(fields);
  return {
    kind: 'switch',
    value: parseBare(variable ?? '""'),
    cases:
      cases?.kind === 'object'
        ? cases.entries.map((entry) => ({ value: entry.key, block: reader.readBlock(entry.value) }))
        : [],
    otherwise: otherwise && reader.readBlock(otherwise),
  };
}

export function readCond(reader: StatementReader, node: DataNode | undefined): ReadMethod['does'] {
  const items = node?.kind === 'list' ? node.items : node === undefined ? [] : [node];
  const ways = items.flatMap((item) => {
    const fields = reader.fieldsOf(item);
    const when = fields.text('when');
    const then = fields.node('then');
    if (when === undefined && !fields.has('else'))
      reader.reportBroken('a way of cond has no condition', item.span);
    fields.ignore('else', 'meta');
    reader.loseUnread(fields);
    return when === undefined ? [] : [{ when: reader.readCondition(when), block: reader.readBlock(then) }];
  });
  const last = items
    .map((item) => reader.fieldsOf(item).node('else'))
    .findLast((found) => found !== undefined);
  return { kind: 'cond', ways, otherwise: last && reader.readBlock(last) };
}

/** Wraps statements, so that they run where they stand. */
export function makeBlock(reader: StatementReader, node: DataNode): ReadMethod['does'] {
  return { kind: 'cond', ways: [], otherwise: reader.readBlock(node) };
}

/** Reads `result`, which is a switch or a cond on the value that the method returned. */
export function readResult(reader: StatementReader): { row: string; does: ReadMethod['does'] }[] {
  const node = reader.fields.node('result');
  if (node === undefined) return [];
  return node.kind === 'list'
    ? [{ row: 'cond', does: readCond(reader, node) }]
    : [{ row: 'switch', does: readSwitch(reader, node, 'return_value') }];
}

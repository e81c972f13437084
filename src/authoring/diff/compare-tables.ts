/** Compares a table: columns, rows and cells. */
import type { Table } from '../../language/model/index.ts';
import type { Change } from './change.ts';
import { presentValues } from './compare-contents.ts';

/** Maximum number of added or removed rows that are listed one by one. */
const MAX_ROWS = 5;

/** Compares the tables of one name. */
export function compareTables(name: string, before: Table, after: Table): Change[] {
  const setting = { kind: 'setting' as const, where: [] };
  const [old, found] = [before.columns.join(', '), after.columns.join(', ')];
  const columns = { ...setting, subject: `the columns of the table ${name}`, before: old, after: found };
  return [
    ...(old === found ? [] : [columns]),
    ...Object.keys(after.rows).flatMap((key) => compareRow(key, { name, before, after })),
    ...rowsOnlyIn(after, before, name).map(({ subject, text }) => ({ ...setting, subject, after: text })),
    ...rowsOnlyIn(before, after, name).map(({ subject, text }) => ({ ...setting, subject, before: text })),
  ];
}

interface Tables {
  name: string;
  before: Table;
  after: Table;
}

function compareRow(key: string, { name, before, after }: Tables): Change[] {
  if (!Object.hasOwn(before.rows, key)) return [];
  return after.columns
    .filter((column) => before.columns.includes(column))
    .flatMap((column) => {
      const [was, is] = [cell(before, key, column), cell(after, key, column)];
      if (was === is) return [];
      const what = column === 'value' ? key : `${column} of ${key}`;
      return [
        { kind: 'setting', where: [], subject: `${what} in the table ${name}`, ...presentValues(was, is) },
      ];
    });
}

function cell({ columns, rows }: Table, key: string, column: string): string | undefined {
  return rows[key]?.[columns.indexOf(column)];
}

function rowsOnlyIn(table: Table, other: Table, name: string): { subject: string; text: string }[] {
  const keys = Object.keys(table.rows).filter((key) => !Object.hasOwn(other.rows, key));
  if (keys.length > MAX_ROWS) {
    const text = `${keys.slice(0, MAX_ROWS).join(', ')} and ${keys.length - MAX_ROWS} more`;
    return [{ subject: `a set of ${keys.length} rows of the table ${name}`, text }];
  }
  return keys.map((key) => ({
    subject: `the row ${key} of the table ${name}`,
    text: (table.rows[key] ?? []).join(', '),
  }));
}

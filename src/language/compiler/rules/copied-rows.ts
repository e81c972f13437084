import type { Table } from '../../model/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/** Minimum number of rows that name their own key before the one that does not is told. */
const MIN_ROWS = 3;

/** Reports a row of a table that names the key of another row in a column in which all others name their own: a copied row. */
export const copiedRows: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const [name, { table, places }] of draft.tables) {
      if (table === undefined || !Object.hasOwn(draft.source.tables ?? {}, name)) continue;
      for (const [at, column] of table.columns.entries()) {
        const copied = findCopied(table, at);
        if (copied === undefined) continue;
        report({
          code: 'copied-text',
          message: `the column "${column}" of ${places.get(copied.key) ?? `row "${copied.key}"`} names "${copied.named}", the key of another row, and all other rows name their own`,
          span: spanAt(draft.document, ['tables', name]),
          hint: `name "${copied.key}"`,
        });
      }
    }
  },
};

function findCopied({ rows }: Table, column: number): { key: string; named: string } | undefined {
  const keys = new Map(Object.keys(rows).map((key) => [toNumber(key), key]));
  const others = Object.entries(rows).filter(
    ([key, cells]) => !listNumbers(cells[column]).has(toNumber(key)),
  );
  const [key = '', cells] = others.length === 1 ? (others[0] ?? []) : [];
  const named = [...listNumbers(cells?.[column])]
    .map((number) => keys.get(number))
    .find((one) => one !== undefined);
  const isKeyed = [...keys.keys()].every((number) => number !== '') && keys.size === Object.keys(rows).length;
  return named === undefined || !isKeyed || keys.size <= MIN_ROWS ? undefined : { key, named };
}

/** Returns the digits of a key without leading zeros; empty for a key that is no number. */
function toNumber(key: string): string {
  return /^\d{1,6}$/.test(key) ? String(Number(key)) : '';
}

/** Returns the numbers that stand in a text on their own. */
function listNumbers(text = ''): Set<string> {
  return new Set((text.match(/(?<![\d.,:+/-])\d{1,6}(?![\d:/-]|[.,]\d)/g) ?? []).map(toNumber));
}

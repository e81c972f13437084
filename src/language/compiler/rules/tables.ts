import type { Report } from '../../diagnostics/index.ts';
import { toType, typeDescriptions, type Table } from '../../model/index.ts';
import type { Reference, FlowDraft } from '../types.ts';
import { canHoldEntry, nodeAt, readText, spanAt } from '../read/document.ts';
import { suggestName, listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import { findReversedSaves } from '../check/reversed-saves.ts';
import type { DraftTable } from '../check/table-rows.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports tables that cannot be read, names of unknown tables, and columns that are unknown or do not fit their variable. */
export const tables: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, tables: known } = draft;
    for (const { problems } of known.values())
      for (const { range, ...problem } of problems)
        report({ code: 'bad-table', span: document.span(range), ...problem });
    for (const reference of listReferences(draft, 'table')) {
      const table = known.get(reference.text);
      if (table !== undefined) checkColumns(reference, table, { draft, report });
      else if (!canHoldEntry(document, reference.text) && !isDeclared(draft, reference.text)) {
        const span = findReferenceSpan(document, reference);
        const message = `there is no table "${reference.text}" under "tables"`;
        report({ code: 'unknown-table', message, span, ...suggestName(reference.text, known.keys(), span) });
      }
    }
  },
};

/** True for a declared table; one that could not be read has been reported already. */
function isDeclared({ source }: FlowDraft, name: string): boolean {
  return Object.hasOwn(source.tables ?? {}, name);
}

interface Checking {
  draft: FlowDraft;
  report: Report;
}

/** Checks the values of `save`, which name columns; every cell must fit the variable that keeps it. */
function checkColumns(
  tableReference: Reference,
  { table, places }: DraftTable,
  { draft, report }: Checking,
): void {
  if (table === undefined || findReversedSaves(draft).has(stepNameOf(tableReference) ?? '')) return;
  const { document, vars, brokenVars } = draft;
  const columns = [table.key, ...table.columns];
  const kept = listReferences(draft, 'variable').filter(
    (one) => stepNameOf(one) === stepNameOf(tableReference) && one.path.at(-2) === 'save',
  );
  for (const reference of kept) {
    const column = readText(nodeAt(document.root, reference.path));
    if (column === undefined) continue;
    const cells = listCells(table, column);
    if (cells === undefined) {
      const span = spanAt(document, reference.path);
      report({
        code: 'unknown-column',
        message: `the table "${tableReference.text}" has no column "${column}"`,
        span,
        hint: `its columns are ${columns.join(', ')}`,
        ...suggestName(column, columns, span),
      });
      continue;
    }
    const type = Object.hasOwn(vars, reference.text) ? vars[reference.text]?.type : undefined;
    if (type === undefined || brokenVars.has(reference.text)) continue;
    const misfit = cells.find(({ cell }) => toType(cell, type) === undefined);
    if (misfit === undefined) continue;
    const { key, cell } = misfit;
    report({
      code: 'wrong-type',
      message: `the variable "${reference.text}" is ${typeDescriptions[type]}, but ${places.get(key) ?? key} has "${cell}" in the column "${column}"`,
      span: findReferenceSpan(document, reference),
    });
  }
}

function listCells(
  { key, columns, rows }: Table,
  column: string,
): { key: string; cell: string }[] | undefined {
  const index = columns.indexOf(column);
  if (index === -1 && column !== key) return undefined;
  return Object.entries(rows).map(([value, cells]) => ({
    key: value,
    cell: column === key ? value : (cells[index] ?? ''),
  }));
}

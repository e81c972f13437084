/** Replaces the rows of tables, as scenarios specify. */
import type { Tables } from '../../../schemas/types/scenario.ts';
import { keyRangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import type { DiagnosticCode, Report } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, Table } from '../../language/model/index.ts';
import { didYouMean } from './check-names.ts';

/** Reports tables and columns that the flow does not have, and single values for rows with several cells. */
export function checkTables(
  { document, path, flow, tables }: { document: Document; path: Path; flow: CompiledFlow; tables: Tables },
  report: Report,
): void {
  const tell = (below: Path, problem: { code: DiagnosticCode; message: string; hint?: string }) => {
    report({ ...problem, span: document.span(keyRangeAt(document.root, [...path, ...below])) });
  };
  for (const [name, rows] of Object.entries(tables)) {
    const table = flow.tables[name];
    if (table === undefined) {
      const known = Object.keys(flow.tables);
      const message = `the flow "${flow.name}" has no table "${name}"`;
      tell([name], { code: 'unknown-table', message, ...didYouMean(name, known) });
    } else
      for (const [key, cells] of Object.entries(rows))
        for (const problem of findProblems(cells, table)) tell([name, key, ...problem.below], problem);
  }
}

type Cells = Tables[string][string];

interface Problem {
  below: Path;
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

function findProblems(cells: Cells, { columns }: Table): Problem[] {
  if (typeof cells !== 'object') {
    if (columns.length === 1) return [];
    const hint = `write { ${columns.map((column) => `${column}: …`).join(', ')} }`;
    return [
      { below: [], code: 'wrong-type', message: `a row of this table has ${columns.length} cells`, hint },
    ];
  }
  return Object.keys(cells)
    .filter((column) => !columns.includes(column))
    .map((column) => ({
      below: [column],
      code: 'unknown-column',
      message: `the table has no column "${column}", only ${columns.join(', ')} beside its key`,
      ...didYouMean(column, columns),
    }));
}

/** Returns the flow with other rows in some tables. */
export function replaceTables(flow: CompiledFlow, tables: Tables): CompiledFlow {
  const others = Object.entries(tables).map(([name, rows]) => {
    const { key = '', columns = [] } = flow.tables[name] ?? {};
    return [name, { key, columns, rows: toRows(rows, columns) }] as const;
  });
  if (others.length === 0) return flow;
  return { ...flow, tables: { ...flow.tables, ...(Object.fromEntries(others) as typeof flow.tables) } };
}

function toRows(rows: Tables[string], columns: string[]): Table['rows'] {
  const read = Object.entries(rows).map(([key, cells]) => [
    key,
    columns.map((column) => String(typeof cells === 'object' ? (cells[column] ?? '') : cells)),
  ]);
  return Object.fromEntries(read) as Table['rows'];
}

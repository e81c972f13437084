/** Reads table rows from YAML. */
import type { Table } from '../../model/index.ts';
import { rangeAt, type Document, type Path, type Range } from '../read/document.ts';

/** A row and its source. */
export interface SourceRow {
  /** Column → cell. */
  cells: ReadonlyMap<string, string>;
  /** Its place as text: `line 7 of extensions.csv`. */
  place: string;
  /** Its range in the flow. */
  range: Range;
}

/** Rows in order, or the problems of the file. */
export interface SourceRows {
  /** The key column; absent when nothing could be read. */
  key?: string | undefined;
  columns: string[];
  rows: SourceRow[];
  problems: TableProblem[];
}

export interface TableProblem {
  message: string;
  /** The range in the flow. */
  range: Range;
  hint?: string;
}

/** Column names of rows that are single values. */
const VALUE = 'value';
const KEY = 'key';

/** The source of rows: the flow's document, or a file that the flow names. */
interface RowContext {
  document: Document;
  path: Path;
  file?: { name: string; range: Range };
}

/** Reads rows from a list, or from a map of keys to rows. */
export function readRows(source: unknown, { document, path, file }: RowContext): SourceRows {
  const entries = Array.isArray(source) ? [...source.entries()] : Object.entries(source ?? {});
  const rows = entries.map(([at, row]): SourceRow => {
    const range = rangeAt(document.root, [...path, at]);
    const line = `line ${document.span(range).start.line}`;
    return {
      cells: typeof at === 'number' ? readCells(row) : new Map([[KEY, at], ...readCells(row)]),
      place: file === undefined ? line : `${line} of ${file.name}`,
      range: file?.range ?? range,
    };
  });
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  return { key: columns[0], columns, rows, problems: [] };
}

function readCells(row: unknown): Map<string, string> {
  const cells = typeof row === 'object' ? Object.entries(row ?? {}) : [[VALUE, row] as const];
  return new Map(cells.map(([column, cell]) => [column, String(cell)]));
}

/** A table of which parts may be missing. */
export interface DraftTable {
  /** Absent when nothing could be read. */
  table?: Table;
  /** Key → the place of its row. */
  places: ReadonlyMap<string, string>;
  problems: TableProblem[];
}

/** Rows of tables as they stand in YAML. */
import type { Table } from '../../model/index.ts';
import { rangeAt, type Document, type Path, type Range } from '../read/document.ts';

/** A row as it stands somewhere. */
export interface SourceRow {
  /** Column → cell. */
  cells: ReadonlyMap<string, string>;
  /** Where, for people: `line 7 of extensions.csv`. */
  place: string;
  /** Where in the flow. */
  range: Range;
}

/** Rows, in order, or what is wrong with the file. */
export interface SourceRows {
  /** The column that holds the keys; absent where nothing could be read. */
  key?: string | undefined;
  columns: string[];
  rows: SourceRow[];
  problems: TableProblem[];
}

export interface TableProblem {
  message: string;
  /** Where in the flow. */
  range: Range;
  hint?: string;
}

/** The name of the only column of rows that are single cells, and of the key beside them. */
const VALUE = 'value';
const KEY = 'key';

/** Where rows stand: in a document that is the flow, or in a file that it names. */
interface RowsAt {
  document: Document;
  path: Path;
  file?: { name: string; range: Range };
}

/** A list of rows, or a map from key to row. */
export function rowsOf(source: unknown, { document, path, file }: RowsAt): SourceRows {
  const entries = Array.isArray(source) ? [...source.entries()] : Object.entries(source ?? {});
  const rows = entries.map(([at, row]): SourceRow => {
    const range = rangeAt(document.root, [...path, at]);
    const line = `line ${document.span(range).start.line}`;
    return {
      cells: typeof at === 'number' ? cellsOf(row) : new Map([[KEY, at], ...cellsOf(row)]),
      place: file === undefined ? line : `${line} of ${file.name}`,
      range: file?.range ?? range,
    };
  });
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))];
  return { key: columns[0], columns, rows, problems: [] };
}

function cellsOf(row: unknown): Map<string, string> {
  const cells = typeof row === 'object' ? Object.entries(row ?? {}) : [[VALUE, row] as const];
  return new Map(cells.map(([column, cell]) => [column, String(cell)]));
}

/** A table as far as it could be read. */
export interface DraftTable {
  /** Absent where nothing is known of it. */
  table?: Table;
  /** Key → where its row stands. */
  places: ReadonlyMap<string, string>;
  problems: TableProblem[];
}

/**
 * Converts the tables of a flow, inline or in files, to those of the compiled flow. An invalid table is read as far as
 * possible; its problems are stored with it and reported by a rule.
 */
import type { ReadSiblingFile } from '../read/sibling-file.ts';
import type { Table } from '../../model/index.ts';
import { findImportAt, rangeAt, type Document, type Range } from '../read/document.ts';
import { resolveImportPath } from './import-paths.ts';
import type { Readable } from '../types.ts';
import { readTableFile } from './table-files.ts';
import { type DraftTable, readRows, type SourceRows, type TableProblem } from './table-rows.ts';
import type { FlowSource } from '../../../../schemas/types/flow.ts';

/** Maximum number of rows of a table; every compiled flow contains all of them. */
const MAX_ROWS = 10_000;

type Sources = Readable<NonNullable<FlowSource['tables']>>;

interface TableContext {
  document: Document;
  read: ReadSiblingFile | undefined;
}

/** Reads all tables that fit the schema. */
export function readTables(sources: Sources, reading: TableContext): Map<string, DraftTable> {
  const tables = Object.entries(sources).map(([name, source]) => {
    const range = rangeAt(reading.document.root, ['tables', name]);
    return [name, toDraftTable(readSourceRows(name, source, reading), range)] as const;
  });
  return new Map(tables);
}

function readSourceRows(name: string, source: Sources[string], reading: TableContext): SourceRows {
  if (!isFileSource(source)) return readRows(source, { ...reading, path: ['tables', name] });
  const { root } = reading.document;
  const range = rangeAt(root, ['tables', name, 'file']);
  const found = readTableFile(source.file, { range, read: createTableReader(range, reading) });
  const { key = found.key } = source;
  if (key === undefined || found.columns.length === 0 || found.columns.includes(key))
    return { ...found, key };
  const problem = {
    message: `${source.file} has no column "${key}"`,
    range: rangeAt(root, ['tables', name, 'key']),
    hint: `its columns are ${found.columns.join(', ')}`,
  };
  return { ...found, key: undefined, problems: [...found.problems, problem] };
}

/** Creates a reader that resolves names from the file that contains the table. */
function createTableReader(range: Range, { document, read }: TableContext): ReadSiblingFile | undefined {
  const importer = findImportAt(document, range)?.path;
  if (importer === undefined || read === undefined) return read;
  return (name) => {
    const path = resolveImportPath(importer, name);
    return path === undefined ? undefined : read(path);
  };
}

function isFileSource(source: Sources[string]): source is { file: string; key?: string | undefined } {
  return typeof source === 'object' && 'file' in source && typeof source.file === 'string';
}

function toDraftTable({ key, columns, rows, problems }: SourceRows, range: Range): DraftTable {
  if (key === undefined) return { places: new Map(), problems };
  const kept = columns.filter((column) => column !== key);
  const keyed = rows.map((row) => ({ ...row, key: row.cells.get(key) ?? '' }));
  // Of rows with the same key the first one counts; rows without a key are dropped.
  const byKey = new Map(
    keyed
      .filter((row) => row.key !== '')
      .toReversed()
      .map((row) => [row.key, row]),
  );
  const wrong = keyed.flatMap((row): TableProblem[] => {
    const first = byKey.get(row.key)?.place ?? '';
    if (row.key === '')
      return [{ message: `${row.place} has no value in the key column "${key}"`, range: row.range }];
    if (first === row.place) return [];
    return [
      { message: `the key "${row.key}" in ${row.place} is already used in ${first}`, range: row.range },
    ];
  });
  const cells = [...byKey].map(([value, row]) => [value, kept.map((column) => row.cells.get(column) ?? '')]);
  const tooMany = { message: `a table has at most ${MAX_ROWS} rows, found ${rows.length}`, range };
  return {
    table: { key, columns: kept, rows: Object.fromEntries(cells) as Table['rows'] },
    places: new Map([...byKey].map(([value, { place }]) => [value, place])),
    problems: [...problems, ...wrong, ...(rows.length > MAX_ROWS ? [tooMany] : [])],
  };
}

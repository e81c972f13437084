/** Reads tables from files next to a flow: CSV (RFC 4180) with a header, or YAML. */
import type { ReadSiblingFile } from '../read/sibling-file.ts';
import { createSpanLookup } from '../read/lines.ts';
import { loadCsv } from '../../model/index.ts';
import { checkDocument } from './check.ts';
import type { Range } from '../read/document.ts';
import { parseDocument } from '../read/parse-document.ts';
import { tableRule } from '../schema/flow-schema.ts';
import { findReadProblem } from '../read/unreadable.ts';
import { readRows, type SourceRow, type SourceRows, type TableProblem } from './table-rows.ts';

interface TableFileContext {
  range: Range;
  read: ReadSiblingFile | undefined;
}

/** Reads a table file. All problems point to the place in the flow that names the file. */
export function readTableFile(name: string, { range, read }: TableFileContext): SourceRows {
  if (/^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/.test(name))
    return createFailedTable(range, `"${name}" is not in the folder of the flow`, 'put it next to the flow');
  const text = read?.(name);
  if (text === undefined)
    return createFailedTable(range, `there is no readable file "${name}" next to the flow`);
  const refusal = findReadProblem({ text, span: createSpanLookup(text) });
  if (refusal) return createFailedTable(range, `${name}: ${refusal.message}`, refusal.hint);
  return name.endsWith('.csv') ? readCsvTable(text, { name, range }) : readYamlTable(text, { name, range });
}

interface NamedFile {
  name: string;
  range: Range;
}

interface CsvLine {
  record: string[];
  info: { lines: number };
}

function readCsvTable(text: string, { name, range }: NamedFile): SourceRows {
  const lines = parseCsv(text);
  if (typeof lines === 'string') return createFailedTable(range, `${name}: ${lines}`);
  const [header, ...rest] = lines;
  const columns = header?.record ?? [];
  const misnamed = columns.find((column, index) => column === '' || columns.indexOf(column) !== index);
  if (rest.length === 0)
    return createFailedTable(range, `${name} has no rows`, 'its first line names the columns');
  if (misnamed !== undefined)
    return createFailedTable(
      range,
      `${name} has a column ${misnamed === '' ? 'without a name' : `"${misnamed}" twice`}`,
    );
  const semicolons = columns.length === 1 && columns[0]?.includes(';') === true;
  if (semicolons) return createFailedTable(range, `the columns of ${name} are not separated by commas`);
  const problems: TableProblem[] = [];
  const rows = rest.flatMap(({ record, info }): SourceRow[] => {
    const place = `line ${info.lines} of ${name}`;
    if (record.length !== columns.length) {
      problems.push({ message: `${place} has ${record.length} cells; expected ${columns.length}`, range });
      return [];
    }
    return [{ cells: new Map(columns.map((column, index) => [column, record[index] ?? ''])), place, range }];
  });
  return { key: columns[0], columns, rows, problems };
}

/** Parses the lines that are not empty; returns the error message of an invalid file. */
function parseCsv(text: string): CsvLine[] | string {
  try {
    return loadCsv().parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as CsvLine[];
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readYamlTable(text: string, { name, range }: NamedFile): SourceRows {
  const problems: TableProblem[] = [];
  const report = ({ message, span }: { message: string; span: { start: { line: number } } }) => {
    problems.push({ message: `line ${span.start.line} of ${name}: ${message}`, range });
  };
  const document = parseDocument(text, report);
  const checked = document && checkDocument(document, tableRule, report);
  if (document === undefined || checked?.value === undefined || problems.length > 0)
    return { columns: [], rows: [], problems };
  const found = readRows(checked.value, { document, path: [], file: { name, range } });
  return found.rows.length === 0 ? createFailedTable(range, `${name} has no rows`) : found;
}

function createFailedTable(range: Range, message: string, hint?: string): SourceRows {
  return { columns: [], rows: [], problems: [{ message, range, ...(hint !== undefined && { hint }) }] };
}

/**
 * Reads a file of recipients as a stream: CSV with headings, or one JSON object per line. Nothing is buffered beyond a row,
 * so files can have any length.
 */
import { pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import { parse } from 'csv-parse';
import type { CsvError } from 'csv-parse';
import split from 'split2';

export type RecipientsFormat = 'csv' | 'ndjson';

/** Cells of a row by column, or the reason why it cannot be read. */
export type Row =
  { line: number; fields: Record<string, unknown>; problem?: never } | { line: number; problem: string };

/** Maximum length of a row, bytes. */
const MAX_ROW_BYTES = 64 * 1024;

/** Reads the rows. Throws only if the stream fails, never because of its content. */
export function readRows(source: Readable, format: RecipientsFormat): AsyncGenerator<Row> {
  return format === 'csv' ? readCsvRows(source) : readJsonRows(source);
}

/** Bytes parsed at once; with larger pieces more rows are promoted by the garbage collector. */
const PIECE_BYTES = 4 * 1024;

const CR = '\r';

/**
 * Replaces CR LF by LF: csv-parse counts two lines for a CR LF inside a quoted value, which shifts all later line numbers,
 * and expects all lines to end like the first. A CR at the end of the file is dropped.
 */
function normalizeLineFeeds(): TransformChunk {
  let held = '';
  return (bytes) => {
    if (held === '' && !bytes.includes(CR)) return bytes;
    // latin1 keeps one character per byte, so no character is split.
    const text = held + bytes.toString('latin1');
    held = text.endsWith(CR) ? CR : '';
    return Buffer.from(text.slice(0, text.length - held.length).replaceAll('\r\n', '\n'), 'latin1');
  };
}

/** Transforms each chunk of a file, in order. */
type TransformChunk = (bytes: Buffer) => Buffer;

async function* splitChunks(
  source: AsyncIterable<Buffer | string>,
  transform: TransformChunk,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const bytes = transform(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** Pipes through; errors of the source reach the reader. */
function pipeThrough<Parser extends Transform>(
  source: Readable,
  parser: Parser,
  transform: TransformChunk = (bytes) => bytes,
): Parser {
  const splitPieces = (chunks: AsyncIterable<Buffer | string>) => splitChunks(chunks, transform);
  pipeline(source, splitPieces, parser as Transform, () => undefined);
  return parser;
}

async function* readCsvRows(source: Readable): AsyncGenerator<Row> {
  const skipped: Row[] = [];
  /** The first line that is not read. */
  let unreadFrom = Infinity;
  const parser = parse({
    columns: (headings: string[]) => headings.map((heading) => heading.trim()),
    bom: true,
    on_record: (fields: Record<string, string>, { lines }): Row => ({ line: lines, fields }),
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_ROW_BYTES,
    on_skip: (error) => {
      if (error === undefined || unreadFrom !== Infinity) return;
      const row = toUnreadableRow(error);
      skipped.push(row);
      if (FATAL_ERRORS.has(error.code)) unreadFrom = row.line;
    },
  });
  try {
    for await (const row of pipeThrough(source, parser, normalizeLineFeeds()) as AsyncIterable<Row>) {
      yield* skipped.splice(0);
      // Earlier rows may be emitted only now.
      if (row.line >= unreadFrom) return;
      yield row;
    }
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    if (!code.startsWith('CSV_')) throw error;
    skipped.push(toUnreadableRow(error as CsvError));
  }
  yield* skipped;
}

/** Errors after which csv-parse loses track of quotes and silently drops rows. */
const FATAL_ERRORS = new Set([
  'CSV_MAX_RECORD_SIZE',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
]);
const UNREAD = 'This row and the following ones were not read';
const TEXT_AFTER_QUOTE = `text follows a closing quote. ${UNREAD}`;

const REASONS: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the number of columns differs from the number of headings',
  CSV_MAX_RECORD_SIZE: `the row is longer than 64 kB: is a quote missing? ${UNREAD}`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_INVALID_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: TEXT_AFTER_QUOTE,
  INVALID_OPENING_QUOTE: 'a value contains an unescaped quote',
};

function toUnreadableRow(error: CsvError): Row {
  const { lines } = error as unknown as { lines?: unknown };
  return {
    line: typeof lines === 'number' ? lines : 0,
    problem: REASONS[error.code] ?? 'the row is not CSV',
  };
}

/** Byte order mark, which some programs write first. */
const BOM = /^\uFEFF/u;

async function* readJsonRows(source: Readable): AsyncGenerator<Row> {
  const lines = split({ maxLength: MAX_ROW_BYTES });
  let line = 0;
  try {
    for await (const text of pipeThrough(source, lines) as AsyncIterable<string>) {
      line += 1;
      if (text.trim() !== '') yield { line, ...parseObject(line === 1 ? text.replace(BOM, '') : text) };
    }
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'maximum buffer reached') throw error;
    yield {
      line: line + 1,
      problem: 'the row is longer than 64 kB; it and the following ones were not read',
    };
  }
}

function parseObject(text: string): { fields: Record<string, unknown> } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { fields: value as Record<string, unknown> };
  } catch {
    // Reported like JSON that is not an object.
  }
  return { problem: 'the row is not a JSON object' };
}

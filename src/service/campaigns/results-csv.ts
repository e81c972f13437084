/** Results of a campaign as CSV. */
import { stringify } from 'csv-stringify/sync';
import type { Ending } from './campaign.ts';

const columns = [
  'row',
  'number',
  'result',
  'attempts',
  'called_at',
  'ended_at',
  'outcomes',
  'call',
  'detail',
  'params',
] as const;

const AT_ONCE = 200;

/** Streams the file. Cells are escaped, so that none is a formula in a spreadsheet. */
export async function* renderResultsCsv(endings: AsyncIterable<Ending>): AsyncGenerator<string> {
  let rows: string[][] = [[...columns]];
  for await (const ending of endings) {
    rows.push(toRow(ending));
    if (rows.length < AT_ONCE) continue;
    yield stringify(rows);
    rows = [];
  }
  yield stringify(rows);
}

function toRow({ row, number, result, attempts, calledAt, endedAt, ...rest }: Ending): string[] {
  const { outcomes = [], call = '', detail = '', params } = rest;
  return [
    String(row),
    number,
    result,
    String(attempts),
    calledAt === undefined ? '' : new Date(calledAt).toISOString(),
    new Date(endedAt).toISOString(),
    outcomes.join(' '),
    call,
    detail,
    params === undefined ? '' : JSON.stringify(params),
  ];
}

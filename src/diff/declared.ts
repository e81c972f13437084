/** What a flow declares beside its steps, in words: opening hours and tables; and the flows that it runs. */
import type { CompiledFlow, FlowPart, Hours, Opening } from '../flow/index.ts';

/** Fact → its words; what is told differently of two flows has changed. */
export type Texts = ReadonlyMap<string, string | undefined>;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Only of what both flows have: what another name does is seen where it is used. */
export function declaredIn({ hours, tables }: CompiledFlow, other: CompiledFlow): Texts {
  return new Map([
    ...Object.entries(hours).flatMap(([name, one]) => (other.hours[name] ? hoursInWords(name, one) : [])),
    ...Object.entries(tables).flatMap(([name, { columns, rows }]) =>
      other.tables[name] ? rowsInWords(name, { '': columns, ...rows }) : [],
    ),
  ]);
}

/** The flows that both run, and that are no longer the same. */
export function changedFlows(before: CompiledFlow, after: CompiledFlow): string[] {
  return Object.entries(after.flows).flatMap(([name, flow]) => {
    const old = before.flows[name];
    return old === undefined || behaviour(old) === behaviour(flow) ? [] : [name];
  });
}

/** All but the places of its steps in its file. */
function behaviour({ steps: _steps, ...rest }: FlowPart): string {
  return JSON.stringify(rest);
}

function hoursInWords(name: string, { timezone, week, holidays, exceptions }: Hours): [string, string][] {
  const closed = holidays.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  return [
    [`the time zone of the hours ${name}`, timezone],
    ...week.map((day, index): [string, string] => [
      `${DAYS[index] ?? ''} in the hours ${name}`,
      openingsInWords(day),
    ]),
    [`the holidays of the hours ${name}`, closed.join(', ') || 'none'],
    ...Object.entries(exceptions).map(([day, openings]): [string, string] => [
      `${day} in the hours ${name}`,
      openingsInWords(openings),
    ]),
  ];
}

function openingsInWords(openings: Opening[]): string {
  return openings.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(', ') || 'closed';
}

function clock(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}

/** The columns stand under no key. */
function rowsInWords(table: string, rows: Record<string, string[]>): [string, string][] {
  return Object.entries(rows).map(([key, cells]) => [
    key === '' ? `the columns of the table ${table}` : `the row ${key} of the table ${table}`,
    cells.join(', '),
  ]);
}

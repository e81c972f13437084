/** CDR formats: one JSON object per line, or CSV for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import type { Cdr } from './cdr.ts';

export const cdrFormats = ['ndjson', 'csv'] as const;
export type CdrFormat = (typeof cdrFormats)[number];

/** Heading → cell. Lists are joined by spaces; items contain none. */
const columns: Record<string, (cdr: Cdr) => string | number> = {
  id: ({ id }) => id,
  project: ({ project }) => project,
  flow: ({ flow }) => flow,
  version: ({ version }) => version,
  direction: ({ direction }) => direction,
  from: ({ from }) => from,
  to: ({ to }) => to,
  started_at: ({ startedAt }) => startedAt,
  answered_at: ({ answeredAt = '' }) => answeredAt,
  ended_at: ({ endedAt }) => endedAt,
  duration_ms: ({ durationMs }) => durationMs,
  answered_ms: ({ answeredMs }) => answeredMs,
  reason: ({ reason }) => reason,
  hung_up: ({ hungUp }) => String(hungUp),
  outcomes: ({ outcomes }) => outcomes.join(' '),
  steps: ({ steps }) => steps.join(' '),
  step_count: ({ stepCount }) => stepCount,
  transfers: ({ transfers }) => transfers.map(({ step, outcome = '' }) => `${step}:${outcome}`).join(' '),
  talked_ms: ({ transfers }) => transfers.reduce((sum, { talkedMs = 0 }) => sum + talkedMs, 0),
  recordings: ({ recordings }) => recordings.map(({ state, url = state }) => url).join(' '),
  no_input: ({ noInput }) => noInput,
  no_match: ({ noMatch }) => noMatch,
  failures: ({ failures }) => failures.map(({ step, code }) => `${step}:${code}`).join(' '),
  carrier: ({ carrier }) => carrier,
  end_is_estimated: ({ endIsEstimated = false }) => String(endIsEstimated),
};

/** Returns the heading line of a file; empty if the format has none. */
export function renderHeading(format: CdrFormat): string {
  return format === 'csv' ? stringify([Object.keys(columns)]) : '';
}

/** Renders one CDR with its line end. */
export function renderLine(cdr: Cdr, format: CdrFormat): string {
  if (format === 'ndjson') return `${JSON.stringify(cdr)}\n`;
  return stringify([Object.values(columns).map((cell) => escapeFormula(cell(cdr)))]);
}

/** Escapes values from outside, such as numbers, that a spreadsheet would run as a formula (OWASP, CSV injection). */
function escapeFormula(cell: string | number): string | number {
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) && !/^\+[\d*• ]+$/.test(cell);
  return isFormula ? `'${cell}` : cell;
}

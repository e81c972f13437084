/** Formats times of a call. */

/** Formats the time since the start of a call: `0:03.5`. Times before the start are 0:00.0. */
export function formatSinceStart(at: number, startedAt: number): string {
  const tenths = Math.floor(Math.max(0, at - startedAt) / 100);
  const seconds = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${seconds.toFixed(1).padStart(4, '0')}`;
}

/** Formats a duration in whole units: `90s`, `2m`, `1h`. */
export function formatLength(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

/** Formats a moment to the minute, UTC: `2026-01-05 09:00 UTC`. */
export function formatShortTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** True for a date that exists in the calendar. */
export function isRealTime(written: string): boolean {
  const day = written.slice(0, 'yyyy-mm-dd'.length);
  const isTime = !Number.isNaN(Date.parse(written)) && !Number.isNaN(Date.parse(day));
  return isTime && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
